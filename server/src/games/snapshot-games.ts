import type { Game } from "contract/games/schema.ts";
import { isDatabaseAway } from "../http/errors.ts";
import { toGame } from "./present.ts";
import type { GameRow } from "./queries.ts";

/** Games as the API answers them, kept in memory. */
export interface GameCache {
  /** The games of these ids in that order; unknown ids are left out. Reads only those that are not kept. */
  list(ids: readonly number[]): Promise<Game[]>;
  /**
   * Takes games for changed. What is listed after this call was read after it, unless the database is away: then they
   * are listed as they were last known.
   */
  drop(ids: Iterable<number>): void;
  clear(): void;
}

/** How often a read is repeated because games changed while it ran. */
const mostReads = 3;

interface KeptGame {
  game: Game;
  /** Whether the game has not changed since it was read. */
  current: boolean;
}

/** Keeps up to `limit` games; the least recently asked for go first. */
export function createGameCache(readGames: (ids: number[]) => Promise<GameRow[]>, limit = 20_000): GameCache {
  const kept = new Map<number, KeptGame>();
  // Room for many at once: on its way to the oldest entry a map steps over every gap that older ones left.
  const lessThanFull = Math.ceil(limit * 0.9);
  let drops = 0;

  async function read(ids: number[]): Promise<Game[]> {
    let games: Game[] = [];
    for (let reads = 0; reads < mostReads; reads++) {
      const dropsBefore = drops;
      games = (await readGames(ids)).map(toGame);
      // otherwise the rows may be older than what was dropped since
      if (drops === dropsBefore) {
        for (const id of ids) kept.delete(id);
        for (const game of games) keep({ game, current: true });
        break;
      }
    }
    return games;
  }

  /** `read`, or what was last known of all these games while the database is away. */
  async function readOrRecall(ids: number[]): Promise<Game[]> {
    try {
      return await read(ids);
    } catch (error) {
      const known = ids.flatMap((id) => kept.get(id)?.game ?? []);
      if (known.length < ids.length || !isDatabaseAway(error)) throw error;
      return known;
    }
  }

  function keep(entry: KeptGame): void {
    kept.delete(entry.game.id);
    kept.set(entry.game.id, entry);
    if (kept.size > limit) makeRoom();
  }

  function makeRoom(): void {
    for (const id of kept.keys()) {
      if (kept.size <= lessThanFull) break;
      kept.delete(id);
    }
  }

  return {
    async list(ids) {
      const found = new Map<number, Game>();
      for (const id of ids) {
        const entry = kept.get(id);
        if (!entry?.current) continue;
        keep(entry);
        found.set(id, entry.game);
      }
      const missing = ids.filter((id) => !found.has(id));
      if (missing.length > 0) for (const game of await readOrRecall(missing)) found.set(game.id, game);
      return ids.flatMap((id) => found.get(id) ?? []);
    },
    drop(ids) {
      drops += 1;
      for (const id of ids) outdate(kept.get(id));
    },
    clear() {
      drops += 1;
      for (const entry of kept.values()) outdate(entry);
    },
  };
}

function outdate(entry: KeptGame | undefined): void {
  if (entry) entry.current = false;
}
