import { ApiError } from "../api-error.ts";

/**
 * Why a call of the wishlist failed, in words: the server's error field, else `otherwise` (spec/wishlist-and-alerts 3.3).
 * For one who asked too often it is what every page says (spec/storefront 4.2).
 */
export function wishlistFailure(error: unknown, otherwise: string): string {
  if (!(error instanceof ApiError) || error.status === 0) return otherwise;
  return error.status === 429 ? error.message : (error.serverMessage ?? otherwise);
}
