import { AppError } from "contract/core/errors.ts";
import type { Game } from "contract/games/schema.ts";
import type { Db } from "../../platform/db/connect.ts";
import { eq } from "../../platform/db/drizzle.ts";
import { hashToken } from "../../platform/process/token.ts";
import type { ShownMarket } from "../games/read-model/game-index.ts";
import { games } from "../games/table.ts";
import { users } from "../users/table.ts";
import { shownGame } from "./queries-items.ts";
import { gameLists, giftMarks, listItems, listShares } from "./table.ts";

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
  if (!row) throw new AppError("not_found", "This list isn't shared, or no longer");
  return row;
}

export type SharedRow = Awaited<ReturnType<typeof requireShared>>;

/** Games by their ids, from the read model of the catalogue. */
export type ListGames = (market: ShownMarket, ids: readonly number[]) => Promise<Game[]>;

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
    .innerJoin(games, shownGame)
    .where(eq(listItems.listId, id))
    .orderBy(listItems.position, listItems.id);
  const shown = listed.filter(({ explicit }) => showsExplicit || !explicit);
  return {
    items: shown.map(({ gameId, notes }) => ({ gameId, notes: showsNotes ? notes : "" })),
    hiddenExplicit: listed.length - shown.length,
  };
}

/**
 * The gift list that a link leads to, for anyone but its owner, who is refused before any mark is read: whatever
 * friends do, the response and its time are the same. Throws `not_found` and `forbidden`.
 */
export async function requireGiftList(db: Db, token: string, viewerId: number | null): Promise<SharedRow> {
  const list = await requireShared(db, token);
  if (list.ownerId === viewerId) throw new AppError("forbidden", "What friends give stays hidden from the owner");
  if (!list.isGift) throw new AppError("not_found", "This is not a gift list");
  return list;
}

/** The games of a list that are given, and which of them by the giver. */
export async function listGiftMarks(
  db: Db,
  listId: number,
  giver: string | undefined,
): Promise<{ gameId: number; mine: boolean }[]> {
  const rows = await db
    .select({ gameId: giftMarks.gameId, giverHash: giftMarks.giverHash })
    .from(giftMarks)
    .where(eq(giftMarks.listId, listId));
  const own = giver === undefined ? null : hashToken(giver);
  return rows.map(({ gameId, giverHash }) => ({ gameId, mine: own?.equals(giverHash) ?? false }));
}
