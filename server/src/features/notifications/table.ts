import type { RuleKind, RuleScope, RuleSubject } from "contract/notifications/rules.ts";
import type { StoreKind } from "contract/stores/schema.ts";
import {
  bigint,
  boolean,
  customType,
  date,
  index,
  integer,
  pgTable,
  pgView,
  primaryKey,
  smallint,
  sql,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from "../../platform/db/drizzle.ts";
import { bundles } from "../bundles/table.ts";
import { games } from "../games/table.ts";
import { gameLists } from "../lists/table.ts";
import { markets } from "../markets/table.ts";
import { users } from "../users/table.ts";
import { channels } from "./channels/table.ts";

const bytea = customType<{ data: Buffer }>({ dataType: () => "bytea" });

/**
 * A rule that notifies a user about prices of one game, or of all games of a list. A price alert is a rule of kind
 * `target` or `drop` about a game.
 */
export const notificationRules = pgTable(
  "notification_rules",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    kind: text().$type<RuleKind>().notNull(),
    subject: text().$type<RuleSubject>().notNull(),
    /** For the subject `game`. */
    gameId: integer().references(() => games.id, { onDelete: "cascade" }),
    /** For the subject `list`. */
    listId: integer().references(() => gameLists.id, { onDelete: "cascade" }),
    /** For the subject `search`: search and filters as in the query of a list, sorted by name. */
    search: text(),
    /** What the user calls the search. */
    searchName: text(),
    /** Whose prices it watches; money is in that market's currency. */
    country: text()
      .notNull()
      .references(() => markets.country),
    /** Minor units of a target, per cent of a discount; `null` for other kinds. */
    value: integer(),
    scope: text().$type<RuleScope>().notNull(),
    /** Silent about games that the user gets by a subscription anyway. */
    unlessIncluded: boolean().notNull().default(false),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    lastFiredAt: timestamp({ withTimezone: true }),
    /** Its id when price alerts were not rules yet, which links in older mails contain. */
    formerAlertId: integer(),
  },
  (table) => [
    uniqueIndex("notification_rules_former_alert_idx").on(table.formerAlertId),
    index("notification_rules_user_id_idx").on(table.userId),
    index("notification_rules_game_id_idx").on(table.gameId).where(sql`${table.gameId} is not null`),
    index("notification_rules_list_id_idx").on(table.listId).where(sql`${table.listId} is not null`),
    index("notification_rules_wishlist_idx").on(table.userId).where(sql`${table.subject} = 'wishlist'`),
  ],
);

/** Where the events of a rule are delivered besides the inbox. */
export const ruleChannels = pgTable(
  "rule_channels",
  {
    ruleId: integer()
      .notNull()
      .references(() => notificationRules.id, { onDelete: "cascade" }),
    channelId: integer()
      .notNull()
      .references(() => channels.id, { onDelete: "cascade" }),
  },
  (table) => [
    primaryKey({ columns: [table.ruleId, table.channelId] }),
    index("rule_channels_channel_id_idx").on(table.channelId),
  ],
);

/**
 * What a rule has last seen of a game, starting with the first change it saw. Without a row, the offers before a change
 * are the former state.
 */
export const ruleStates = pgTable(
  "rule_states",
  {
    ruleId: integer()
      .notNull()
      .references(() => notificationRules.id, { onDelete: "cascade" }),
    gameId: integer()
      .notNull()
      .references(() => games.id, { onDelete: "cascade" }),
    /** The list item and the stores that it was seen with; with others the state no longer counts. */
    basis: text().notNull(),
    /** Whether the rule fires the next time that the condition holds. */
    armed: boolean().notNull(),
    /** The best deliverable price. */
    lastMinor: integer(),
    /** The lowest one above 0, for `low`. */
    lowMinor: integer(),
    /** Whether anything could be delivered, for `stock`. */
    available: boolean().notNull(),
  },
  (table) => [primaryKey({ columns: [table.ruleId, table.gameId] }), index("rule_states_game_id_idx").on(table.gameId)],
);

/** What a saved search found last. Without a row, what it finds next fires nothing. */
export const ruleSearches = pgTable(
  "rule_searches",
  {
    ruleId: integer()
      .primaryKey()
      .references(() => notificationRules.id, { onDelete: "cascade" }),
    /** Games that it found. */
    gameIds: integer().array().notNull(),
    /** The stores and the setting that they were found with; with others the games no longer count. */
    basis: text().notNull(),
    checkedAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [index("rule_searches_checked_at_idx").on(table.checkedAt)],
);

/** A rule that has fired, for the inbox. Written with the price; a copy of the rule as it was then. */
export const notificationEvents = pgTable(
  "notification_events",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** `null` = the rule was deleted. */
    ruleId: integer().references(() => notificationRules.id, { onDelete: "set null" }),
    kind: text().$type<RuleKind>().notNull(),
    value: integer(),
    scope: text().$type<RuleScope>().notNull(),
    subject: text().$type<RuleSubject>().notNull(),
    /** The name of the list or of the saved search. */
    listName: text(),
    gameId: integer()
      .notNull()
      .references(() => games.id, { onDelete: "cascade" }),
    country: text().notNull(),
    currency: text().notNull(),
    /** `null` = an event of a subscription, which has no price. */
    store: text(),
    /** The best price before; `null` when there was none. */
    oldMinor: integer(),
    newMinor: integer(),
    /** The name of the subscription plan that the game joins or leaves. */
    planName: text(),
    /** The day on which it leaves; `null` = only probable, or it joins. */
    happensOn: date({ mode: "string" }),
    /** How long games stay in the plan, where it probably leaves. */
    medianDays: integer(),
    /** The bundle that the price is for, of which the game is one; `null` = of none, or it was deleted. */
    bundleId: integer().references(() => bundles.id, { onDelete: "set null" }),
    bundleTitle: text(),
    /** How many of its games the user wants, and what they cost one by one. */
    wantedGames: integer(),
    separatelyMinor: integer(),
    at: timestamp({ withTimezone: true }).notNull(),
    readAt: timestamp({ withTimezone: true }),
  },
  (table) => [
    index("notification_events_user_idx").on(table.userId, table.id),
    index("notification_events_unread_idx").on(table.userId).where(sql`${table.readAt} is null`),
    index("notification_events_rule_idx").on(table.ruleId, table.id),
    index("notification_events_rule_game_idx").on(table.ruleId, table.gameId, table.at),
    index("notification_events_game_idx").on(table.gameId),
    index("notification_events_at_idx").on(table.at),
    index("notification_events_bundle_idx").on(table.bundleId).where(sql`${table.bundleId} is not null`),
  ],
);

/** The events of games that visitors see, with what messages and inboxes show of them. */
export const shownEvents = pgView("shown_events", {
  id: bigint("id", { mode: "number" }).notNull(),
  userId: integer("user_id").notNull(),
  ruleId: integer("rule_id"),
  kind: text("kind").$type<RuleKind>().notNull(),
  value: integer("value"),
  scope: text("scope").$type<RuleScope>().notNull(),
  subject: text("subject").$type<RuleSubject>().notNull(),
  listName: text("list_name"),
  gameId: integer("game_id").notNull(),
  title: text("title").notNull(),
  /** By language, as `games.localizedTitles`. */
  localizedTitles: text("localized_titles"),
  /** `null` = an event of a subscription. */
  storeName: text("store_name"),
  storeKind: text("store_kind").$type<StoreKind>(),
  /** In minor units of the currency. */
  oldMinor: integer("old_minor"),
  newMinor: integer("new_minor"),
  planName: text("plan_name"),
  happensOn: text("happens_on"),
  medianDays: integer("median_days"),
  bundleId: integer("bundle_id"),
  /** `null` = not about a bundle. */
  bundleTitle: text("bundle_title"),
  wantedGames: integer("wanted_games"),
  separatelyMinor: integer("separately_minor"),
  currency: text("currency").notNull(),
  country: text("country").notNull(),
  /** How the market writes prices (BCP 47). */
  locale: text("locale").notNull(),
  /** The market's country in lower case, as in URLs; `null` = the default one. */
  countryPath: text("country_path"),
  at: timestamp("at", { withTimezone: true }).notNull(),
  read: boolean("read").notNull(),
}).existing();

export type EventRow = typeof shownEvents.$inferSelect;

/** One event for one channel. */
export const notificationDeliveries = pgTable(
  "notification_deliveries",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    eventId: bigint({ mode: "number" })
      .notNull()
      .references(() => notificationEvents.id, { onDelete: "cascade" }),
    channelId: integer()
      .notNull()
      .references(() => channels.id, { onDelete: "cascade" }),
    /** `waiting` until it is part of a message, then `sent`; `dropped`: its channel was stopped before. */
    state: text().$type<"waiting" | "sent" | "dropped">().notNull().default("waiting"),
    /** `null` = not decided yet. */
    dueAt: timestamp({ withTimezone: true }),
    /** Of alert mail: part of a digest, not a mail of its own. */
    inDigest: boolean().notNull().default(false),
    /** The message that contains it. */
    messageId: uuid().references(() => notificationMessages.id, { onDelete: "set null" }),
  },
  (table) => [
    unique("notification_deliveries_event_channel_key").on(table.eventId, table.channelId),
    index("notification_deliveries_undecided_idx")
      .on(table.id)
      .where(sql`${table.state} = 'waiting' and ${table.dueAt} is null`),
    index("notification_deliveries_due_idx").on(table.dueAt).where(sql`${table.state} = 'waiting'`),
    index("notification_deliveries_channel_idx").on(table.channelId),
    index("notification_deliveries_message_idx").on(table.messageId),
  ],
);

/** The deliveries to a channel that were due at one time. A retry sends the same message with the same id. */
export const notificationMessages = pgTable(
  "notification_messages",
  {
    id: uuid().primaryKey(),
    channelId: integer()
      .notNull()
      .references(() => channels.id, { onDelete: "cascade" }),
    state: text().$type<"waiting" | "delivered" | "dropped">().notNull().default("waiting"),
    createdAt: timestamp({ withTimezone: true }).notNull(),
    /** How often its delivery was attempted. */
    attempts: integer().notNull().default(0),
    /** When it is next attempted, unless another process delivers it meanwhile. */
    nextAt: timestamp({ withTimezone: true }).notNull(),
    /** When it was delivered or given up. */
    finishedAt: timestamp({ withTimezone: true }),
  },
  (table) => [
    index("notification_messages_next_idx").on(table.nextAt).where(sql`${table.state} = 'waiting'`),
    index("notification_messages_channel_idx").on(table.channelId),
    index("notification_messages_finished_idx").on(table.finishedAt).where(sql`${table.state} <> 'waiting'`),
  ],
);

/** When a user wants to be notified. Users without a row have the defaults. */
export const notificationSettings = pgTable("notification_settings", {
  userId: integer()
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  /** IANA. */
  timeZone: text().notNull(),
  digestHour: smallint().notNull(),
  /** 1 = Monday to 7 = Sunday. */
  digestWeekday: smallint().notNull(),
  /** Minutes of the day; `null` = no quiet hours. */
  quietFrom: smallint(),
  quietTo: smallint(),
  /** Whether the user has set them. */
  timesChosen: boolean().notNull().default(false),
  /** When the user stopped all notifications; `null` = they are on. */
  stoppedAt: timestamp({ withTimezone: true }),
});

/**
 * Signing keys in the database, by purpose. Links are signed with keys derived from the secret key; the former key
 * stays for a while, for mails already sent.
 */
export const signingKeys = pgTable("signing_keys", {
  purpose: text().primaryKey(),
  key: bytea().notNull(),
  /** Since when nothing new is signed with it; `null` = not retired. */
  retiredAt: timestamp({ withTimezone: true }),
});
