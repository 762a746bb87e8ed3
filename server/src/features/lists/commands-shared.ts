import { AppError } from "contract/core/errors.ts";
import type { Db } from "../../platform/db/connect.ts";
import { and, eq, inArray, sql } from "../../platform/db/drizzle.ts";
import { encrypt } from "../../platform/process/encryption.ts";
import { createToken, hashToken } from "../../platform/process/token.ts";
import { insertList, lockList } from "./commands.ts";
import { type ListRow, requireList } from "./queries.ts";
import { findItem } from "./queries-items.ts";
import { findShare, type SharedRow, type ShareRow } from "./queries-shared.ts";
import { gameLists, giftMarks, listShares } from "./table.ts";

export interface ShareChoice {
  showsNotes: boolean;
  showsName: boolean;
}

/** Creates a link to a list and returns its token; the former link ends. Throws `not_found`. */
export function shareList(
  db: Db,
  key: Buffer,
  { userId, listId, now }: { userId: number; listId: number; now: Date },
  choice: ShareChoice,
): Promise<string> {
  return db.transaction(async (tx) => {
    await lockList(tx, { userId, listId });
    const token = createToken();
    const share = { ...choice, tokenHash: hashToken(token), token: encrypt(key, token), createdAt: now };
    await tx
      .insert(listShares)
      .values({ listId, ...share })
      .onConflictDoUpdate({ target: listShares.listId, set: share });
    return token;
  });
}

/** Changes what those with the link see. Throws `not_found` for a list that is not shared. */
export function changeShare(
  db: Db,
  userId: number,
  listId: number,
  choice: { [name in keyof ShareChoice]?: boolean | undefined },
): Promise<ShareRow> {
  return db.transaction(async (tx) => {
    await lockList(tx, { userId, listId });
    // an update without columns is not valid SQL
    if (Object.values(choice).some((value) => value !== undefined)) {
      await tx.update(listShares).set(choice).where(eq(listShares.listId, listId));
    }
    const share = await findShare(tx, listId);
    if (!share) throw new AppError("not_found", "This list isn't shared");
    return share;
  });
}

/** Ends the link of a list. Throws `not_found` for an unknown list. */
export async function unshareList(db: Db, userId: number, listId: number): Promise<void> {
  await db.transaction(async (tx) => {
    await lockList(tx, { userId, listId });
    await tx.delete(listShares).where(eq(listShares.listId, listId));
  });
}

/** Ends the links of all lists of an account whose earlier holder may have been someone else. */
export async function unshareAllLists(tx: Db, userId: number): Promise<void> {
  const ofUser = tx.select({ id: gameLists.id }).from(gameLists).where(eq(gameLists.userId, userId));
  await tx.delete(listShares).where(inArray(listShares.listId, ofUser));
}

/** Copies the games of a shared list into a new list of the user's. Throws `conflict` as `createList`. */
export function copyShared(db: Db, userId: number, { id, name }: Pick<SharedRow, "id" | "name">): Promise<ListRow> {
  return db.transaction(async (tx) => {
    const listId = await insertList(tx, userId, { name });
    await tx.execute(sql`
      insert into list_items (list_id, game_id, position)
      select ${listId}, item.game_id, row_number() over (order by item.position, item.id)
      from list_items item join games on games.id = item.game_id and not games.hidden
      where item.list_id = ${id}
    `);
    return requireList(tx, userId, listId);
  });
}

/** A giver's mark of a game on a list. */
export interface Gift {
  listId: number;
  gameId: number;
  /** The secret that identifies the giver's marks. */
  giver: string;
}

/**
 * Marks a game as given, by a new giver unless the caller is one already; returns the giver. Throws `not_found` for a
 * game that is not on the list, and `conflict` when someone else is giving it.
 */
export async function markGift(
  db: Db,
  { listId, gameId, giver = createToken() }: Omit<Gift, "giver"> & { giver?: string | undefined },
): Promise<string> {
  if (!(await findItem(db, listId, { gameId }))) throw new AppError("not_found", "This game is not on the list");
  const giverHash = hashToken(giver);
  const marked = await db
    .insert(giftMarks)
    .values({ listId, gameId, giverHash })
    .onConflictDoNothing()
    .returning({ id: giftMarks.id });
  if (marked.length > 0) return giver;
  const [present] = await db
    .select({ giverHash: giftMarks.giverHash })
    .from(giftMarks)
    .where(and(eq(giftMarks.listId, listId), eq(giftMarks.gameId, gameId)));
  if (present?.giverHash.equals(giverHash)) return giver;
  throw new AppError("conflict", "Someone is giving this already");
}

/** Removes a giver's own mark; those of others stay. */
export async function unmarkGift(db: Db, { listId, gameId, giver }: Gift): Promise<void> {
  const own = eq(giftMarks.giverHash, hashToken(giver));
  await db.delete(giftMarks).where(and(eq(giftMarks.listId, listId), eq(giftMarks.gameId, gameId), own));
}
