import { AppError } from "contract/core/errors.ts";
import { and, eq } from "drizzle-orm";
import type { Db } from "../../../platform/db/connect.ts";
import { createToken, hashToken } from "../../../platform/process/token.ts";
import { findItem } from "../items/queries.ts";
import { giftMarks } from "../table.ts";

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
