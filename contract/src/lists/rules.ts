/** The maximum number of lists per user, besides the wishlist. */
export const maxLists = 50;
/** The maximum number of games per list. */
export const maxListItems = 1_000;
export const maxNameLength = 100;
export const maxDescriptionLength = 1_000;

/** Games per page of a shared list. */
export const sharedPageSize = 50;

/** The path of a shared list's page. */
export function sharedPath(token: string): string {
  return `/shared/${token}`;
}

/** The path of a shared list's social image, 1200 × 630; without a country with the default market's prices. */
export function sharedImageUrl(token: string, country: string | undefined): string {
  return `/images/lists/${token}/social${country === undefined ? "" : `?country=${country}`}`;
}
