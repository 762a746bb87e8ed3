import { wishlistTexts } from "contract/content-strings/defaults/personal/wishlist.ts";
import { useTextOf } from "../../api/texts.ts";

/** Reads the texts of the wishlist and those of all pages. */
export const useWishlistText = () => useTextOf(wishlistTexts);
