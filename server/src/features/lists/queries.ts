import { AppError } from "contract/core/errors.ts";
import type { Db } from "../../platform/db/connect.ts";
import { and, desc, eq, type SQL, sql } from "../../platform/db/drizzle.ts";
import { gameLists } from "./table.ts";

/** One of a user's lists; the wishlist is reached by its name only. */
export interface OwnList {
  userId: number;
  listId: number | "wishlist";
}

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

/** A user's lists without the wishlist, the latest first; with a game also whether each has it. */
export function listLists(db: Db, userId: number, gameId?: number): Promise<ListRow[]> {
  return selectLists(db, gameId)
    .where(and(eq(gameLists.userId, userId), eq(gameLists.kind, "list")))
    .orderBy(desc(gameLists.id));
}

/** One of the user's lists. Throws `not_found`, also for another user's. */
export async function requireList(db: Db, userId: number, id: number): Promise<ListRow> {
  const [row] = await selectLists(db, undefined).where(ownList({ userId, listId: id }));
  if (!row) throw new AppError("not_found", "List not found");
  return row;
}

export function ownList({ userId, listId }: OwnList): SQL | undefined {
  const isNamed =
    listId === "wishlist" ? eq(gameLists.kind, "wishlist") : and(eq(gameLists.id, listId), eq(gameLists.kind, "list"));
  return and(eq(gameLists.userId, userId), isNamed);
}
