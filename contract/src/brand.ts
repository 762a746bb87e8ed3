/**
 * The product's name, defined only here. Visitors see the content string `header.brand_name`, which administrators may
 * change.
 */
export const brand = {
  name: "Lootwise",
  /** Prefix of browser storage keys, cookies and the database name. */
  slug: "lootwise",
} as const;
