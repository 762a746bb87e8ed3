/**
 * The stores with fields of their own in the API, for clients written when there were four stores, in the order of a
 * game's fields: `steam_price`, `steam_link`. `other` is the best of all other stores; its fields begin with `null_`.
 */
export const flatStores = ["steam", "cdkeys", "gog", "other"] as const;
export type FlatStore = (typeof flatStores)[number];

type NameOf<Store extends FlatStore> = Store extends "other" ? "null" : Store;

/** The flat fields of a game, by the types of their values; the stock is CDKeys' alone. */
type FlatFields<Price, Link, Stock> = { [Store in FlatStore as `${NameOf<Store>}_price`]: Price } & {
  [Store in FlatStore as `${NameOf<Store>}_link`]: Link;
} & { cdkeys_stock: Stock };

/** The flat fields in their order, each with a value of its store. */
export function toFlatFields<Price, Link, Stock>(of: {
  price: (store: FlatStore) => Price;
  link: (store: FlatStore) => Link;
  stock: () => Stock;
}): FlatFields<Price, Link, Stock> {
  const fields: Record<string, unknown> = {};
  for (const store of flatStores) {
    const name = flatName(store);
    fields[`${name}_price`] = of.price(store);
    fields[`${name}_link`] = of.link(store);
    if (store === "cdkeys") fields.cdkeys_stock = of.stock();
  }
  return fields as FlatFields<Price, Link, Stock>;
}

/** The prices alone. */
export function toFlatPrices<Price>(price: (store: FlatStore) => Price) {
  const fields = flatStores.map((store) => [`${flatName(store)}_price`, price(store)]);
  return Object.fromEntries(fields) as { [Store in FlatStore as `${NameOf<Store>}_price`]: Price };
}

/** What the flat fields state about a store. */
export function flatOffer<Fields extends Partial<FlatFields<unknown, unknown, unknown>>>(
  fields: Fields,
  store: FlatStore,
) {
  const name = flatName(store);
  return {
    price: fields[`${name}_price`] as Fields["steam_price"],
    link: fields[`${name}_link`] as Fields["steam_link"],
    stock: (store === "cdkeys" ? fields.cdkeys_stock : undefined) as Fields["cdkeys_stock"] | undefined,
  };
}

const flatName = (store: FlatStore) => (store === "other" ? "null" : store);
