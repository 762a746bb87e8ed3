import { errorText } from "contract/content-strings/defaults/personal/error.ts";
import { AppError } from "contract/core/errors.ts";
import { maxLists } from "contract/lists/rules.ts";
import type { Db } from "../../platform/db/connect.ts";
import { and, eq, sql } from "../../platform/db/drizzle.ts";
import { isStale } from "../../platform/db/versions.ts";
import { users } from "../users/table.ts";
import { toUserList } from "./present.ts";
import { type ListRow, type OwnList, ownList, requireList } from "./queries.ts";
import { gameLists } from "./table.ts";

export interface NewList {
  name: string;
  description?: string;
  isGift?: boolean;
}

/** Creates a list. Throws `conflict` when the user has `maxLists`. */
export function createList(db: Db, userId: number, list: NewList): Promise<ListRow> {
  return db.transaction(async (tx) => requireList(tx, userId, await insertList(tx, userId, list)));
}

/** As `createList`, within a transaction; returns the id. */
export async function insertList(tx: Db, userId: number, list: NewList): Promise<number> {
  await lockUser(tx, userId);
  const own = and(eq(gameLists.userId, userId), eq(gameLists.kind, "list"));
  if ((await tx.$count(gameLists, own)) >= maxLists) {
    throw new AppError("conflict", errorText("error.lists_full", { count: maxLists }));
  }
  const [row] = await tx
    .insert(gameLists)
    .values({ userId, ...list })
    .returning({ id: gameLists.id });
  return row!.id;
}

export interface ListEdit {
  name?: string | undefined;
  description?: string | undefined;
  isGift?: boolean | undefined;
  /** The version that the edit started from. Left out: replaces any version. */
  baseVersion?: number | undefined;
}

/** Changes a list; what is left out stays. Throws `not_found`, and `stale` when it is no longer at `baseVersion`. */
export function changeList(
  db: Db,
  userId: number,
  id: number,
  { baseVersion, name, description, isGift }: ListEdit,
): Promise<ListRow> {
  return db.transaction(async (tx) => {
    await lockList(tx, { userId, listId: id });
    const before = await requireList(tx, userId, id);
    if (isStale(before, baseVersion)) {
      throw new AppError("stale", "This list was changed meanwhile", { current: toUserList(before) });
    }
    await tx
      .update(gameLists)
      .set({ name, description, isGift, version: sql`${gameLists.version} + 1` })
      .where(ownList({ userId, listId: id }));
    return requireList(tx, userId, id);
  });
}

/** Deletes a list with its link. Does nothing for an unknown one. */
export async function deleteList(db: Db, userId: number, id: number): Promise<void> {
  await db.delete(gameLists).where(ownList({ userId, listId: id }));
}

/**
 * Locks one of the user's lists until the end of the transaction and returns its id; a wishlist that does not exist yet
 * is created. Throws `not_found`.
 */
export async function lockList(tx: Db, list: OwnList): Promise<number> {
  const [row] = await tx.select({ id: gameLists.id }).from(gameLists).where(ownList(list)).for("no key update");
  if (row) return row.id;
  if (list.listId !== "wishlist") throw new AppError("not_found", "List not found");
  await lockUser(tx, list.userId);
  await tx.insert(gameLists).values({ userId: list.userId, kind: "wishlist", name: "" }).onConflictDoNothing();
  return lockList(tx, list);
}

/** Makes other new lists of the user wait until the end of the transaction. */
async function lockUser(tx: Db, userId: number): Promise<void> {
  const [owner] = await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("no key update");
  if (!owner) throw new AppError("unauthenticated", "Authentication required");
}
