import { AppError } from "contract/core/errors.ts";
import { maxLists } from "contract/lists/rules.ts";
import { sql } from "drizzle-orm";
import type { Db } from "../../platform/db/connect.ts";
import { toUserList } from "./present.ts";
import { type ListRow, lockList, lockLists, ownList, requireList } from "./queries.ts";
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
  if ((await lockLists(tx, userId)) >= maxLists) {
    throw new AppError("conflict", `You have ${maxLists} lists already: delete one first`);
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
    await lockList(tx, userId, id);
    const before = await requireList(tx, userId, id);
    if (baseVersion !== undefined && baseVersion !== before.version) {
      throw new AppError("stale", "This list was changed meanwhile", { current: toUserList(before) });
    }
    await tx
      .update(gameLists)
      .set({ name, description, isGift, version: sql`${gameLists.version} + 1` })
      .where(ownList(userId, id));
    return requireList(tx, userId, id);
  });
}

/** Deletes a list with its link. Does nothing for an unknown one. */
export async function deleteList(db: Db, userId: number, id: number): Promise<void> {
  await db.delete(gameLists).where(ownList(userId, id));
}
