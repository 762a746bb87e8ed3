import type { GameMerge, MergeCounts } from "contract/catalogue/merge-schema.ts";
import { AppError } from "contract/core/errors.ts";
import {
  joinLocalizedTitles,
  joinTitles,
  keysOfLocalizedTitles,
  keysOfTitles,
  splitLocalizedTitles,
  splitTitles,
} from "contract/games/titles.ts";
import type { Db } from "../../../platform/db/connect.ts";
import { eq, sql } from "../../../platform/db/drizzle.ts";
import { type Actor, recordChange } from "../../audit/commands.ts";
import { games } from "../../games/table.ts";
import { lockPrices } from "../../prices/offers/commands.ts";
import { gameMerges, type MergeSnapshot, type SavedRow } from "../table.ts";
import { mergeCorrections } from "./commands-corrections.ts";
import { mergeItems } from "./commands-items.ts";
import { lockLibraries, mergeLibraries } from "./commands-library.ts";
import type { MergedPair } from "./commands-pairs.ts";
import { mergePrices } from "./commands-prices.ts";
import { mergeRecords } from "./commands-records.ts";
import { mergeReferences, moveAppid } from "./commands-references.ts";
import { readRows } from "./commands-rows.ts";
import { mergeRules } from "./commands-rules.ts";
import { countMoves, requireMerge, requirePair } from "./queries-merges.ts";

/** Shorter than `deadlock_timeout` (1 s), so that a deadlock ends this transaction and not another one. */
const lockTimeoutMs = 800;
const lockNotAvailable = "55P03";

/**
 * Merges a game into another one, which takes over its data; the game is deleted, and its addresses redirect to the
 * other one. Sends no mail. Throws `not_found`, `invalid` for a game that cannot be merged into, and `conflict` for one
 * that was merged itself or is being changed.
 */
export function mergeGame(
  db: Db,
  editor: Actor,
  { id, intoId, now }: MergedPair,
): Promise<{ merge: GameMerge; counts: MergeCounts }> {
  return inLockedCatalogue(db, [id, intoId], async (tx) => {
    const { game, into } = await requirePair(tx, id, intoId);
    const counts = await countMoves(tx, id, intoId);
    const [row] = await readRows(tx, "games", sql`id = ${id}`);
    const pair = { id, intoId, now: await nextMergeTime(tx, now) };
    const { facts, ...references } = await mergeReferences(tx, pair);
    const { title } = game;
    const merge = { gameId: id, intoId, title, titleKey: String(row!.title_key), mergedAt: pair.now };
    await tx.insert(gameMerges).values({ ...merge, products: productsOf(row!, facts) });
    await mergeItems(tx, pair);
    await mergeLibraries(tx, pair);
    const prices = await mergePrices(tx, pair);
    const corrections = await mergeCorrections(tx, pair, prices);
    const rules = await mergeRules(tx, pair);
    const records = await mergeRecords(tx, pair);
    await tx.delete(games).where(eq(games.id, id));
    const titles = await addTitles(tx, intoId, row!);
    const movedAppid = await moveAppid(tx, intoId, row!);
    await tx
      .update(gameMerges)
      .set({
        snapshot: {
          ...prices,
          ...corrections,
          ...records,
          ...references,
          ...rules,
          facts,
          movedAppid,
          ...titles,
          game: row!,
        },
      })
      .where(eq(gameMerges.gameId, id));
    await recordChange(tx, editor, {
      action: "UPDATE",
      resourceType: "game",
      resourceId: id,
      resourceKey: title,
      description: `Merged ${nameOf(game)} into ${nameOf(into)}`,
      oldValue: { merged_into: null },
      newValue: { merged_into: intoId },
      details: { ...counts },
    });
    return { merge: await requireMerge(tx, id, now), counts };
  });
}

type AddedTitles = Pick<MergeSnapshot, "addedTitles" | "addedLocalized">;

/**
 * Adds the titles of the merged game to the other one's; returns those that it did not have. Of titles in one language
 * the other game's stays the one that is shown.
 */
async function addTitles(tx: Db, intoId: number, merged: SavedRow): Promise<AddedTitles> {
  const { title, others, localized } = await readTitles(tx, intoId);
  const textOf = (column: string) => (merged[column] as string | null | undefined) ?? "";
  const all = joinTitles([others ?? "", textOf("title"), textOf("also_known_as")], title);
  const byLanguage = [localized, textOf("localized_titles")].flatMap(splitLocalizedTitles);
  const allLocalized = joinLocalizedTitles(byLanguage, title);
  await setTitles(tx, intoId, all, allLocalized);
  const lacking = (before: readonly string[], after: readonly string[]) => after.filter((one) => !before.includes(one));
  return {
    addedTitles: lacking(splitTitles(others), splitTitles(all)),
    addedLocalized: lacking(linesOf(localized), linesOf(allLocalized)),
  };
}

/** Takes titles back that a merge added. */
export async function removeTitles(
  tx: Db,
  intoId: number,
  { addedTitles = [], addedLocalized = [] }: AddedTitles,
): Promise<void> {
  if (addedTitles.length + addedLocalized.length === 0) return;
  const { title, others, localized } = await readTitles(tx, intoId);
  const left = splitTitles(others).filter((one) => !addedTitles.includes(one));
  const leftLocalized = linesOf(localized).filter((line) => !addedLocalized.includes(line));
  await setTitles(tx, intoId, joinTitles(left, title), leftLocalized.join("\n") || null);
}

const linesOf = (localized: string | null) => localized?.split("\n") ?? [];

async function readTitles(tx: Db, id: number) {
  const { title, alsoKnownAs: others, localizedTitles: localized } = games;
  const [game] = await tx.select({ title, others, localized }).from(games).where(eq(games.id, id));
  return game!;
}

async function setTitles(tx: Db, id: number, titles: string | null, localized: string | null): Promise<void> {
  const others = { alsoKnownAs: titles, alsoKnownKeys: keysOfTitles(titles) };
  const byLanguage = { localizedTitles: localized, localizedKeys: keysOfLocalizedTitles(localized) };
  await tx
    .update(games)
    .set({ ...others, ...byLanguage })
    .where(eq(games.id, id));
}

/** A time after all other merges, so that merges are ordered by time. */
async function nextMergeTime(tx: Db, now: Date): Promise<Date> {
  const { rows } = await tx.execute<{ latest: number | null }>(sql`
    select extract(epoch from max(merged_at))::double precision * 1000 as latest from game_merges
  `);
  return new Date(Math.max(now.getTime(), (rows[0]!.latest ?? 0) + 1));
}

/** The game's ids at sources. */
function productsOf({ steam_appid: appid }: SavedRow, facts: readonly SavedRow[]): string[] {
  const products = facts.map(({ source, product_id }) => `${source} ${product_id}`);
  return appid === null ? products : [...new Set([...products, `steam ${appid}`])];
}

/**
 * Runs a change of several games in a transaction that locks prices, these games, wishlists, lists and rules. Throws
 * `conflict` when another transaction holds these locks for too long.
 */
export async function inLockedCatalogue<T>(db: Db, ids: readonly number[], change: (tx: Db) => Promise<T>): Promise<T> {
  try {
    return await db.transaction(async (tx) => {
      await lockPrices(tx);
      await tx.execute(sql`select set_config('lock_timeout', ${`${lockTimeoutMs}ms`}, true)`);
      await tx.execute(sql`lock table game_facts, game_merges in share row exclusive mode`);
      await tx.execute(sql`select from games where id = any(${sql.param([...ids])}::integer[]) order by id for update`);
      // positions and uniqueness depend on all items of an owner
      await tx.execute(sql`
        lock table list_items, gift_marks, notification_rules in share row exclusive mode
      `);
      await lockLibraries(tx);
      return change(tx);
    });
  } catch (error) {
    if (!isLockTimeout(error)) throw error;
    throw new AppError("conflict", "These games are being changed right now. Try again in a moment");
  }
}

function isLockTimeout(error: unknown): boolean {
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  return code === lockNotAvailable || (cause !== undefined && isLockTimeout(cause));
}

export const nameOf = ({ id, title }: { id: number; title: string }) => `${title} (game ${id})`;
