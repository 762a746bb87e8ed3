import { z } from "zod";
import { CountryCode, Id } from "../core/parameters.ts";
import { maxChannelsOfRule, ruleKinds, ruleScopes } from "./rules.ts";

export const RuleKind = z.enum(ruleKinds);
export const RuleScope = z.enum(ruleScopes);

/** The subject of a rule, as a caller names it. */
const NamedSubject = z.discriminatedUnion("type", [
  z.object({ type: z.literal("game"), id: Id }),
  z.object({ type: z.literal("wishlist") }),
  z.object({ type: z.literal("list"), id: Id }),
]);
export type NamedSubject = z.output<typeof NamedSubject>;

/** A rule as a caller sends it. The valid values depend on kind and market (`ruleValueProblem`). */
export const RuleBody = z.object({
  kind: RuleKind,
  subject: NamedSubject,
  country: CountryCode.optional().meta({ description: "Market to watch; the default market if omitted" }),
  value: z.number().nullable().default(null).meta({
    description: "For `target` a price in the market's currency, for `discount` whole percent; otherwise null",
  }),
  scope: RuleScope.default("all"),
  channels: z
    .array(Id)
    .max(maxChannelsOfRule)
    .default([])
    .meta({ description: "Ids of channels; events always appear in the inbox" }),
});
export type RuleBody = z.output<typeof RuleBody>;

export const RuleSubject = z.discriminatedUnion("type", [
  z.object({ type: z.literal("game"), id: z.number().int(), title: z.string() }),
  z.object({ type: z.literal("wishlist") }),
  z.object({ type: z.literal("list"), id: z.number().int(), name: z.string() }),
]);

/** A user's rule for notifications about the prices of a game or of a list. */
export const Rule = z
  .object({
    id: z.number().int(),
    kind: RuleKind,
    subject: RuleSubject,
    country: CountryCode,
    currency: z.string(),
    value: z.number().nullable(),
    scope: RuleScope,
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
        title: z.string(),
        store: z.string().meta({ description: "Its name" }),
        price: z.number(),
        old_price: z.number().nullable(),
      })
      .nullable()
      .meta({ description: "Its latest event; null also after the event was deleted from the inbox" }),
  })
  .meta({ id: "Rule" });
export type Rule = z.output<typeof Rule>;
