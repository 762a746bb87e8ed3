import { AppError } from "contract/core/errors.ts";
import type { Game } from "contract/games/schema.ts";
import type { Market } from "contract/markets/schema.ts";
import { eq } from "drizzle-orm";
import type { Db } from "../../../platform/db/connect.ts";
import { hashToken } from "../../../platform/process/token.ts";
import { users } from "../../accounts/table.ts";
import { gameLists, listItems, listShares } from "../table.ts";

/** How one of the user's lists is shared; `null` when it is not. */
export async function findShare(db: Db, listId: number) {
  const [row] = await db.select().from(listShares).where(eq(listShares.listId, listId));
  return row ?? null;
}

export type ShareRow = NonNullable<Awaited<ReturnType<typeof findShare>>>;

/**
 * The list that a link leads to. Read from the primary database each time, so that a link that was ended is dead at
 * once everywhere. Throws `not_found`.
 */
export async function requireShared(db: Db, token: string) {
  const [row] = await db
    .select({
      id: gameLists.id,
      ownerId: gameLists.userId,
      name: gameLists.name,
      description: gameLists.description,
      isGift: gameLists.isGift,
      showsNotes: listShares.showsNotes,
      showsName: listShares.showsName,
      ownerName: users.displayName,
    })
    .from(listShares)
    .innerJoin(gameLists, eq(gameLists.id, listShares.listId))
    .innerJoin(users, eq(users.id, gameLists.userId))
    .where(eq(listShares.tokenHash, hashToken(token)));
  if (!row) throw new AppError("not_found", "This list is not shared, or no longer");
  return row;
}

export type SharedRow = Awaited<ReturnType<typeof requireShared>>;

/** The games that visitors may see, from the read model of the catalogue. */
export type ListGames = (market: Market, ids: readonly number[]) => Game[];

export interface SharedGame {
  game: Game;
  /** Empty unless the owner shares notes. */
  notes: string;
}

/** The games of a shared list in the owner's order; explicit ones only for those who want to see them. */
export async function listSharedGames(
  db: Db,
  { id, showsNotes }: Pick<SharedRow, "id" | "showsNotes">,
  listGames: (ids: readonly number[]) => Game[],
  showsExplicit = false,
): Promise<SharedGame[]> {
  const items = await db
    .select({ gameId: listItems.gameId, notes: listItems.notes })
    .from(listItems)
    .where(eq(listItems.listId, id))
    .orderBy(listItems.position, listItems.id);
  const notes = new Map(items.map((item) => [item.gameId, item.notes]));
  return listGames(items.map(({ gameId }) => gameId))
    .filter((game) => showsExplicit || !game.explicit)
    .map((game) => ({ game, notes: showsNotes ? notes.get(game.id)! : "" }));
}
