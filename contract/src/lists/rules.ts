/** Lists of one user, beside the wishlist. */
export const maxLists = 50;
/** Games on one list. */
export const maxListItems = 1_000;
export const maxNameLength = 100;
export const maxDescriptionLength = 1_000;

/** Games that one page of a shared list shows. */
export const sharedPageSize = 50;

/** The path of a shared list's page. */
export function sharedPath(token: string): string {
  return `/shared/${token}`;
}

/** The picture of a shared list, 1200 × 630; without a country with the default market's prices. */
export function sharedImageUrl(token: string, country: string | undefined): string {
  return `/images/lists/${token}/social${country === undefined ? "" : `?country=${country}`}`;
}
