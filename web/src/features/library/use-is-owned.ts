import { useQuery } from "@tanstack/react-query";
import type { LibraryItem } from "contract/library/schema.ts";

/** The key of a game's state in the user's library. */
export const libraryGameKey = (gameId: number) => ["library", "game", gameId];

/** Whether the user owns the game, once another part of the page has fetched that. */
export function useIsOwned(gameId: number): boolean {
  const { data } = useQuery<{ item: LibraryItem | null }>({ queryKey: libraryGameKey(gameId), enabled: false });
  return data?.item?.state === "owned";
}
