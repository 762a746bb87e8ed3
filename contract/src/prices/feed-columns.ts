/** Columns of a product feed that we read, named as Google Merchant names them; the last six are beyond it. */
export const feedColumns = [
  "id",
  "title",
  "link",
  "price",
  "sale_price",
  "sale_price_effective_date",
  "availability",
  "currency",
  "steam_appid",
  "platform",
  "region",
  "edition",
] as const;

export type FeedColumn = (typeof feedColumns)[number];

export function isFeedColumn(name: string): name is FeedColumn {
  return (feedColumns as readonly string[]).includes(name);
}
