/**
 * What the product is called. The one place in the code: visitors see the content string `header.brand_name`, which an
 * administrator may change.
 */
export const brand = {
  name: "Lootwise",
  /** Prefix of browser storage keys, cookies and the database name. */
  slug: "lootwise",
} as const;
