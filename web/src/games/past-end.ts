import type { GameList } from "contract/games/schema.ts";

/** Whether a list has pages, but not the one that was asked for. */
export function isPastEnd({ games, totalPages }: Pick<GameList, "games" | "totalPages">): boolean {
  return games.length === 0 && totalPages > 0;
}
