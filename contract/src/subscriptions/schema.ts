import { z } from "zod";
import { CountryCode } from "../core/parameters.ts";
import { membershipStates, planKeyPattern, subscriptionLimits, subscriptionTexts } from "./rules.ts";

export const PlanKey = z.string().regex(planKeyPattern, subscriptionTexts.key);
export type PlanKey = z.output<typeof PlanKey>;

/** With a shorter limit, since the key of the service's matches to review contains it. */
export const ServiceKey = PlanKey.max(26);

/** The plans that a user pays for. */
export const MyPlans = z
  .array(PlanKey)
  .max(subscriptionLimits.plans)
  .transform((keys) => [...new Set(keys)].sort())
  .meta({ description: "Keys of the plans that the user subscribes to" });

export const Day = z.iso.date("Expected a day such as 2026-01-31");

/** A plan as visitors see it. */
export const Plan = z
  .object({
    key: PlanKey,
    name: z.string(),
    service: z.string().meta({ description: "The name of the service that sells it" }),
    includes: z.array(PlanKey).meta({ description: "Plans whose games it has too" }),
    price: z.number().nullable().meta({ description: "For a month in the market, in `currency`" }),
    currency: z.string().nullable(),
    games: z.number().int().meta({ description: "Games that it has in the market today" }),
  })
  .meta({ id: "Plan" });
export type Plan = z.output<typeof Plan>;

/** That a game is part of a plan in a market. */
export const GameSubscription = z
  .object({
    plan: PlanKey,
    name: z.string(),
    until: z.string().nullable().meta({ description: "The day it leaves, if that is certain" }),
    leaving_on: z.string().nullable().meta({ description: "The day it leaves, as announced" }),
    likely_until: z.string().nullable().meta({
      description: "When it probably leaves: after the median stay of the plan's games; null when that is not known",
    }),
  })
  .meta({ id: "GameSubscription" });
export type GameSubscription = z.output<typeof GameSubscription>;

const Name = z.string().trim().min(1, subscriptionTexts.name).max(subscriptionLimits.name);

export const ServiceFields = z.object({ name: Name });

export const AdminService = ServiceFields.extend({ key: ServiceKey, version: z.number().int() }).meta({
  id: "AdminService",
});
export type AdminService = z.output<typeof AdminService>;

/** The fields of a plan that administrators edit. */
export const PlanFields = z.object({
  name: Name,
  service: ServiceKey.meta({ description: "The key of its service" }),
  countries: z
    .array(CountryCode)
    .min(1)
    .max(300)
    .transform((codes) => [...new Set(codes)].sort())
    .nullable()
    .meta({ description: "Where it is sold; `null` = everywhere" }),
  includes: z
    .array(PlanKey)
    .max(subscriptionLimits.includes)
    .transform((keys) => [...new Set(keys)].sort())
    .meta({ description: "Plans whose games it has too" }),
});
export type PlanFields = z.output<typeof PlanFields>;

export const PlanPrice = z
  .object({
    id: z.number().int(),
    country: CountryCode,
    currency: z.string(),
    price: z.number().meta({ description: "For a month" }),
    since: z.string(),
  })
  .meta({ id: "PlanPrice" });
export type PlanPrice = z.output<typeof PlanPrice>;

/** A plan as administrators see it. */
export const AdminPlan = PlanFields.extend({
  key: PlanKey,
  countries: z.array(CountryCode).nullable(),
  includes: z.array(PlanKey),
  version: z.number().int(),
  members: z.number().int().meta({ description: "Games that it has today, without those of included plans" }),
  median_days: z.number().int().nullable().meta({ description: "How long games stay; null = too few have left" }),
  prices: z.array(PlanPrice).meta({ description: "The current price of each country" }),
}).meta({ id: "AdminPlan" });
export type AdminPlan = z.output<typeof AdminPlan>;

/** The fields of a membership that administrators edit. */
const MembershipShape = z.object({
  country: CountryCode.nullable().meta({ description: "`null` = everywhere that the plan is sold" }),
  since: Day.nullable().meta({ description: "Its first day; `null` = not known" }),
  until: Day.nullable().meta({ description: "The first day without it; `null` = it is still in" }),
  leaving_on: Day.nullable().meta({ description: "The day it leaves, as announced" }),
});

export const MembershipFields = MembershipShape.partial();
export type MembershipFields = z.output<typeof MembershipShape>;

/** That a game is, was or will be part of a plan. */
export const Membership = MembershipShape.extend({
  id: z.number().int(),
  plan: PlanKey,
  game_id: z.number().int(),
  title: z.string(),
  state: z.enum(membershipStates),
  source: z.string().meta({ description: "A file, a source, or the panel" }),
  last_seen_at: z.string(),
  version: z.number().int(),
}).meta({ id: "Membership" });
export type Membership = z.output<typeof Membership>;

const subscriptionReadingStates = ["applied", "held", "accepted", "failed"] as const;

/** One reading of a plan's games, or of its prices. */
export const SubscriptionReading = z
  .object({
    id: z.number().int(),
    plan: PlanKey,
    source: z.string(),
    state: z.enum(subscriptionReadingStates).meta({
      description: "`held`: too much smaller than the one before; `accepted`: held, and the next one may be as small",
    }),
    at: z.string(),
    seen: z.number().int(),
    joined: z.number().int(),
    left: z.number().int(),
    waiting: z.number().int().meta({ description: "Products that a person must match" }),
    refused: z.number().int().meta({ description: "Products that are none of our games, such as those for a console" }),
    problem: z.string().nullable(),
  })
  .meta({ id: "SubscriptionReading" });
export type SubscriptionReading = z.output<typeof SubscriptionReading>;
