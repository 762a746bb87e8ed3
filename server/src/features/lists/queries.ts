import { AppError } from "contract/core/errors.ts";
import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import type { Db } from "../../platform/db/connect.ts";
import { users } from "../accounts/table.ts";
import { gameLists } from "./table.ts";

/** How many games represent a list in an overview. */
const previewGames = 4;

/** The visible games of a list. */
const itemsOf = sql`list_items item
  where item.list_id = game_lists.id and item.game_id not in (select id from games where hidden)`;

const columns = {
  id: gameLists.id,
  name: gameLists.name,
  description: gameLists.description,
  isGift: gameLists.isGift,
  createdAt: gameLists.createdAt,
  version: gameLists.version,
  shared: sql<boolean>`exists (select from list_shares share where share.list_id = game_lists.id)`,
  total: sql<number>`(select count(*)::integer from ${itemsOf})`,
  gameIds: sql<number[]>`array(select item.game_id from ${itemsOf} order by item.position limit ${previewGames})`,
};

function selectLists(db: Db, gameId: number | undefined) {
  const hasGame = sql<boolean | null>`
    case when ${gameId ?? null}::integer is not null then exists (
      select from list_items item where item.list_id = game_lists.id and item.game_id = ${gameId ?? null}::integer
    ) end`;
  return db
    .select({ ...columns, hasGame })
    .from(gameLists)
    .$dynamic();
}

export type ListRow = Awaited<ReturnType<typeof selectLists>>[number];

/** A user's lists, the latest first; with a game also whether each has it. */
export function listLists(db: Db, userId: number, gameId?: number): Promise<ListRow[]> {
  return selectLists(db, gameId).where(eq(gameLists.userId, userId)).orderBy(desc(gameLists.id));
}

/** One of the user's lists. Throws `not_found`, also for another user's. */
export async function requireList(db: Db, userId: number, id: number): Promise<ListRow> {
  const [row] = await selectLists(db, undefined).where(ownList(userId, id));
  if (!row) throw noList();
  return row;
}

/** Locks the list until the end of the transaction. Throws `not_found`. */
export async function lockList(tx: Db, userId: number, id: number): Promise<void> {
  const [row] = await tx.select({ id: gameLists.id }).from(gameLists).where(ownList(userId, id)).for("no key update");
  if (!row) throw noList();
}

/** Locks the user's lists until the end of the transaction; returns their number. */
export async function lockLists(tx: Db, userId: number): Promise<number> {
  const [owner] = await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("no key update");
  if (!owner) throw new AppError("unauthenticated", "Authentication required");
  return tx.$count(gameLists, eq(gameLists.userId, userId));
}

export function ownList(userId: number, id: number): SQL | undefined {
  return and(eq(gameLists.id, id), eq(gameLists.userId, userId));
}

const noList = () => new AppError("not_found", "List not found");
