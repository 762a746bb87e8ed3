import { z } from "zod";
import { endpoint } from "../core/endpoint.ts";
import { Id } from "../core/parameters.ts";
import { Rule, RuleBody } from "./rule-schema.ts";

const OneRule = z.object({ rule: Rule });

export const ruleEndpoints = {
  listRules: endpoint("GET /api/rules", {
    summary: "The caller's rules, the newest first, and the lists that rules can be about",
    access: "user",
    response: z.object({
      rules: z.array(Rule),
      total: z.number().int(),
      lists: z.array(z.object({ id: z.number().int(), name: z.string() })),
    }),
  }),
  addRule: endpoint("POST /api/rules", {
    summary: "Adds a rule; what meets its condition already does not fire it",
    access: "user",
    body: RuleBody,
    response: OneRule,
    status: 201,
    errors: ["not_found", "conflict"],
  }),
  changeRule: endpoint("PUT /api/rules/{id}", {
    summary: "Replaces a rule; what meets its condition already does not fire it, unless only the channels changed",
    access: "user",
    params: z.object({ id: Id }),
    body: RuleBody,
    response: OneRule,
    errors: ["conflict"],
  }),
  removeRule: endpoint("DELETE /api/rules/{id}", {
    summary: "Removes a rule; also when it was not there",
    access: "user",
    params: z.object({ id: Id }),
  }),
};
