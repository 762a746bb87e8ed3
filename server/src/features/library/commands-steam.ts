import { AppError } from "contract/core/errors.ts";
import type { SteamProblem } from "contract/library/rules.ts";
import type { ImportPreview, ImportSummary } from "contract/library/schema.ts";
import type { Db } from "../../platform/db/connect.ts";
import { eq, sql } from "../../platform/db/drizzle.ts";
import { SourceError } from "../prices/sources/source.ts";
import { users } from "../users/table.ts";
import { importGames } from "./commands.ts";
import { previewImport } from "./import/preview.ts";
import { readSteamAccount, type SteamAccess } from "./import/steam.ts";
import { steamImports } from "./table.ts";

/**
 * Previews an import of the user's Steam account; stores only the time and the problem of this attempt. Throws
 * `conflict` without a linked account, and `unavailable` when Steam does not respond.
 */
export async function previewSteam(
  db: Db,
  steam: SteamAccess,
  userId: number,
  { signal, now, language }: { signal: AbortSignal; now: Date; language?: string | undefined },
): Promise<ImportPreview> {
  const [user] = await db.select({ steamId: users.steamId }).from(users).where(eq(users.id, userId));
  if (!user?.steamId) throw new AppError("conflict", "Link your Steam account first");
  try {
    const { entries, problems } = await readSteamAccount(steam, user.steamId, signal);
    await recordCheck(db, userId, now, { problem: problems.includes("private") ? "private" : null });
    return await previewImport(db, userId, { format: "steam", entries, problems, isDecided: true }, { language });
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    await recordCheck(db, userId, now, { problem: "unreachable" });
    throw new AppError("unavailable", "Steam isn't responding. Try again in a few minutes.", {
      retryAfter: 120,
    });
  }
}

async function recordCheck(
  db: Db,
  userId: number,
  checkedAt: Date,
  result: { problem: SteamProblem | null; summary?: ImportSummary },
): Promise<void> {
  await db
    .insert(steamImports)
    .values({ userId, checkedAt, ...result })
    .onConflictDoUpdate({ target: steamImports.userId, set: { checkedAt, ...result } });
}

/** In hours, slightly less than a day, so that the time of day does not drift. */
const everyHours = 23;

/** The rest is left to the next job. */
const maxAccountsPerRun = 4_000;

export interface DailyImports {
  steam: SteamAccess;
  maxWishes(): number;
  signal: AbortSignal;
  clock?: () => Date;
  onError(error: unknown): void;
}

/**
 * Imports the Steam accounts that are due, sequentially at the pace that Steam allows, and only certain matches.
 * Returns how many it imported; stops early when Steam does not respond.
 */
export async function importDaily(db: Db, options: DailyImports): Promise<number> {
  const { steam, maxWishes, signal, clock = () => new Date(), onError } = options;
  let imported = 0;
  for (; imported < maxAccountsPerRun && !signal.aborted; imported++) {
    const userId = await claimDue(db, clock());
    if (userId === null) break;
    try {
      const preview = await previewSteam(db, steam, userId, { signal, now: clock() });
      const items = preview.found.map(({ game, as, added_at }) => ({
        gameId: game.id,
        as,
        addedAt: added_at === null ? null : new Date(added_at),
      }));
      const wanted = { userId, source: "steam", items, maxWishes: maxWishes(), now: clock() } as const;
      const summary = await importGames(db, { ...wanted, onlyIfDaily: true });
      const problem = preview.problems.includes("private") ? "private" : null;
      await recordCheck(db, userId, clock(), { problem, summary });
    } catch (error) {
      onError(error);
      if (error instanceof AppError && error.code === "unavailable") break;
    }
  }
  return imported;
}

/** Claims a user whose daily import is due, so that no other process does; `null` = none is due. */
async function claimDue(db: Db, now: Date): Promise<number | null> {
  const before = new Date(now.getTime() - everyHours * 3_600_000);
  const { rows } = await db.execute<{ id: number }>(sql`
    update steam_imports set checked_at = ${now.toISOString()}
    where user_id = (
      select user_id from steam_imports join users on users.id = user_id and users.steam_id is not null
      where daily and (checked_at is null or checked_at < ${before.toISOString()})
      order by checked_at nulls first limit 1 for update of steam_imports skip locked
    )
    returning user_id as id
  `);
  return rows[0]?.id ?? null;
}
