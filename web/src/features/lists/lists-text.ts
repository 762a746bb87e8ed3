import { ownListTexts } from "contract/content-strings/defaults/personal/lists.ts";
import { wishlistTexts } from "contract/content-strings/defaults/personal/wishlist.ts";
import { useTextOf } from "../../api/texts.ts";

/** Reads the texts of lists and those of all pages. */
export const useListsText = () => useTextOf(ownListTexts);

/** Reads the texts of the wishlist, which other lists have too, and those of all pages. */
export const useWishlistText = () => useTextOf(wishlistTexts);

/** "No games", "1 game", "12 games". */
export function gamesText(text: ReturnType<typeof useListsText>, total: number): string {
  if (total === 0) return text("lists.no_games");
  return text("lists.games", { count: total });
}
