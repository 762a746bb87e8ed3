import { AppError } from "contract/core/errors.ts";
import { eq } from "drizzle-orm";
import type { Db } from "../../../platform/db/connect.ts";
import { hashToken } from "../../../platform/process/token.ts";
import { requireShared, type SharedRow } from "../sharing/queries.ts";
import { giftMarks } from "../table.ts";

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
