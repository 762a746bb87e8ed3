import { AppError } from "contract/core/errors.ts";
import type { Game } from "contract/games/schema.ts";
import { eq } from "drizzle-orm";
import type { Db } from "../../../platform/db/connect.ts";
import { hashToken } from "../../../platform/process/token.ts";
import { users } from "../../accounts/table.ts";
import type { ShownMarket } from "../../games/read-model/read-model.ts";
import { games } from "../../games/table.ts";
import { shownGame } from "../../wishlist/queries-listed.ts";
import { gameLists, listItems, listShares } from "../table.ts";

/** How one of the user's lists is shared; `null` when it is not. */
export async function findShare(db: Db, listId: number) {
  const [row] = await db.select().from(listShares).where(eq(listShares.listId, listId));
  return row ?? null;
}

export type ShareRow = NonNullable<Awaited<ReturnType<typeof findShare>>>;

/**
 * The list that a link leads to. Always read from the primary database, so that an ended link stops working everywhere
 * immediately. Throws `not_found`.
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

/** Games by their ids, from the read model of the catalogue. */
export type ListGames = (market: ShownMarket, ids: readonly number[]) => Game[];

export interface SharedItem {
  gameId: number;
  /** Empty unless the owner shares notes. */
  notes: string;
}

/**
 * What is on a shared list, in the owner's order; explicit games only for those who want to see them. `hiddenExplicit`
 * is how many are left out.
 */
export async function listSharedItems(
  db: Db,
  { id, showsNotes }: Pick<SharedRow, "id" | "showsNotes">,
  showsExplicit = false,
): Promise<{ items: SharedItem[]; hiddenExplicit: number }> {
  const listed = await db
    .select({ gameId: listItems.gameId, notes: listItems.notes, explicit: games.explicit })
    .from(listItems)
    .innerJoin(games, shownGame(listItems.gameId))
    .where(eq(listItems.listId, id))
    .orderBy(listItems.position, listItems.id);
  const shown = listed.filter(({ explicit }) => showsExplicit || !explicit);
  return {
    items: shown.map(({ gameId, notes }) => ({ gameId, notes: showsNotes ? notes : "" })),
    hiddenExplicit: listed.length - shown.length,
  };
}
