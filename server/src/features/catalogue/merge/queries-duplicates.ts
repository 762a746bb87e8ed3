import type { GameMerge, MergeTarget } from "contract/catalogue/merge-schema.ts";
import { AppError } from "contract/core/errors.ts";
import { arrayOf } from "../../../platform/db/arrays.ts";
import type { Db } from "../../../platform/db/connect.ts";
import { eq, sql } from "../../../platform/db/drizzle.ts";
import { games } from "../../games/table.ts";
import { readMerges } from "./queries-merges.ts";

export interface Duplicates {
  duplicates: MergeTarget[];
  merged: GameMerge[];
  merged_into: GameMerge | null;
}

/** Finds ids of games by title, the best match first. */
export type FindByTitle = (search: string) => readonly number[];

const maxDuplicates = 20;

/**
 * Games that a game may be merged into: the results of a search, or else those of the same title, or a similar title
 * and year. Throws `not_found`.
 */
export async function listDuplicates(
  db: Db,
  findByTitle: FindByTitle,
  { id, search, now }: { id: number; search: string; now: Date },
): Promise<Duplicates> {
  const [game] = await db.select({ title: games.title }).from(games).where(eq(games.id, id));
  const [merged, [mergedInto = null]] = await Promise.all([
    readMerges(db, sql`into_id = ${id}`, now),
    readMerges(db, sql`game_id = ${id}`, now),
  ]);
  if (!game && !mergedInto) throw new AppError("not_found", `There is no game ${id}`);
  if (!game) return { duplicates: [], merged, merged_into: mergedInto };
  const duplicates = search
    ? await listFound(db, id, [...(/^\d{1,9}$/.test(search) ? [Number(search)] : []), ...findByTitle(search)])
    : await listAlike(db, id, findByTitle(game.title));
  return { duplicates, merged, merged_into: null };
}

const columns = sql`
  other.id, other.title, other.developer, other.release_date, other.steam_appid,
  array(
    select distinct store from offers where game_id = other.id and price_minor is not null order by store
  ) as stores,
  (
    select count(*)::integer from list_items join game_lists on game_lists.id = list_id
    where game_id = other.id and game_lists.kind = 'wishlist'
  ) as wishlists`;

async function listFound(db: Db, id: number, ids: readonly number[]): Promise<MergeTarget[]> {
  const { rows } = await db.execute<MergeTarget & Record<string, unknown>>(sql`
    select ${columns}
    from unnest(${arrayOf(ids)}::integer[]) with ordinality as found (id, place)
    join games other using (id)
    where other.id <> ${id}
    order by place limit ${maxDuplicates}
  `);
  return rows;
}

/** Similar titles match only with about the same year, as remakes share titles. */
async function listAlike(db: Db, id: number, ids: readonly number[]): Promise<MergeTarget[]> {
  const years = sql`abs(extract(year from other.release_date) - extract(year from game.release_date))`;
  const { rows } = await db.execute<MergeTarget & Record<string, unknown>>(sql`
    select ${columns}
    from games game
    join games other on other.id <> game.id
      and (
        other.title_key = game.title_key
        or (other.id = any(${arrayOf(ids)}::integer[]) and coalesce(${years} <= 1, true))
      )
    where game.id = ${id}
    order by other.title_key <> game.title_key, ${years} nulls last,
      array_position(${arrayOf(ids)}::integer[], other.id), other.id
    limit ${maxDuplicates}
  `);
  return rows;
}
