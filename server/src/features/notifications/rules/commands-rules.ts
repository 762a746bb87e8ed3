import { AppError, invalid } from "contract/core/errors.ts";
import type { NamedSubject } from "contract/notifications/rule-schema.ts";
import { maxRules, type RuleKind, type RuleScope } from "contract/notifications/rules.ts";
import { and, eq, inArray, isNull, ne, type SQL } from "drizzle-orm";
import type { Db } from "../../../platform/db/connect.ts";
import { users } from "../../accounts/table.ts";
import { games } from "../../games/table.ts";
import { gameLists } from "../../lists/table.ts";
import { channels } from "../channels/table.ts";
import { notificationRules, ruleChannels, ruleStates } from "../table.ts";
import { findRule, type RuleRow } from "./queries-rules.ts";

/** A rule to add or to replace; its value is in minor units or percent. */
export interface RuleInput {
  kind: RuleKind;
  subject: NamedSubject;
  country: string;
  value: number | null;
  scope: RuleScope;
  /** Ids of the user's channels. */
  channels: readonly number[];
}

/**
 * Adds a rule. Throws `not_found` for an unknown game, `invalid` for a list or channels that are not the user's, and
 * `conflict` when the user has this rule or too many.
 */
export function addRule(db: Db, userId: number, input: RuleInput): Promise<RuleRow> {
  return db.transaction(async (tx) => {
    await lockRules(tx, userId);
    if ((await tx.$count(notificationRules, eq(notificationRules.userId, userId))) >= maxRules) {
      throw new AppError("conflict", `You can have at most ${maxRules} rules. Remove one to add another.`);
    }
    await requireDistinct(tx, userId, input);
    const values = { userId, ...(await columnsOf(tx, userId, input)) };
    const [rule] = await tx.insert(notificationRules).values(values).returning({ id: notificationRules.id });
    await setChannels(tx, userId, rule!.id, input.channels);
    return (await findRule(tx, userId, rule!.id))!;
  });
}

/** Replaces one of the user's rules; another condition resets its state. Throws as `addRule`. */
export function changeRule(db: Db, userId: number, id: number, input: RuleInput): Promise<RuleRow> {
  return db.transaction(async (tx) => {
    await lockRules(tx, userId);
    const [rule] = await tx.select().from(notificationRules).where(isOwn(userId, id)).for("no key update");
    if (!rule) throw new AppError("not_found", "Rule not found");
    await requireDistinct(tx, userId, input, id);
    const columns = await columnsOf(tx, userId, input);
    const isSame = Object.entries(columns).every(([name, value]) => rule[name as keyof typeof columns] === value);
    if (!isSame) {
      await tx.update(notificationRules).set(columns).where(eq(notificationRules.id, id));
      await tx.delete(ruleStates).where(eq(ruleStates.ruleId, id));
    }
    await setChannels(tx, userId, id, input.channels);
    return (await findRule(tx, userId, id))!;
  });
}

/** Removes one of the user's rules; its events stay in the inbox. Does nothing for an unknown rule. */
export async function removeRule(db: Db, userId: number, id: number): Promise<void> {
  await db.delete(notificationRules).where(isOwn(userId, id));
}

const isOwn = (userId: number, id: number) => and(eq(notificationRules.userId, userId), eq(notificationRules.id, id));

/** Locks the user's rules until the end of the transaction. */
async function lockRules(tx: Db, userId: number): Promise<void> {
  const [owner] = await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("no key update");
  if (!owner) throw new AppError("unauthenticated", "Authentication required");
}

async function columnsOf(tx: Db, userId: number, { subject, kind, country, value, scope }: RuleInput) {
  if (subject.type === "game") await requireGame(tx, subject.id);
  if (subject.type === "list") await requireList(tx, userId, subject.id);
  return {
    kind,
    subject: subject.type,
    gameId: subject.type === "game" ? subject.id : null,
    listId: subject.type === "list" ? subject.id : null,
    country,
    value,
    scope,
  };
}

async function requireGame(tx: Db, gameId: number): Promise<void> {
  const visible = and(eq(games.id, gameId), eq(games.hidden, false));
  const [game] = await tx.select({ id: games.id }).from(games).where(visible).for("key share");
  if (!game) throw new AppError("not_found", "Game not found");
}

async function requireList(tx: Db, userId: number, id: number): Promise<void> {
  const own = and(eq(gameLists.userId, userId), eq(gameLists.id, id));
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
