import { wishlistTexts } from "contract/content-strings/wishlist-defaults.ts";
import { type ReadText, useTextOf } from "../content-strings/texts.ts";

/** The reader of the texts of the wishlist's page. */
export function useWishlistText(): ReadText<typeof wishlistTexts> {
  return useTextOf(wishlistTexts);
}
