import { undoDays } from "contract/catalogue/merge-rules.ts";
import type { GameMerge, MergeCounts } from "contract/catalogue/merge-schema.ts";
import { AppError, invalid } from "contract/core/errors.ts";
import type { Db } from "../../../platform/db/connect.ts";
import { and, desc, eq, gt, inArray, or, type SQL, sql } from "../../../platform/db/drizzle.ts";
import { games } from "../../games/table.ts";
import { isAlert } from "../../notifications/rules/queries-rules.ts";
import { gameMerges } from "../table.ts";

interface NamedGame {
  id: number;
  title: string;
}

/** Two games that can be merged. Throws `not_found`, `conflict` for merged games, `invalid` for an unknown target. */
export async function requirePair(db: Db, id: number, intoId: number): Promise<{ game: NamedGame; into: NamedGame }> {
  if (id === intoId) throw invalid([{ path: "into", msg: "A game cannot be merged into itself" }]);
  const found = await db
    .select({ id: games.id, title: games.title })
    .from(games)
    .where(inArray(games.id, [id, intoId]));
  const [game, into] = [id, intoId].map((one) => found.find((row) => row.id === one));
  if (!game) {
    const target = await findMergeTarget(db, id);
    if (target === null) throw new AppError("not_found", `There is no game ${id}`);
    throw new AppError("conflict", `Game ${id} was already merged into game ${target}`);
  }
  if (into) return { game, into };
  const target = await findMergeTarget(db, intoId);
  if (target === null) throw invalid([{ path: "into", msg: `There is no game ${intoId}` }]);
  const circle =
    target === id ? "this game, which cannot be merged into itself" : `game ${target}: merge into that one`;
  throw new AppError("conflict", `Game ${intoId} was itself merged into ${circle}`);
}

/** The final target of a merged game, through all later merges; `null` for a game that was not merged. */
export async function findMergeTarget(db: Db, id: number): Promise<number | null> {
  const { rows } = await db.execute<{ id: number }>(sql`
    with recursive chain (id) as (
      select into_id from game_merges where game_id = ${id}
      union
      select into_id from game_merges join chain on game_id = chain.id
    )
    select games.id from chain join games using (id)
  `);
  return rows[0]?.id ?? null;
}

export async function findMergeRow(db: Db, id: number) {
  const [merge] = await db.select().from(gameMerges).where(eq(gameMerges.gameId, id));
  return merge ?? null;
}

/** The latest merge after this one that its undo would disturb: of the other game, or into it. */
export async function findLaterMerge(db: Db, { gameId, intoId, mergedAt }: typeof gameMerges.$inferSelect) {
  const isLater = or(
    eq(gameMerges.gameId, intoId),
    and(eq(gameMerges.intoId, intoId), gt(gameMerges.mergedAt, mergedAt)),
  );
  const [later] = await db
    .select({ gameId: gameMerges.gameId, intoId: gameMerges.intoId, title: gameMerges.title })
    .from(gameMerges)
    .where(and(isLater, sql`${gameMerges.gameId} <> ${gameId}`))
    .orderBy(desc(gameMerges.mergedAt))
    .limit(1);
  return later ?? null;
}

/** The merge of a game. Throws `not_found`. */
export async function requireMerge(db: Db, id: number, now: Date): Promise<GameMerge> {
  const [merge] = await readMerges(db, sql`game_id = ${id}`, now);
  if (!merge) throw new AppError("not_found", `Game ${id} was not merged`);
  return merge;
}

/** The merges of the rows, the latest first. */
export async function readMerges(db: Db, which: SQL, now: Date): Promise<GameMerge[]> {
  const { rows } = await db.execute<
    Record<"id" | "intoId", number> &
      Record<"title" | "intoTitle" | "at", string> & {
        isUndoStored: boolean;
      }
  >(sql`
    with recursive chain (id, into_id) as (
      select game_id, into_id from game_merges where ${which}
      union
      select chain.id, next.into_id from chain join game_merges next on next.game_id = chain.into_id
    )
    select game_id as id, merge.title, games.id as "intoId", games.title as "intoTitle",
      kept is not null as "isUndoStored", to_json(merged_at) #>> '{}' as at
    from chain
    join games on games.id = chain.into_id
    join game_merges merge on merge.game_id = chain.id
    order by merged_at desc, game_id
  `);
  return rows.map(({ id, title, intoId, intoTitle, isUndoStored, at }) => {
    const undoUntil = new Date(at).getTime() + undoDays * 24 * 3_600_000;
    return {
      id,
      title,
      into: { id: intoId, title: intoTitle },
      merged_at: new Date(at).toISOString(),
      undo_until: isUndoStored && undoUntil >= now.getTime() ? new Date(undoUntil).toISOString() : null,
    };
  });
}

/** What a merge of a game into another one would move. */
export async function countMoves(db: Db, id: number, intoId: number): Promise<MergeCounts> {
  const countOf = (table: string, shared: SQL, which = sql`true`) => sql`
    select count(*)::integer as number, (count(*) filter (where exists (
      select from ${sql.identifier(table)} other where other.game_id = ${intoId} and ${shared}
    )))::integer as shared
    from ${sql.identifier(table)} own where own.game_id = ${id} and ${which}`;
  const sameUser = sql`other.user_id = own.user_id`;
  const isWished = sql`exists (select from game_lists where id = own.list_id and kind = 'wishlist')`;
  const { rows } = await db.execute<MergeCounts & Record<string, number>>(sql`
    select wish.number as wishlists, wish.shared as wishlists_both, alert.number as alerts,
      alert.shared as alerts_both, offer.number as offers, offer.shared as offers_both,
      (select count(*)::integer from price_history where game_id = ${id}) as price_records,
      (select count(*)::integer from match_reviews where game_id = ${id}) as matches,
      (select count(*)::integer from games where parent_id = ${id}) as additions,
      (select coalesce(sum(clicks), 0)::integer from game_clicks where game_id = ${id}) as clicks,
      (select count(*)::integer from price_reports where game_id = ${id} and settled_at is null) as reports
    from (${countOf("list_items", sql`other.list_id = own.list_id`, isWished)}) wish,
      (${countOf("notification_rules", sql`${sameUser} and ${isAlert(sql`other`)}`, isAlert(sql`own`))}) alert,
      (${countOf("offers", sql`(other.country, other.store) = (own.country, own.store)`)}) offer
  `);
  return rows[0]!;
}
