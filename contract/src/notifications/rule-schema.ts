import { z } from "zod";
import { CountryCode, Id } from "../core/parameters.ts";
import { localizedTitle } from "../languages/schema.ts";
import { hasStores, maxChannelsOfRule, maxSearchName, ruleKinds, ruleScopes } from "./rules.ts";
import { SavedSearchQuery } from "./saved-search.ts";

export const RuleKind = z.enum(ruleKinds);
export const RuleScope = z.enum(ruleScopes);

/** The subject of a rule, as a caller names it. */
const NamedSubject = z.discriminatedUnion("type", [
  z.object({ type: z.literal("game"), id: Id }),
  z.object({ type: z.literal("wishlist") }),
  z.object({ type: z.literal("list"), id: Id }),
  z.object({
    type: z.literal("search"),
    query: SavedSearchQuery,
    name: z.string().trim().min(1).max(maxSearchName).meta({ description: "What the user calls it" }),
  }),
  z.object({ type: z.literal("bundles") }),
]);
export type NamedSubject = z.output<typeof NamedSubject>;

/** The valid values depend on kind and market (`ruleValueProblem`). */
const RuleFields = z.object({
  kind: RuleKind,
  subject: NamedSubject,
  country: CountryCode.optional().meta({ description: "Market to watch; the default market if omitted" }),
  value: z
    .number()
    .nullable()
    .default(null)
    .meta({
      description:
        "For `target` a price in the market's currency, for `discount` whole percent, for `bundle` the least number of " +
        "games that the user wants; otherwise null",
    }),
  scope: RuleScope.default("all"),
  unless_included: z
    .boolean()
    .default(false)
    .meta({ description: "Silent about games that the user's subscription plans have" }),
  channels: z
    .array(Id)
    .max(maxChannelsOfRule)
    .default([])
    .meta({ description: "Ids of channels; events always appear in the inbox" }),
});
/**
 * A rule as a caller sends it. A saved search has the kind `match`, bundles the kind `bundle`, and no other subject has
 * them.
 */
export const RuleBody = RuleFields.refine(({ kind, subject }) => (kind === "match") === (subject.type === "search"), {
  path: ["kind"],
  error: "Only a saved search has the kind match",
})
  .refine(({ kind, subject }) => (kind === "bundle") === (subject.type === "bundles"), {
    path: ["kind"],
    error: "Only a rule about bundles has the kind bundle",
  })
  .refine(({ kind, scope, unless_included }) => hasStores(kind) || (scope === "all" && !unless_included), {
    path: ["scope"],
    error: "A rule about subscriptions or bundles has no stores",
  });
export type RuleBody = z.output<typeof RuleBody>;

export const RuleSubject = z.discriminatedUnion("type", [
  z.object({ type: z.literal("game"), id: z.number().int(), title: z.string(), localized_title: localizedTitle }),
  z.object({ type: z.literal("wishlist") }),
  z.object({ type: z.literal("list"), id: z.number().int(), name: z.string() }),
  z.object({ type: z.literal("search"), query: z.string(), name: z.string() }),
  z.object({ type: z.literal("bundles") }),
]);

/** A user's rule for notifications about the games of a list, what a saved search finds, or bundles. */
export const Rule = z
  .object({
    id: z.number().int(),
    kind: RuleKind,
    subject: RuleSubject,
    country: CountryCode,
    currency: z.string(),
    value: z.number().nullable(),
    scope: RuleScope,
    unless_included: z.boolean(),
    channels: z.array(z.number().int()),
    created_at: z.string(),
    current_price: z
      .number()
      .nullable()
      .meta({ description: "For a game: its best price in stock among the stores in scope" }),
    last_fired: z
      .object({
        at: z.string(),
        game_id: z.number().int(),
        title: z.string().meta({ description: "Of the game, or of the bundle" }),
        localized_title: localizedTitle,
        store: z.string().nullable().meta({ description: "Its name; null = an event of a subscription" }),
        price: z.number().nullable(),
        old_price: z.number().nullable(),
        plan: z.string().nullable().meta({ description: "The name of the plan that the game joined or leaves" }),
      })
      .nullable()
      .meta({ description: "Its latest event; null also after the event was deleted from the inbox" }),
  })
  .meta({ id: "Rule" });
export type Rule = z.output<typeof Rule>;
