import type { GameDetail, GameOffer } from "contract/games/schema.ts";
import { expect, test } from "vitest";
import { type Store, storesIn } from "../../api/stores.ts";
import { offersOf, rankOffers } from "./offers.ts";

const store = (key: string, kind: Store["kind"] = "official"): Store => ({ key, name: key, color: "red", kind });
const stores = storesIn([
  store("steam"),
  store("gog"),
  store("humble"),
  store("cdkeys", "keyshop"),
  store("bazaar", "marketplace"),
  store("epic"),
]);

const offer = (key: string, price: number | null, other: Partial<GameOffer> = {}): GameOffer => ({
  store: key,
  currency: "GBP",
  price,
  converted_price: null,
  regular_price: null,
  cut: 0,
  reference_store: null,
  link: null,
  activates_in: null,
  in_stock: null,
  last_seen_at: "2026-01-02T03:04:05Z",
  ends_at: null,
  was_free_until: null,
  sale_ends_at: null,
  activates_on: [],
  voucher: null,
  ...other,
});

const gameOf = (offers: GameOffer[], other: Partial<GameDetail> = {}) =>
  ({ id: 1, currency: "GBP", offers, ...other }) as GameDetail;

function ranked(offers: GameOffer[], ranking?: Parameters<typeof rankOffers>[2]) {
  const groups = rankOffers(offersOf(gameOf(offers), stores), stores.stores, ranking);
  const { unsold, ...sold } = groups;
  const named = Object.entries(sold).filter(([, of]) => of.length > 0);
  return {
    ...Object.fromEntries(named.map(([group, of]) => [group, of.map(({ store }) => store.key)])),
    unsold: unsold.map(({ key }) => key),
  };
}

test("official stores are separate from key shops and marketplaces, each cheapest first", () => {
  const offers = [offer("steam", 20), offer("cdkeys", 9), offer("bazaar", 8), offer("gog", 15)];
  expect(ranked(offers)).toEqual({
    official: ["gog", "steam"],
    resold: ["bazaar", "cdkeys"],
    unsold: ["humble", "epic"],
  });
});

test("for equal prices the best store comes first, then the stores in their order", () => {
  const offers = [offer("epic", 5), offer("humble", 5), offer("gog", 5), offer("steam", 5)];
  expect(ranked(offers, { best: "humble" })).toMatchObject({ official: ["humble", "steam", "gog", "epic"] });
});

test("another currency is ranked by its converted price, or last without a rate; ended offers are separate", () => {
  const offers = [
    offer("steam", null),
    offer("gog", 1, { currency: "PLN" }),
    offer("humble", 100, { currency: "PLN", converted_price: 20 }),
    offer("epic", 30),
  ];
  expect(ranked(offers)).toMatchObject({ official: ["humble", "epic", "gog"], ended: ["steam"] });
});

test("a store that is not in the list comes last among equal prices", () => {
  expect(ranked([offer("closed", 5), offer("epic", 5)])).toMatchObject({ official: ["epic", "closed"] });
});

test.each<[string, GameOffer[], Parameters<typeof rankOffers>[2], object]>([
  [
    "without stock",
    [offer("steam", 5, { in_stock: false }), offer("gog", 6)],
    {},
    { official: ["gog"], soldOut: ["steam"] },
  ],
  ["with stock", [offer("cdkeys", 5, { in_stock: true })], {}, { resold: ["cdkeys"] }],
  ["of unknown stock", [offer("cdkeys", 5)], {}, { resold: ["cdkeys"] }],
  ["without stock but the best", [offer("cdkeys", 5, { in_stock: false })], { best: "cdkeys" }, { resold: ["cdkeys"] }],
  ["that has ended without stock", [offer("gog", null, { in_stock: false })], {}, { ended: ["gog"] }],
  [
    "for the visitor's launcher",
    [offer("gog", 5, { activates_on: ["gog", "drm-free"] })],
    { activates: ["gog"] },
    { official: ["gog"] },
  ],
  [
    "for one of several launchers",
    [offer("epic", 5, { activates_on: ["epic"] })],
    { activates: ["gog", "epic"] },
    { official: ["epic"] },
  ],
  [
    "for another launcher",
    [offer("epic", 5, { activates_on: ["epic"] })],
    { activates: ["steam"] },
    { elsewhere: ["epic"] },
  ],
  ["for an unknown launcher", [offer("bazaar", 5)], { activates: ["steam"] }, { elsewhere: ["bazaar"] }],
  ["for an unknown launcher, without a preference", [offer("bazaar", 5)], { activates: [] }, { resold: ["bazaar"] }],
  [
    "for another launcher but the best",
    [offer("epic", 5)],
    { best: "epic", activates: ["steam"] },
    { official: ["epic"] },
  ],
  [
    "for another launcher, without stock",
    [offer("epic", 5, { in_stock: false })],
    { activates: ["steam"] },
    { elsewhere: ["epic"] },
  ],
])("an offer %s", (_, offers, ranking, groups) => {
  const { unsold: _others, ...sold } = ranked(offers, ranking);
  expect(sold).toEqual(groups);
});

test("offers come from the flat fields while the database is unreachable", () => {
  const flat = { steam_price: 19.99, cdkeys_price: 12.5, cdkeys_stock: false, gog_price: null, null_price: 3 };
  const offers = offersOf(gameOf([], flat), stores);
  expect(offers.map(({ store, price, inStock }) => [store.key, price, inStock])).toEqual([
    ["steam", 19.99, null],
    ["cdkeys", 12.5, false],
    ["other", 3, null],
  ]);
});
