import { errorText } from "contract/content-strings/defaults/personal/error.ts";
import { AppError, invalid } from "contract/core/errors.ts";
import { firstCountry } from "contract/markets/regions.ts";
import type { NamedSubject } from "contract/notifications/rule-schema.ts";
import { isPriceAlert, maxRules, type RuleKind, type RuleScope } from "contract/notifications/rules.ts";
import type { Db } from "../../../platform/db/connect.ts";
import { and, eq, inArray, isNull, ne, type SQL, sql } from "../../../platform/db/drizzle.ts";
import { settleBundles } from "../../bundles/commands-notices.ts";
import { requireGame } from "../../games/queries.ts";
import { gameLists } from "../../lists/table.ts";
import { asTheyAre, evaluateRules } from "../../prices/rules/commands-evaluate.ts";
import { gamePrices } from "../../prices/table.ts";
import { users } from "../../users/table.ts";
import { ensureAlertMail } from "../channels/commands-alert-mail.ts";
import { channels } from "../channels/table.ts";
import {
  notificationDeliveries,
  notificationEvents,
  notificationRules,
  ruleChannels,
  ruleSearches,
  ruleStates,
} from "../table.ts";
import { findRule, isAlert, type RuleRow } from "./queries-rules.ts";

/** A rule to add or to replace; its value is in minor units or percent. */
export interface RuleInput {
  kind: RuleKind;
  subject: NamedSubject;
  country: string;
  value: number | null;
  scope: RuleScope;
  /** Silent about games that the user's plans have. */
  unlessIncluded?: boolean;
  /** Ids of the user's channels. */
  channels: readonly number[];
}

/** A rule as a user's price alert: `null` = any drop. */
export interface AlertInput {
  userId: number;
  gameId: number;
  /** The market whose prices it watches; the United States if absent. */
  country?: string;
  /** In the market's currency; `null` = any drop. */
  targetMinor: number | null;
  /** Only prices of official stores count; `false` = of the user's stores, left out = as before. */
  official?: boolean | undefined;
}

/**
 * Sets a user's price alert for a game: a rule about the stores that count for the user, delivered by mail to the
 * account's address. An existing one gets the new target; the same target again changes nothing. Throws `not_found`
 * for an unknown game, and `conflict` when the user has no email address or `maxAlerts` alerts.
 */
export function setAlert(
  db: Db,
  { userId, gameId, country = firstCountry, targetMinor, official }: AlertInput,
  maxAlerts: number,
): Promise<{ alert: RuleRow; created: boolean }> {
  return db.transaction(async (tx) => {
    await requireGame(tx, gameId);
    // A transaction that is recording a price can't see this rule yet: wait for it, or make it wait.
    await tx.select().from(gamePrices).where(eq(gamePrices.gameId, gameId)).for("share");
    const { email } = await lockRules(tx, userId);
    if (email === null) throw new AppError("conflict", "Add an email address to your profile first");
    const kind = targetMinor === null ? "drop" : "target";
    const condition: AlertCondition = { kind, value: targetMinor, country };
    if (official !== undefined) condition.scope = official ? "official" : "mine";
    const mailId = await ensureAlertMail(tx, userId);
    const current = await findRuleToSet(tx, { userId, gameId, mailId, ...condition });
    const ruleId = current?.id ?? (await addAlert(tx, { userId, gameId, ...condition }, maxAlerts));
    if (current && !current.isSame) await changeCondition(tx, ruleId, condition);
    if (!current?.isSame) {
      const games = asTheyAre(sql`select ${gameId}::integer, ${country}::text`);
      await evaluateRules(tx, { games, now: new Date(), baselineOf: ruleId });
    }
    await tx.insert(ruleChannels).values({ ruleId, channelId: mailId }).onConflictDoNothing();
    return { alert: (await findRule(tx, userId, ruleId))!, created: current === null };
  });
}

interface AlertCondition {
  kind: "target" | "drop";
  value: number | null;
  country: string;
  /** Left out = any. */
  scope?: "official" | "mine";
}

type OwnCondition = AlertCondition & { userId: number; gameId: number };

async function addAlert(tx: Db, { userId, ...condition }: OwnCondition, maxAlerts: number): Promise<number> {
  await requireRoomForAlert(tx, userId, maxAlerts);
  const values = { userId, scope: "mine", ...condition, subject: "game" } as const;
  const [rule] = await tx.insert(notificationRules).values(values).returning({ id: notificationRules.id });
  return rule!.id;
}

/** The rule to change: one with this condition, otherwise the alert that is mailed; `null` = a new one. */
async function findRuleToSet(tx: Db, alert: OwnCondition & { mailId: number }) {
  const { userId, gameId, mailId, kind, value, country, scope = null } = alert;
  const { rows } = await tx.execute<{ id: number; isSame: boolean }>(sql`
    select rule.id, is_same as "isSame" from notification_rules rule
    cross join lateral (
      select kind = ${kind} and value is not distinct from ${value}::integer and country = ${country}
          and (${scope}::text is null or scope = ${scope}) as is_same,
        exists (select from rule_channels where rule_id = rule.id and channel_id = ${mailId}) as is_mailed
    ) facts
    where rule.user_id = ${userId} and rule.game_id = ${gameId} and ${isAlert(sql`rule`)} and (is_same or is_mailed)
    order by is_same desc, is_mailed desc, rule.id desc
    limit 1
    for no key update of rule
  `);
  return rows[0] ?? null;
}

/** Removes one of the user's price alerts. Does nothing for an unknown one. */
export async function removeAlert(db: Db, userId: number, id: number): Promise<void> {
  await removeRules(db, and(isOwn(userId, id), isAlert(sql`notification_rules`)));
}

/**
 * Adds a rule. Throws `not_found` for an unknown game, `invalid` for a list or channels that are not the user's, and
 * `conflict` when the user has this rule or too many.
 */
export function addRule(db: Db, userId: number, input: RuleInput, maxAlerts = maxRules): Promise<RuleRow> {
  return db.transaction(async (tx) => {
    await lockRules(tx, userId);
    if (isPriceAlert(input)) await requireRoomForAlert(tx, userId, maxAlerts);
    else await requireRoom(tx, userId);
    await requireDistinct(tx, userId, input);
    const values = { userId, ...(await columnsOf(tx, userId, input)) };
    const [rule] = await tx.insert(notificationRules).values(values).returning({ id: notificationRules.id });
    if (values.search !== null) await addSearch(tx, rule!.id);
    if (values.kind === "bundle") await settleBundles(tx, { now: new Date(), baselineOf: rule!.id });
    await setChannels(tx, userId, rule!.id, input.channels);
    return (await findRule(tx, userId, rule!.id))!;
  });
}

/** Replaces one of the user's rules; another condition resets its state. Throws as `addRule`, apart from limits. */
export function changeRule(db: Db, userId: number, id: number, input: RuleInput): Promise<RuleRow> {
  return db.transaction(async (tx) => {
    await lockRules(tx, userId);
    const [rule] = await tx.select().from(notificationRules).where(isOwn(userId, id)).for("no key update");
    if (!rule) throw new AppError("not_found", "Rule not found");
    await requireDistinct(tx, userId, input, id);
    const columns = await columnsOf(tx, userId, input);
    const isSame = Object.entries(columns).every(([name, value]) => rule[name as keyof typeof columns] === value);
    if (!isSame) await changeCondition(tx, id, columns);
    if (columns.search !== null) await addSearch(tx, id);
    if (columns.kind === "bundle" && !isSame) await settleBundles(tx, { now: new Date(), baselineOf: id });
    await setChannels(tx, userId, id, input.channels);
    return (await findRule(tx, userId, id))!;
  });
}

/** What the rule has seen belongs to its former condition. */
async function changeCondition(tx: Db, id: number, columns: Partial<typeof notificationRules.$inferInsert>) {
  await tx.update(notificationRules).set(columns).where(eq(notificationRules.id, id));
  await tx.delete(ruleStates).where(eq(ruleStates.ruleId, id));
}

/** Its first check fires nothing, because its basis is another one. */
async function addSearch(tx: Db, ruleId: number): Promise<void> {
  const values = { ruleId, gameIds: [], basis: "", checkedAt: new Date(0) };
  await tx.insert(ruleSearches).values(values).onConflictDoNothing();
}

/** Removes one of the user's rules; its events stay in the inbox. Does nothing for an unknown rule. */
export async function removeRule(db: Db, userId: number, id: number): Promise<void> {
  await removeRules(db, isOwn(userId, id));
}

/** Removes rules, and drops what waits to be delivered for them. Returns the ids of their games. */
export function removeRules(db: Db, which: SQL | undefined): Promise<{ gameId: number | null }[]> {
  return db.transaction(async (tx) => {
    const rules = await tx
      .select({ id: notificationRules.id })
      .from(notificationRules)
      .where(which)
      .orderBy(notificationRules.id)
      .for("update");
    if (rules.length === 0) return [];
    const ids = rules.map(({ id }) => id);
    const events = tx
      .select({ id: notificationEvents.id })
      .from(notificationEvents)
      .where(inArray(notificationEvents.ruleId, ids));
    await tx
      .update(notificationDeliveries)
      .set({ state: "dropped" })
      .where(and(inArray(notificationDeliveries.eventId, events), eq(notificationDeliveries.state, "waiting")));
    return tx
      .delete(notificationRules)
      .where(inArray(notificationRules.id, ids))
      .returning({ gameId: notificationRules.gameId });
  });
}

const isOwn = (userId: number, id: number) => and(eq(notificationRules.userId, userId), eq(notificationRules.id, id));

/** Locks the user's rules until the end of the transaction. */
async function lockRules(tx: Db, userId: number): Promise<{ email: string | null }> {
  const [owner] = await tx.select({ email: users.email }).from(users).where(eq(users.id, userId)).for("no key update");
  if (!owner) throw new AppError("unauthenticated", "Authentication required");
  return owner;
}

async function requireRoomForAlert(tx: Db, userId: number, maxAlerts: number): Promise<void> {
  const own = eq(notificationRules.userId, userId);
  if ((await tx.$count(notificationRules, and(own, isAlert(sql`notification_rules`)))) < maxAlerts) return;
  throw new AppError("conflict", errorText("error.alerts_full", { count: maxAlerts }));
}

/** Price alerts have a limit of their own. */
async function requireRoom(tx: Db, userId: number): Promise<void> {
  const own = eq(notificationRules.userId, userId);
  if ((await tx.$count(notificationRules, and(own, sql`not ${isAlert(sql`notification_rules`)}`))) < maxRules) return;
  throw new AppError("conflict", errorText("error.rules_full", { count: maxRules }));
}

async function columnsOf(
  tx: Db,
  userId: number,
  { subject, kind, country, value, scope, unlessIncluded = false }: RuleInput,
) {
  if (subject.type === "game") await requireGame(tx, subject.id);
  if (subject.type === "list") await requireList(tx, userId, subject.id);
  return {
    kind,
    subject: subject.type,
    gameId: subject.type === "game" ? subject.id : null,
    listId: subject.type === "list" ? subject.id : null,
    search: subject.type === "search" ? subject.query : null,
    searchName: subject.type === "search" ? subject.name : null,
    country,
    value,
    scope,
    unlessIncluded,
  };
}

async function requireList(tx: Db, userId: number, id: number): Promise<void> {
  const own = and(eq(gameLists.userId, userId), eq(gameLists.id, id), eq(gameLists.kind, "list"));
  const [list] = await tx.select({ id: gameLists.id }).from(gameLists).where(own).for("key share");
  if (!list) throw invalid([{ path: "subject.id", msg: "You have no such list" }]);
}

/** Throws `conflict` for a duplicate, which would report everything twice. */
async function requireDistinct(tx: Db, userId: number, input: RuleInput, id?: number): Promise<void> {
  const { subject, kind, country, value, scope } = input;
  const isSubject: Record<NamedSubject["type"], SQL | undefined> = {
    game: eq(notificationRules.gameId, "id" in subject ? subject.id : 0),
    list: eq(notificationRules.listId, "id" in subject ? subject.id : 0),
    wishlist: eq(notificationRules.subject, "wishlist"),
    bundles: eq(notificationRules.subject, "bundles"),
    search: eq(notificationRules.search, "query" in subject ? subject.query : ""),
  };
  const twins = await tx.$count(
    notificationRules,
    and(
      eq(notificationRules.userId, userId),
      isSubject[subject.type],
      eq(notificationRules.kind, kind),
      eq(notificationRules.country, country),
      value === null ? isNull(notificationRules.value) : eq(notificationRules.value, value),
      eq(notificationRules.scope, scope),
      id === undefined ? undefined : ne(notificationRules.id, id),
    ),
  );
  if (twins > 0) throw new AppError("conflict", "You have this rule already");
}

async function setChannels(tx: Db, userId: number, ruleId: number, channelIds: readonly number[]): Promise<void> {
  const ids = [...new Set(channelIds)];
  const own = await tx
    .select({ id: channels.id })
    .from(channels)
    .where(and(eq(channels.userId, userId), inArray(channels.id, ids)))
    .for("key share");
  if (own.length < ids.length) throw invalid([{ path: "channels", msg: "You have no such channel" }]);
  await tx.delete(ruleChannels).where(eq(ruleChannels.ruleId, ruleId));
  if (ids.length > 0) await tx.insert(ruleChannels).values(ids.map((channelId) => ({ ruleId, channelId })));
}
