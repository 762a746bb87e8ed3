import { undoDays } from "contract/catalogue/merge-rules.ts";
import { AppError } from "contract/core/errors.ts";
import type { Db } from "../../../platform/db/connect.ts";
import { and, eq, isNotNull, lt, sql } from "../../../platform/db/drizzle.ts";
import { type Actor, recordChange } from "../../audit/commands.ts";
import { games } from "../../games/table.ts";
import { endOverrides } from "../../prices/desk/commands-overrides.ts";
import { gameMerges, type MergeSnapshot, mergedItems } from "../table.ts";
import { unmergeItems } from "./commands-items.ts";
import { unmergeLibraries } from "./commands-library.ts";
import { inLockedCatalogue, nameOf, removeTitles } from "./commands-merge.ts";
import { unmergePrices } from "./commands-prices-undo.ts";
import { unmergeRecords } from "./commands-records.ts";
import { unmergeReferences } from "./commands-references.ts";
import { restoreRows } from "./commands-rows.ts";
import { unmergeRules } from "./commands-rules.ts";
import { findLaterMerge, findMergeRow } from "./queries-merges.ts";

interface NamedGame {
  id: number;
  title: string;
}

/**
 * Undoes a merge: moved data returns, and later changes to the other game stay. Throws `not_found` for a game that was
 * not merged, and `conflict` when it is too late or a later merge has to be undone first.
 */
export async function unmergeGame(
  db: Db,
  editor: Actor,
  id: number,
  now: Date,
): Promise<{ game: NamedGame; from: NamedGame }> {
  const found = await requireUndoable(db, id, now);
  return inLockedCatalogue(db, [found.intoId], async (tx) => {
    const { intoId, mergedAt, snapshot, title } = await requireUndoable(tx, id, now);
    const [into] = await tx.select({ id: games.id, title: games.title }).from(games).where(eq(games.id, intoId));
    if (!into) throw new AppError("conflict", `Game ${intoId}, which it was merged into, is gone`);
    await removeTitles(tx, intoId, snapshot);
    await restoreGame(tx, intoId, snapshot);
    const pair = { id, intoId, now };
    await unmergeReferences(tx, pair, snapshot);
    await unmergeRecords(tx, pair, snapshot);
    await unmergeItems(tx, pair);
    await unmergeLibraries(tx, pair);
    await unmergePrices(tx, { ...pair, mergedAt }, snapshot);
    await endOverrides(tx, now);
    await unmergeRules(tx, pair, snapshot);
    await tx.delete(gameMerges).where(eq(gameMerges.gameId, id));
    const game = { id, title };
    await recordChange(tx, editor, {
      action: "UPDATE",
      resourceType: "game",
      resourceId: id,
      resourceKey: title,
      description: `Undid the merge of ${nameOf(game)} into ${nameOf(into)}`,
      oldValue: { merged_into: intoId },
      newValue: { merged_into: null },
    });
    return { game, from: into };
  });
}

async function requireUndoable(tx: Db, id: number, now: Date) {
  const merge = await findMergeRow(tx, id);
  if (!merge) throw new AppError("not_found", `Game ${id} was not merged`);
  const { snapshot, mergedAt } = merge;
  if (!snapshot || mergedAt < undoableSince(now)) {
    throw new AppError("conflict", `A merge can be undone for ${undoDays} days, and this one is older`);
  }
  const later = await findLaterMerge(tx, merge);
  if (later) {
    const what = `${nameOf({ id: later.gameId, title: later.title })} into game ${later.intoId}`;
    throw new AppError("conflict", `First undo the later merge of ${what}`);
  }
  return { ...merge, snapshot };
}

async function restoreGame(tx: Db, intoId: number, { game, movedAppid }: MergeSnapshot): Promise<void> {
  const { steam_appid: appid, parent_id: parentId } = game;
  if (movedAppid) {
    await tx.execute(sql`update games set steam_appid = null where id = ${intoId} and steam_appid = ${appid}`);
  }
  const { rows } = await tx.execute<{ parent: boolean; holder: string | null }>(sql`
    select exists (select from games where id = ${parentId}) as parent,
      (select title from games where steam_appid = ${appid}) as holder
  `);
  const [{ parent, holder }] = rows as [{ parent: boolean; holder: string | null }];
  if (holder !== null) {
    throw new AppError("conflict", `${holder} has the Steam appid ${appid} of this game now: take it away first`);
  }
  await restoreRows(tx, "games", [{ ...game, parent_id: parent ? parentId : null }]);
}

/** Deletes the undo data of merges that can no longer be undone; their redirects stay. */
export async function pruneOldMerges(db: Db, now: Date): Promise<number> {
  return db.transaction(async (tx) => {
    const pruned = await tx
      .update(gameMerges)
      .set({ snapshot: null })
      .where(and(lt(gameMerges.mergedAt, undoableSince(now)), isNotNull(gameMerges.snapshot)))
      .returning({ id: gameMerges.gameId });
    for (const { id } of pruned) await tx.delete(mergedItems).where(eq(mergedItems.gameId, id));
    return pruned.length;
  });
}

const dayMs = 24 * 3_600_000;

const undoableSince = (now: Date) => new Date(now.getTime() - undoDays * dayMs);
