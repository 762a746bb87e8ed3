import { sql } from "drizzle-orm";
import { arrayOf } from "../../../platform/db/arrays.ts";
import type { Db } from "../../../platform/db/connect.ts";

/** The current number of players of a game on Steam. */
export interface PlayersNow {
  steamAppid: number;
  playerCount: number;
}

/** Stores the number of players of each game; returns how many changed. Ignores unknown appids. */
export async function recordPlayerCounts(db: Db, players: readonly PlayersNow[], now: Date): Promise<number> {
  const { rowCount } = await db.execute(sql`
    update games
    set player_count = seen.player_count, updated_at = ${now}
    from unnest(
      ${arrayOf(players.map(({ steamAppid }) => steamAppid))}::integer[],
      ${arrayOf(players.map(({ playerCount }) => playerCount))}::integer[]
    ) as seen (steam_appid, player_count)
    where games.steam_appid = seen.steam_appid and games.player_count is distinct from seen.player_count
      and not games.overrides ? 'player_count'
  `);
  return rowCount ?? 0;
}
