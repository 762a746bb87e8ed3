import { z } from "zod";
import { endpoint } from "../core/endpoint.ts";
import { Id } from "../core/parameters.ts";
import { languageQuery } from "../languages/schema.ts";
import { Rule, RuleBody } from "./rule-schema.ts";

const OneRule = z.object({ rule: Rule });

export const ruleEndpoints = {
  listRules: endpoint("GET /api/rules", {
    summary: "List the caller's rules, newest first, and the lists that rules can use",
    access: "user",
    query: z.object(languageQuery),
    response: z.object({
      rules: z.array(Rule),
      total: z.number().int(),
      lists: z.array(z.object({ id: z.number().int(), name: z.string() })),
    }),
  }),
  addRule: endpoint("POST /api/rules", {
    summary: "Create a rule; games that already meet its condition do not trigger it",
    access: "user",
    body: RuleBody,
    response: OneRule,
    status: 201,
    errors: ["not_found", "conflict"],
  }),
  changeRule: endpoint("PUT /api/rules/{id}", {
    summary: "Replace a rule; games that already meet its condition do not trigger it",
    access: "user",
    params: z.object({ id: Id }),
    body: RuleBody,
    response: OneRule,
    errors: ["conflict"],
  }),
  removeRule: endpoint("DELETE /api/rules/{id}", {
    summary: "Delete a rule; succeeds if it does not exist",
    access: "user",
    params: z.object({ id: Id }),
  }),
};
