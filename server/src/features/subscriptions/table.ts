import type { SubscriptionReading } from "contract/subscriptions/schema.ts";
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  sql,
  text,
  timestamp,
  uniqueIndex,
} from "../../platform/db/drizzle.ts";
import { games } from "../games/table.ts";

/** A company's subscriptions, such as Game Pass. */
export const subscriptionServices = pgTable("subscription_services", {
  key: text().primaryKey(),
  name: text().notNull(),
  version: integer().notNull().default(1),
  updatedAt: timestamp({ withTimezone: true }),
});

/** What a visitor can subscribe to. */
export const subscriptionPlans = pgTable("subscription_plans", {
  key: text().primaryKey(),
  service: text()
    .notNull()
    .references(() => subscriptionServices.key),
  name: text().notNull(),
  /** Where it is sold (ISO 3166); `null` = everywhere. */
  countries: text().array(),
  /** Plans whose games it has too. */
  includes: text().array().notNull().default([]),
  version: integer().notNull().default(1),
  updatedAt: timestamp({ withTimezone: true }),
});

/** Each plan with itself and all plans that it includes, directly or not; derived from `includes`. */
export const planCoverage = pgTable(
  "plan_coverage",
  {
    plan: text()
      .notNull()
      .references(() => subscriptionPlans.key, { onDelete: "cascade" }),
    covers: text()
      .notNull()
      .references(() => subscriptionPlans.key, { onDelete: "cascade" }),
  },
  (table) => [primaryKey({ columns: [table.plan, table.covers] }), index("plan_coverage_covers_idx").on(table.covers)],
);

/** What a plan costs a month in a country from a day on, until the next price there. */
export const planPrices = pgTable(
  "plan_prices",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    plan: text()
      .notNull()
      .references(() => subscriptionPlans.key, { onDelete: "cascade" }),
    country: text().notNull(),
    currency: text().notNull(),
    priceMinor: bigint({ mode: "number" }).notNull(),
    since: date({ mode: "string" }).notNull(),
    source: text().notNull(),
  },
  (table) => [uniqueIndex("plan_prices_key").on(table.plan, table.country, table.since)],
);

/** A period in which a game is, was or will be part of a plan. A game that came back has two. */
export const subscriptionMemberships = pgTable(
  "subscription_memberships",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    gameId: integer()
      .notNull()
      .references(() => games.id, { onDelete: "cascade" }),
    plan: text()
      .notNull()
      .references(() => subscriptionPlans.key, { onDelete: "cascade" }),
    /** `null` = everywhere that the plan is sold. */
    country: text(),
    /** Its first day; `null` = not known. */
    since: date({ mode: "string" }),
    /** The first day without it; `null` = it is still in. */
    until: date({ mode: "string" }),
    /** The day it leaves, as announced. */
    leavingOn: date({ mode: "string" }),
    /** A file, a source, or `panel`. */
    source: text().notNull(),
    /** The service's own id of the product. */
    productId: text(),
    lastSeenAt: timestamp({ withTimezone: true }).notNull(),
    /** When rules were evaluated for its beginning, its announced end, and its probable end; each counts once. */
    joinedNoticeAt: timestamp({ withTimezone: true }),
    leavesNoticeAt: timestamp({ withTimezone: true }),
    likelyNoticeAt: timestamp({ withTimezone: true }),
    version: integer().notNull().default(1),
    updatedAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    uniqueIndex("subscription_memberships_period_key").on(
      table.gameId,
      table.plan,
      sql`coalesce(${table.country}, '')`,
      sql`coalesce(${table.since}, '-infinity')`,
    ),
    index("subscription_memberships_plan_idx").on(table.plan, table.source),
    check("subscription_memberships_until_check", sql`${table.until} >= ${table.since}`),
    check("subscription_memberships_leaving_on_check", sql`${table.leavingOn} >= ${table.since}`),
    index("subscription_memberships_unnoticed_idx").on(table.since).where(sql`${table.joinedNoticeAt} is null`),
  ],
);

/** One reading of a plan's games or prices. */
export const subscriptionReadings = pgTable(
  "subscription_readings",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    plan: text()
      .notNull()
      .references(() => subscriptionPlans.key, { onDelete: "cascade" }),
    source: text().notNull(),
    state: text().$type<SubscriptionReading["state"]>().notNull(),
    at: timestamp({ withTimezone: true }).notNull(),
    seen: integer().notNull(),
    /** Whether it was the plan's whole list. */
    complete: boolean().notNull().default(false),
    joined: integer().notNull().default(0),
    left: integer().notNull().default(0),
    waiting: integer().notNull().default(0),
    /** Products that are none of our games, such as those for a console. */
    refused: integer().notNull().default(0),
    problem: text(),
  },
  (table) => [index("subscription_readings_plan_idx").on(table.plan, table.source, table.id)],
);
