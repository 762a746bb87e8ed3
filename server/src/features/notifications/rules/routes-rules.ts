import { invalid } from "contract/core/errors.ts";
import { toMinor } from "contract/core/money.ts";
import type { FindMarket } from "contract/markets/schema.ts";
import { ruleEndpoints } from "contract/notifications/rule-api.ts";
import type { RuleBody } from "contract/notifications/rule-schema.ts";
import { ruleValueProblem } from "contract/notifications/rules.ts";
import type { FastifyInstance } from "fastify";
import type { Db } from "../../../platform/db/connect.ts";
import { bind, callerId } from "../../../platform/http/bind.ts";
import { addRule, changeRule, type RuleInput, removeRule } from "./commands-rules.ts";
import { toRule } from "./present-rules.ts";
import { listOwnLists, listRules } from "./queries-rules.ts";

export interface RuleOptions {
  db: Db;
  findMarket: FindMarket;
}

export function ruleRoutes(app: FastifyInstance, { db, findMarket }: RuleOptions): void {
  /** Throws `invalid` for a value that the rule cannot have. */
  function toInput({ country, value, ...body }: RuleBody): RuleInput {
    const market = findMarket(country);
    const msg = ruleValueProblem(body.kind, value, market);
    if (msg !== null) throw invalid([{ path: "value", msg }]);
    const isPrice = body.kind === "target" && value !== null;
    return { ...body, country: market.country, value: isPrice ? toMinor(value, market.currency) : value };
  }

  bind(app, ruleEndpoints.listRules, async (_, context) => {
    const userId = callerId(context);
    const [rows, lists] = await Promise.all([listRules(db, userId), listOwnLists(db, userId)]);
    return { rules: rows.map(toRule), total: rows.length, lists };
  });

  bind(app, ruleEndpoints.addRule, async ({ body }, context) => ({
    rule: toRule(await addRule(db, callerId(context), toInput(body))),
  }));

  bind(app, ruleEndpoints.changeRule, async ({ params: { id }, body }, context) => ({
    rule: toRule(await changeRule(db, callerId(context), id, toInput(body))),
  }));

  bind(app, ruleEndpoints.removeRule, ({ params: { id } }, context) => removeRule(db, callerId(context), id));
}
