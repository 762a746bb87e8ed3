import type { Game } from "contract/games/schema.ts";
import { toGame } from "./present.ts";
import type { GameRow } from "./queries.ts";

/** Games as the API answers them, kept in memory. */
export interface GameCache {
  /** The games of these ids in that order; unknown ids are left out. Reads only those that are not kept. */
  list(ids: readonly number[]): Promise<Game[]>;
  /** Forgets games that have changed. What is listed after this call was read after it. */
  drop(ids: Iterable<number>): void;
  clear(): void;
}

/** How often a read is repeated because games changed while it ran. */
const mostReads = 3;

/** Keeps up to `limit` games; the least recently asked for go first. */
export function createGameCache(readGames: (ids: number[]) => Promise<GameRow[]>, limit = 20_000): GameCache {
  const kept = new Map<number, Game>();
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
        for (const game of games) keep(game);
        break;
      }
    }
    return games;
  }

  function keep(game: Game): void {
    kept.delete(game.id);
    kept.set(game.id, game);
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
        const game = kept.get(id);
        if (!game) continue;
        keep(game);
        found.set(id, game);
      }
      const missing = ids.filter((id) => !found.has(id));
      if (missing.length > 0) for (const game of await read(missing)) found.set(game.id, game);
      return ids.flatMap((id) => found.get(id) ?? []);
    },
    drop(ids) {
      drops += 1;
      for (const id of ids) kept.delete(id);
    },
    clear() {
      drops += 1;
      kept.clear();
    },
  };
}
