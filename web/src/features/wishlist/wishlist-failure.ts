import { ApiError } from "../../api/api-error.ts";
import { useErrorReader } from "../../page/read-error.ts";

/**
 * Why a wishlist call failed: the server's error, else `fallback` (spec/wishlist-and-alerts 3.3). Rate limiting has
 * the message of every page (spec/storefront 4.2).
 */
export function wishlistFailure(error: unknown, fallback: string): string {
  if (!(error instanceof ApiError) || error.status === 0) return fallback;
  return error.status === 429 ? error.message : (error.serverMessage ?? fallback);
}

/** The same in the page's language. */
export function useWishlistFailure(): typeof wishlistFailure {
  const read = useErrorReader();
  return (error, fallback) => read(wishlistFailure(error, fallback));
}
