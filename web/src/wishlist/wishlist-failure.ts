import { ApiError } from "../api-error.ts";

/**
 * Why a call of the wishlist failed, in words: the server's error field, else `otherwise` (storefront.md section 8).
 * For one who asked too often it is what every page says (section 7).
 */
export function wishlistFailure(error: unknown, otherwise: string): string {
  if (!(error instanceof ApiError) || error.status === 0) return otherwise;
  return error.status === 429 ? error.message : (error.serverMessage ?? otherwise);
}
