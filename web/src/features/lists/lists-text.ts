import { ownListTexts } from "contract/content-strings/defaults/personal/lists.ts";
import { useTextOf } from "../../api/texts.ts";

/** Reads the texts of lists and those of all pages. */
export const useListsText = () => useTextOf(ownListTexts);

/** "No games", "1 game", "12 games". */
export function gamesText(text: ReturnType<typeof useListsText>, total: number): string {
  if (total === 0) return text("lists.no_games");
  return total === 1 ? text("lists.one_game") : text("lists.games", { count: total });
}
