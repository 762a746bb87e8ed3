import { gameTypes } from "contract/games/columns.ts";
import type { GameFilters } from "contract/games/filters.ts";
import { gameSorts } from "contract/games/sorting.ts";
import type { Launcher } from "contract/prices/launchers.ts";
import fc from "fast-check";
import type { GamesQuery } from "../features/games/read-model/query.ts";
import type { Db } from "../platform/db/connect.ts";
import { sql } from "../platform/db/drizzle.ts";
import type { TestGame } from "./catalogue.ts";

// Few values, so that games share them and filters leave some of them.

// Accents, scripts without case, and wildcards of LIKE.
const word = fc.constantFrom(
  ...["Dark", "Darkest", "ÉDEN", "éden", "Ark", "100%", "a_b", "a\\b", "缺氧", "ガンダム", "Ⅳ", "🎮", "x"],
);
const title = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(" "));
const price = fc.option(fc.constantFrom(0, 1, 499, 500, 999, 1_999, 5_999), { freq: 4 });
const offer = fc.record({
  priceMinor: price,
  regularMinor: fc.constantFrom(null, 500, 1_999, 4_999, 9_999),
  inStock: fc.constantFrom(true, false, null),
  activatesOn: fc.constantFrom(null, null, ["steam"], ["gog", "drm-free"], ["ubisoft", "steam"], ["rockstar"], []),
});
export const someOffers = fc.record({ steam: offer, gog: offer, cdkeys: offer, other: offer }, { requiredKeys: [] });

const genres = ["Action", "ACTION", "RPG", "Rôle", "Role", "Indie"];
const tags = ["Action", "Hentai", "Co-op", "co-op", "Café", "cafe", "2D"];
const developers = [
  "Valve",
  "valve",
  "Bit Blot, LLC",
  "id Software, Nightdive",
  "Nightdive",
  "Capcom Co., Ltd., Valve",
];
const names = (list: readonly string[]) =>
  fc.option(
    fc.uniqueArray(fc.constantFrom(...list), { maxLength: 4 }).map((some) => some.join(", ")),
    { freq: 4 },
  );
const days = ["1969-07-20", "1970-01-01", "1999-12-31", "2024-02-29", "2999-01-01"];
const ratings = [0, 5.5, 7, 8.3, 9.9];

export const someGame: fc.Arbitrary<TestGame> = fc.record({
  title,
  genre: names(genres),
  developer: fc.option(fc.constantFrom(...developers)),
  rating: fc.option(fc.constantFrom(...ratings)),
  reviewCount: fc.option(fc.constantFrom(0, 9, 10, 5_000)),
  tags: names(tags),
  type: fc.option(fc.constantFrom(...gameTypes), { freq: 1 }),
  playerCount: fc.option(fc.nat({ max: 20 })),
  controllerSupport: fc.option(fc.constantFrom("full", "partial", "none")),
  metacriticScore: fc.option(fc.integer({ min: 1, max: 100 })),
  releaseDate: fc.option(fc.constantFrom(...days)),
  plans: fc.option(fc.constantFrom("pc", "pc ultimate", "ultimate@US", "pc@GB plus", "pc@GB ultimate@FR"), { freq: 2 }),
  offers: someOffers,
});

const some = (list: readonly string[]) => fc.subarray([...list], { minLength: 1, maxLength: 3 });
const amount = fc.constantFrom(0, 0.01, 4.99, 5, 20, 60);
const flag = fc.boolean();

/** Values of every filter; a `low_within` comes with its `low`. */
const filterValues: { [Name in keyof GameFilters]-?: fc.Arbitrary<Partial<GameFilters>> } = {
  min_price: amount.map((min_price) => ({ min_price })),
  max_price: amount.map((max_price) => ({ max_price })),
  min_cut: fc.constantFrom(0, 1, 50, 75, 100).map((min_cut) => ({ min_cut })),
  low: fc.constantFrom("at", "new", "near").map((low) => ({ low })),
  low_within: fc.constantFrom(0, 1, 100).map((low_within) => ({ low: "near", low_within })),
  store: some(["steam", "gog", "cdkeys", "other", "fanatical"]).map((store) => ({ store })),
  official: flag.map((official) => ({ official })),
  activates: some(["steam", "gog", "drm-free", "rockstar", "epic"]).map((activates) => ({
    activates: activates as Launcher[],
  })),
  genre: some([...genres, "none"]).map((genre) => ({ genre })),
  tag: some([...tags, "none"]).map((tag) => ({ tag })),
  tag_any: some([...tags, "none"]).map((tag_any) => ({ tag_any })),
  tag_not: some([...tags, "none"]).map((tag_not) => ({ tag_not })),
  developer: fc.constantFrom(...developers, "NIGHTDIVE", "LLC", "none").map((developer) => ({ developer })),
  released_from: fc.constantFrom(...days).map((released_from) => ({ released_from })),
  released_to: fc.constantFrom(...days).map((released_to) => ({ released_to })),
  upcoming: flag.map((upcoming) => ({ upcoming })),
  min_rating: fc.constantFrom(...ratings, 8.4).map((min_rating) => ({ min_rating })),
  min_metacritic: fc.constantFrom(0, 50, 90).map((min_metacritic) => ({ min_metacritic })),
  min_players: fc.constantFrom(0, 10, 21).map((min_players) => ({ min_players })),
  min_reviews: fc.constantFrom(0, 10, 6_000).map((min_reviews) => ({ min_reviews })),
  controller: fc
    .subarray(["full" as const, "partial" as const], { minLength: 1 })
    .map((controller) => ({ controller })),
  type: fc.oneof(fc.constant("any" as const), fc.subarray([...gameTypes], { minLength: 1 })).map((type) => ({ type })),
  free: flag.map((free) => ({ free })),
  plan: some(["pc", "ultimate", "plus", "none"]).map((plan) => ({ plan })),
  in_bundle: flag.map((in_bundle) => ({ in_bundle })),
};
export const filterNames = Object.keys(filterValues) as (keyof GameFilters)[];

/** Ten values of a filter, some of them the same. */
export function valuesOf(name: keyof GameFilters): Partial<GameFilters>[] {
  return fc.sample(filterValues[name], { numRuns: 10, seed: 3 });
}

/** Up to six filters together. */
const someFilters = fc
  .array(fc.oneof(...Object.values(filterValues)), { maxLength: 6 })
  .map((list): Partial<GameFilters> => Object.assign({}, ...list));

const searches = [
  "dark",
  "DARK ark",
  "ar",
  "a",
  "eden",
  "éd",
  "%",
  "_b",
  "\\",
  "缺",
  "氧 dark",
  "カ",
  "iv",
  "🎮",
  "zz",
];

export const someQuery: fc.Arbitrary<GamesQuery> = fc
  .record({
    filters: someFilters,
    search: fc.oneof({ weight: 3, arbitrary: fc.constant("") }, fc.constantFrom(...searches), title),
    sort: fc.constantFrom(...gameSorts),
    order: fc.constantFrom("ASC", "DESC"),
    showExplicit: flag,
    offset: fc.constantFrom(0, 3, 1_000_000_000),
    limit: fc.constantFrom(1, 20, 100_000),
  })
  .map(({ filters, ...query }) => ({
    ...filters,
    ...query,
    // SQL doesn't correct typos
    exact: true,
    // SQL has no relevance
    sort: query.search !== "" && query.sort === "relevance" ? "popularity" : query.sort,
  }));

/** Varies the games' price history: lows, highest prices and times of changes, of stores and thereby of games. */
export async function varyPasts(db: Db): Promise<void> {
  await db.execute(sql`
    update game_prices set
      best_changed_at = now() - make_interval(hours => game_id * 7 % 50),
      store_lows = array(select case when (game_id + place) % 3 = 0 then low * 9 / 10 else low end
        from unnest(store_lows) with ordinality list (low, place) order by place),
      store_highs = array(select high + (game_id + place) % 2 * 100
        from unnest(store_highs) with ordinality list (high, place) order by place),
      store_lows_since = array(select extract(epoch from now())::int - 86400 * ((game_id + place) % 30)
        from generate_subscripts(store_keys, 1) place order by place),
      store_lows_at = store_lows_since,
      store_sinces = array(select extract(epoch from now())::int - 86400 * ((game_id + place) % 90)
        from generate_subscripts(store_keys, 1) place order by place),
      store_changed_at = array(select extract(epoch from now())::int - 3600 * ((game_id + place) * 7 % 50)
        from generate_subscripts(store_keys, 1) place order by place)
    where store_keys is not null`);
  const ofBestKind = sql`(kind = 'official') = (best_store is not distinct from official_store)`;
  await db.execute(sql`
    update game_prices set low_minor = facts.low, kind_low_minor = facts.kind_low, kind_high_minor = facts.kind_high,
      kind_low_since = to_timestamp(facts.kind_low_since), kind_since = to_timestamp(facts.kind_since)
    from (
      select game_id, country, min(fact.low) as low,
        min(fact.low) filter (where ${ofBestKind}) as kind_low,
        max(high) filter (where ${ofBestKind}) as kind_high,
        (array_agg(fact.low_since order by fact.low, fact.low_since)
          filter (where ${ofBestKind} and fact.low is not null))[1] as kind_low_since,
        min(since) filter (where ${ofBestKind}) as kind_since
      from game_prices
      cross join unnest(store_keys, store_lows, store_lows_since, store_highs, store_sinces)
        fact (store, low, low_since, high, since)
      join stores on key = store
      group by game_id, country
    ) facts
    where facts.game_id = game_prices.game_id and facts.country = game_prices.country`);
}

export function sampleGames(numRuns: number, seed: number): TestGame[] {
  return fc.sample(someGame, { numRuns, seed });
}
