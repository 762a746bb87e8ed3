import { LRUCache } from "lru-cache";
import type { Db } from "../../platform/db/connect.ts";
import { eq, sql } from "../../platform/db/drizzle.ts";
import type { Viewer } from "../../platform/http/security/viewer.ts";
import type { UserGames } from "../games/read-model/library.ts";
import { users } from "../users/table.ts";

interface CachedGames {
  version: number;
  games: UserGames;
}

/** The number of games in all cached libraries, at 8 bytes each. */
const maxGames = 1_000_000;
/** Short, as merges of games change libraries without a new version. */
const maxAgeMs = 60_000;

/** Reads the games that callers own and ignore. Caches each library until its version grows, at most a minute. */
export function prepareFindUserGames(
  db: Db,
): (viewer: Pick<Viewer, "userId" | "libraryVersion">) => Promise<UserGames> {
  const cache = new LRUCache<number, CachedGames>({
    maxSize: maxGames,
    sizeCalculation: ({ games }) => games.owned.length + games.ignored.length + 50,
    ttl: maxAgeMs,
  });
  const idsOf = (state: string) => sql<number[]>`coalesce((
    select array_agg(game_id) from library_games where user_id = users.id and state = ${sql.raw(`'${state}'`)}
  ), '{}')`;
  // in one statement, so that the version is that of the games
  const statement = db
    .select({ version: users.libraryVersion, owned: idsOf("owned"), ignored: idsOf("ignored") })
    .from(users)
    .where(eq(users.id, sql.placeholder("userId")))
    .prepare("find_user_games");

  return async ({ userId, libraryVersion }) => {
    const cached = cache.get(userId);
    // calls that began before a change may still request the older version
    if (cached && cached.version >= libraryVersion) return cached.games;
    const [row] = await statement.execute({ userId });
    const { version = 0, owned = [], ignored = [] } = row ?? {};
    const games = { key: `${userId} ${version} ${Date.now()}`, owned, ignored };
    cache.set(userId, { version, games });
    return games;
  };
}
