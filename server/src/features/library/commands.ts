import { errorText } from "contract/content-strings/defaults/personal/error.ts";
import { AppError } from "contract/core/errors.ts";
import {
  type ImportTarget,
  importedState,
  type LibrarySource,
  type LibraryState,
  maxLibraryGames,
} from "contract/library/rules.ts";
import type { ImportSummary } from "contract/library/schema.ts";
import type { Db } from "../../platform/db/connect.ts";
import { and, eq, sql } from "../../platform/db/drizzle.ts";
import { requireGame } from "../games/queries.ts";
import { addItems } from "../lists/commands-items.ts";
import { users } from "../users/table.ts";
import { findLibraryGame, type LibraryRow } from "./queries.ts";
import { libraryGames, steamImports } from "./table.ts";

/**
 * Marks a game as owned or ignored by hand; `null` takes it out of the library. Throws `not_found` for a game that
 * visitors cannot see, and `conflict` when the library is full.
 */
export function setLibraryState(
  db: Db,
  { userId, gameId, state, now }: { userId: number; gameId: number; state: LibraryState | null; now: Date },
): Promise<LibraryRow | null> {
  return db.transaction(async (tx) => {
    await lockLibrary(tx, userId);
    const before = await findLibraryGame(tx, userId, gameId);
    const isSame = before?.source === "manual" ? before.state === state : before === null && state === null;
    if (isSame) return before;
    const named = and(eq(libraryGames.userId, userId), eq(libraryGames.gameId, gameId));
    if (state === null) await tx.delete(libraryGames).where(named);
    else if (before) await tx.update(libraryGames).set({ state, source: "manual" }).where(named);
    else {
      await requireGame(tx, gameId);
      await requireRoom(tx, userId);
      await tx.insert(libraryGames).values({ userId, gameId, state, source: "manual", addedAt: now });
    }
    await incrementVersion(tx, userId);
    return findLibraryGame(tx, userId, gameId);
  });
}

async function requireRoom(tx: Db, userId: number): Promise<void> {
  const size = await tx.$count(libraryGames, eq(libraryGames.userId, userId));
  if (size >= maxLibraryGames) {
    throw new AppError("conflict", errorText("error.library_full", { count: maxLibraryGames }));
  }
}

/** Locks the user's library until the end of the transaction. */
async function lockLibrary(tx: Db, userId: number): Promise<void> {
  const [owner] = await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("no key update");
  if (!owner) throw new AppError("unauthenticated", "Authentication required");
}

async function incrementVersion(tx: Db, userId: number): Promise<void> {
  await tx
    .update(users)
    .set({ libraryVersion: sql`${users.libraryVersion} + 1` })
    .where(eq(users.id, userId));
}

interface ImportedItem {
  gameId: number;
  as: ImportTarget;
  /** `null` = now. */
  addedAt: Date | null;
}

export interface Import {
  userId: number;
  source: Exclude<LibrarySource, "manual">;
  /** Wishes in their order. The first of several for one game counts. */
  items: readonly ImportedItem[];
  maxWishes: number;
  now: Date;
  /** For the daily import: nothing is added if it has been disabled since it began. */
  onlyIfDaily?: boolean;
}

/** Adds games to the user's library and wishlist; existing entries stay, so that repeating it changes nothing. */
export function importGames(
  db: Db,
  { userId, source, items: given, maxWishes, now, onlyIfDaily = false }: Import,
): Promise<ImportSummary> {
  return db.transaction(async (tx) => {
    await lockLibrary(tx, userId);
    const items = onlyIfDaily && !(await isDaily(tx, userId)) ? [] : given;
    const visible = await filterVisible(tx, items);
    const summary = { owned: 0, ignored: 0, wished: 0, unchanged: items.length - visible.length, refused: 0 };
    const existing = await readStates(tx, userId);
    const changed = new Map<number, { state: LibraryState; addedAt: Date }>();
    let room = maxLibraryGames - existing.size;
    for (const { gameId, as, addedAt } of visible) {
      if (as === "wished") continue;
      const state = importedState(
        as,
        changed.has(gameId) ? { ...changed.get(gameId)!, source } : (existing.get(gameId) ?? null),
      );
      if (state === null) summary.unchanged += 1;
      else if (existing.has(gameId) || changed.has(gameId) || room-- > 0) {
        changed.set(gameId, { state, addedAt: addedAt ?? now });
      } else summary.refused += 1;
    }
    await saveStates(tx, userId, source, changed);
    for (const { state } of changed.values()) summary[state] += 1;
    if (changed.size > 0) await incrementVersion(tx, userId);
    const wishes = visible.filter(({ as }) => as === "wished");
    const { added, refused } = await addItems(tx, { userId, listId: "wishlist" }, wishes, { maxItems: maxWishes, now });
    summary.wished = added;
    summary.refused += refused;
    summary.unchanged += wishes.length - added - refused;
    return summary;
  });
}

/** The items whose games are visible. Locks these games. */
async function filterVisible(tx: Db, items: readonly ImportedItem[]): Promise<ImportedItem[]> {
  const ids = [...new Set(items.map(({ gameId }) => gameId))].sort((a, b) => a - b);
  const { rows } = await tx.execute<{ id: number }>(sql`
    select id from games where id = any(${sql.param(ids)}::integer[]) and not hidden order by id for key share
  `);
  const visible = new Set(rows.map(({ id }) => id));
  return items.filter(({ gameId }) => visible.has(gameId));
}

async function readStates(tx: Db, userId: number) {
  const rows = await tx
    .select({ gameId: libraryGames.gameId, state: libraryGames.state, source: libraryGames.source })
    .from(libraryGames)
    .where(eq(libraryGames.userId, userId));
  return new Map(rows.map(({ gameId, ...entry }) => [gameId, entry]));
}

async function saveStates(
  tx: Db,
  userId: number,
  source: LibrarySource,
  states: ReadonlyMap<number, { state: LibraryState; addedAt: Date }>,
): Promise<void> {
  if (states.size === 0) return;
  const ids = sql.param([...states.keys()]);
  const values = sql.param([...states.values()].map(({ state }) => state));
  const times = sql.param([...states.values()].map(({ addedAt }) => addedAt.toISOString()));
  await tx.execute(sql`
    insert into library_games (user_id, game_id, state, source, added_at)
    select ${userId}, game_id, state, ${source}, added_at
    from unnest(${ids}::integer[], ${values}::text[], ${times}::timestamptz[]) as added (game_id, state, added_at)
    on conflict (user_id, game_id) do update set state = excluded.state, source = excluded.source
  `);
}

/** Enables or disables daily imports. Throws `conflict` without a linked Steam account. */
export async function setDailyImport(db: Db, userId: number, daily: boolean): Promise<void> {
  const [user] = await db.select({ steamId: users.steamId }).from(users).where(eq(users.id, userId));
  if (daily && !user?.steamId) throw new AppError("conflict", "Link your Steam account first");
  await db
    .insert(steamImports)
    .values({ userId, daily })
    .onConflictDoUpdate({ target: steamImports.userId, set: { daily } });
}

async function isDaily(tx: Db, userId: number): Promise<boolean> {
  return (await tx.$count(steamImports, and(eq(steamImports.userId, userId), steamImports.daily))) > 0;
}

/** Ends the daily import of an account whose linked Steam account is removed; one in progress adds nothing any more. */
export async function stopDailyImport(tx: Db, userId: number): Promise<void> {
  await tx.update(steamImports).set({ daily: false }).where(eq(steamImports.userId, userId));
}
