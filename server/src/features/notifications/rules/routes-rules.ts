import { invalid } from "contract/core/errors.ts";
import { toMinor } from "contract/core/money.ts";
import type { GameFilters } from "contract/games/filters.ts";
import type { FindMarket, Market } from "contract/markets/schema.ts";
import { alertEndpoints } from "contract/notifications/alert-api.ts";
import { ruleEndpoints } from "contract/notifications/rule-api.ts";
import type { Rule, RuleBody } from "contract/notifications/rule-schema.ts";
import { ruleValueProblem } from "contract/notifications/rules.ts";
import { parseSavedSearch } from "contract/notifications/saved-search.ts";
import type { SiteSettings } from "contract/site-config/defaults.ts";
import type { FastifyInstance } from "fastify";
import type { Db } from "../../../platform/db/connect.ts";
import { bind, callerId } from "../../../platform/http/bind.ts";
import { findAlertMailStopped } from "../channels/queries-channels.ts";
import { addRule, changeRule, type RuleInput, removeAlert, removeRule, setAlert } from "./commands-rules.ts";
import { toPriceAlert, toRule } from "./present-rules.ts";
import { listAlerts, listOwnLists, listRules, type RuleRow } from "./queries-rules.ts";

export interface RuleOptions {
  db: Db;
  settings: { value(): SiteSettings };
  findMarket: FindMarket;
  /** Throws `invalid` for a filter whose value the market cannot have. */
  requireFilters(filters: GameFilters, market: Market): void;
  /** Stores what the search of a rule finds now. */
  checkSearch(ruleId: number): Promise<void>;
}

export function ruleRoutes(app: FastifyInstance, options: RuleOptions): void {
  const { db, settings, findMarket, requireFilters, checkSearch } = options;
  const maxAlerts = () => settings.value()["alerts.max_per_user"];

  /** Throws `invalid` for a value that the rule cannot have. */
  function toInput({ country, value, unless_included: unlessIncluded, ...body }: RuleBody): RuleInput {
    const market = findMarket(country);
    const msg = ruleValueProblem(body.kind, value, market);
    if (msg !== null) throw invalid([{ path: "value", msg }]);
    if (body.subject.type === "search") requireFilters(parseSavedSearch(body.subject.query), market);
    const isPrice = body.kind === "target" && value !== null;
    return {
      ...body,
      unlessIncluded,
      country: market.country,
      value: isPrice ? toMinor(value, market.currency) : value,
    };
  }

  bind(app, ruleEndpoints.listRules, async ({ query: { language } }, context) => {
    const userId = callerId(context);
    const [rows, lists] = await Promise.all([listRules(db, userId), listOwnLists(db, userId)]);
    return { rules: rows.map((row) => toRule(row, language)), total: rows.length, lists };
  });

  /** Starts a saved search with what it finds now. */
  async function saved(rule: RuleRow): Promise<{ rule: Rule }> {
    if (rule.search !== null) await checkSearch(rule.id);
    return { rule: toRule(rule) };
  }

  bind(app, ruleEndpoints.addRule, async ({ body }, context) =>
    saved(await addRule(db, callerId(context), toInput(body), maxAlerts())),
  );

  bind(app, ruleEndpoints.changeRule, async ({ params: { id }, body }, context) =>
    saved(await changeRule(db, callerId(context), id, toInput(body))),
  );

  bind(app, ruleEndpoints.removeRule, ({ params: { id } }, context) => removeRule(db, callerId(context), id));

  bind(app, alertEndpoints.listAlerts, async ({ query }, context) => {
    const userId = callerId(context);
    const [rows, stoppedAt] = await Promise.all([
      listAlerts(db, userId, query.gameId),
      findAlertMailStopped(db, userId),
    ]);
    const alerts = rows.map((row) => toPriceAlert(row, query.language));
    return { alerts, total: rows.length, ...(stoppedAt && { mails_stopped_at: stoppedAt.toISOString() }) };
  });

  bind(app, alertEndpoints.setAlert, async ({ query, body: { gameId, targetPrice, official } }, context) => {
    const market = findMarket(query.country);
    const msg = targetPrice === null ? null : ruleValueProblem("target", targetPrice, market);
    if (msg !== null) throw invalid([{ path: "targetPrice", msg }]);
    const targetMinor = targetPrice === null ? null : toMinor(targetPrice, market.currency);
    const input = { userId: callerId(context), gameId, country: market.country, targetMinor, official };
    const { alert, created } = await setAlert(db, input, maxAlerts());
    if (!created) context.setStatus(200);
    return { alert: toPriceAlert(alert, query.language) };
  });

  bind(app, alertEndpoints.removeAlert, ({ params: { id } }, context) => removeAlert(db, callerId(context), id));
}
