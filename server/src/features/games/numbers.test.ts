import { readFileSync } from "node:fs";
import type { Game } from "contract/games/schema.ts";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { inArray, sql } from "../../platform/db/drizzle.ts";
import { startTestApp } from "../../test/app.ts";
import { addCatalogue } from "../../test/catalogue.ts";
import { createTestDatabase } from "../../test/database.ts";
import { repeats } from "../../test/processes/soak.ts";
import { sharedData } from "../../test/shared-data.ts";
import { signInUser } from "../../test/users.ts";
import { markets } from "../markets/table.ts";
import { type OfferObservation, recordOffers } from "../prices/offers/commands.ts";
import { stores } from "../stores/table.ts";

// Whatever shows a price shows the same discount, saving, reference and low as one SQL over offers and history.

interface RealGame {
  title: string;
  genre: string | null;
  tags: string | null;
  rating: number | null;
  steam_price: number | null;
}

/** Real games, which are priced at Steam; some of them change their prices everywhere. */
const real = readRealGames();
const size = repeats(100, real.length || 2_000);
const changing = Math.min(size, 2_000);
const shops = [
  "steam",
  "cdkeys",
  "gog",
  "other",
  "fanatical",
  "kinguin",
  "humble",
  "epic",
  "greenmangaming",
  "eneba",
  "g2a",
  "gamivo",
];
const shownIn = [
  { country: "US", currency: "USD", rate: 100 },
  { country: "DE", currency: "EUR", rate: 97.5 },
  { country: "GB", currency: "GBP", rate: 85 },
  { country: "JP", currency: "JPY", rate: 110 },
];

function readRealGames(): RealGame[] {
  const file = sharedData("catalogue/games-real.jsonl");
  if (!file) return [];
  return readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as RealGame);
}

const database = await createTestDatabase();
const { db } = database;
await db
  .update(markets)
  .set({ enabled: true })
  .where(
    inArray(
      markets.country,
      shownIn.map(({ country }) => country),
    ),
  );
await db.update(stores).set({ enabled: true }).where(inArray(stores.key, shops));

const price = fc.constantFrom(null, 0, 99, 495, 499, 500, 995, 999, 1_000, 1_125, 1_999, 2_000, 5_999);
const offer = fc.record({
  priceMinor: price,
  regularMinor: fc.constantFrom(null, 1_000, 1_999, 2_000, 5_999),
  inStock: fc.constantFrom(null, null, true, false),
});
/** The stores that change their prices at a time. */
const change = fc.dictionary(fc.constantFrom(...shops), offer, { minKeys: 1, maxKeys: shops.length });
/** Days ago. */
const times = [90, 45, 29, 10, 0.5];

/** Games from the whole catalogue, at equal distances. */
const picked = Array.from({ length: size }, (_, n) => real[Math.floor((n * real.length) / size)]);
const listed = picked.map((game, n) => ({
  title: game?.title ?? `Game ${n}`,
  rating: game?.rating ?? (n % 90) / 10,
  ...(game?.genre && { genre: game.genre }),
  ...(game?.tags && { tags: game.tags }),
}));
const ids: number[] = [];
for (let start = 0; start < size; start += 5_000)
  ids.push(...(await addCatalogue(db, listed.slice(start, start + 5_000))));

const record = async (offers: OfferObservation[], days: number) => {
  for (let start = 0; start < offers.length; start += 20_000) {
    const now = new Date(Date.now() - days * 86_400_000);
    await recordOffers(db, offers.slice(start, start + 20_000), { now });
  }
};
for (const { country, currency, rate } of shownIn) {
  const atSteam = picked.flatMap((game, n): OfferObservation[] => {
    if (typeof game?.steam_price !== "number") return [];
    const priceMinor = Math.round(game.steam_price * rate);
    return [{ gameId: ids[n]!, country, currency, store: "steam", priceMinor, regularMinor: priceMinor }];
  });
  await record(atSteam, 200);
}
const changingIds = fc.sample(fc.shuffledSubarray(ids, { minLength: changing, maxLength: changing }), {
  numRuns: 1,
  seed: 1,
})[0]!;
for (const [round, days] of times.entries()) {
  for (const [place, { country, currency }] of shownIn.entries()) {
    const seed = round * shownIn.length + place;
    const changes = fc.sample(fc.option(change, { freq: 2 }), { numRuns: changing, seed });
    const offers = changes.flatMap((changed, n) =>
      Object.entries(changed ?? {}).map(
        ([store, one]): OfferObservation => ({ gameId: changingIds[n]!, country, currency, store, ...one }),
      ),
    );
    await record(offers, days);
  }
}
const app = await startTestApp(database);

async function get(path: string, headers: Record<string, string> = {}) {
  const response = await app.inject({ url: `/api${path}`, headers });
  expect(response.statusCode).toBe(200);
  return response.json();
}

interface Expected extends Record<string, unknown> {
  id: number;
  best_price: number | null;
  best_store: string | null;
  reference_price: number | null;
  reference_store: string | null;
  cut: number;
  saving: number | null;
  at_low: boolean;
}

/** The numbers of all games in a market that lists show, from the offers and, for stores that do not report stock, the history. */
async function numbersOf(country: string): Promise<Map<number, Expected>> {
  const { rows } = await db.execute<Expected>(sql`
    with sold as (
      select game_id, store, price_minor as price, regular_minor as regular, kind = 'official' as official, position,
        10.0 ^ case country when 'JP' then 0 else 2 end as unit
      from offers join stores on stores.key = store
      where country = ${country} and price_minor is not null
    ),
    best as (select distinct on (game_id) * from sold order by game_id, price, position),
    compared as (
      select games.id, best.*, steam.price as steam,
        coalesce(best.regular, steam.regular, steam.price) as reference,
        case when best.regular is not null then best.store when steam.price is not null then 'steam' end as whose
      from games
      left join best on best.game_id = games.id
      left join sold steam on steam.game_id = games.id and steam.store = 'steam'
    ),
    discounted as (
      select *, case when reference > price then round((reference - price) * 100.0 / reference) else 0 end as cut
      from compared
    ),
    past as (
      select game_id, kind = 'official' as official, min(price_minor) as low, max(price_minor) as high,
        min(recorded_at) as since
      from price_history join stores on stores.key = store
      where country = ${country} and price_minor > 0
      group by game_id, kind = 'official'
    )
    select id, (price / unit)::float8 as best_price, store as best_store,
      case when price is not null then (reference / unit)::float8 end as reference_price,
      case when price is not null then whose end as reference_store,
      cut::int,
      case when steam > price then (round((steam - price) * 1000.0 / steam) / 10)::float8 end as saving,
      price > 0 and cut > 0 and price = low and high > low and since <= now() - interval '30 days' as at_low
    from discounted left join past using (game_id, official)
    where id not in (select id from games where explicit)`);
  return new Map(rows.map((row) => [row.id, row]));
}

const pageSize = 100;

async function listAll(query: string): Promise<Game[]> {
  const pages = Array.from({ length: Math.ceil(size / pageSize) }, (_, n) => n + 1);
  const lists = await Promise.all(pages.map((page) => get(`/games?limit=${pageSize}&page=${page}&${query}`)));
  return lists.flatMap(({ games }) => games);
}

describe.each(shownIn)("in $country", ({ country }) => {
  let expected: Map<number, Expected>;
  beforeAll(async () => {
    expected = await numbersOf(country);
  });

  test("lists show the best price, its reference, the discount and the saving", async () => {
    const games = await listAll(`country=${country}&sortBy=title&order=ASC`);
    expect(games).toHaveLength(expected.size);
    for (const game of games) {
      const { id, best_price, best_store, reference_price, reference_store, cut } = game;
      const { at_low: _, saving, ...numbers } = expected.get(id)!;
      expect({ id, best_price, best_store, reference_price, reference_store, cut }).toEqual(numbers);
      expect({ id, saving: game.savings_percentage }).toEqual({ id, saving });
    }
    expect(games.filter(({ cut }) => cut > 0).length).toBeGreaterThan(changing / 4);
  });

  test("only games at the low of their kind of store have a badge, in lists and by the filter", async () => {
    // stores that report stock have lows that the history does not tell
    const { rows } = await db.execute<{ id: number }>(sql`
      select distinct game_id as id from offers where country = ${country} and in_stock is not null`);
    const unsure = new Set(rows.map(({ id }) => id));
    const atLow = [...expected.values()].filter((game) => game.at_low && !unsure.has(game.id)).map(({ id }) => id);
    const games = await listAll(`country=${country}&sortBy=title&order=ASC`);
    const badges = games.filter(({ id, lowest_ever }) => lowest_ever && !unsure.has(id)).map(({ id }) => id);
    expect(badges.sort()).toEqual(atLow.sort());
    const filtered = await listAll(`country=${country}&low=at`);
    expect(filtered.map(({ id }) => id).sort()).toEqual(
      games
        .filter(({ lowest_ever }) => lowest_ever)
        .map(({ id }) => id)
        .sort(),
    );
  });

  test("filters, facets and the sort use that discount", async () => {
    const cuts = [...expected.values()].map(({ cut, best_price }) => (best_price === null ? -1 : cut));
    const { facets } = await get(`/games?country=${country}&facets=true&limit=1`);
    const counted = [10, 25, 50, 75, 90]
      .map((step) => ({ value: String(step), count: cuts.filter((cut) => cut >= step).length }))
      .filter(({ count }) => count > 0);
    expect(facets.cut).toEqual(counted);
    for (const step of [1, 33, 50, 51, 75, 100]) {
      const { totalGames } = await get(`/games?country=${country}&min_cut=${step}&limit=1`);
      expect([step, totalGames]).toEqual([step, cuts.filter((cut) => cut >= step).length]);
    }
    const sorted = (await listAll(`country=${country}&sortBy=discount&min_cut=1`)).map(({ cut }) => cut);
    expect(sorted).toEqual(cuts.filter((cut) => cut > 0).sort((a, b) => b - a));
    const { deals } = await get(`/deals?section=cuts&country=${country}&limit=20`);
    expect(deals.map(({ cut }: Game) => cut)).toEqual(sorted.slice(0, 20));
  });

  test("game pages, suggestions and the wishlist show it too", async () => {
    const user = await signInUser(db, `user${country}`);
    for (const id of changingIds.filter((one) => expected.has(one)).slice(0, 20)) {
      const { best_price, reference_price, cut } = expected.get(id)!;
      const numbers = { best_price, reference_price, cut };
      const game = await get(`/games/${id}?country=${country}`);
      expect(game).toMatchObject(numbers);
      const best = game.offers.find(({ store }: { store: string }) => store === game.best_store);
      expect(best?.cut ?? 0).toBe(cut);
      const { games } = await get(`/games/suggest?q=${encodeURIComponent(game.title)}&country=${country}`);
      expect(games.find((one: Game) => one.id === id)).toMatchObject(numbers);
      const url = `/api/wishlist?country=${country}`;
      const added = await app.inject({ method: "POST", url, headers: user.headers, payload: { gameId: id } });
      expect(added.json().item).toMatchObject({ lowest_price: best_price, reference_price, cut });
    }
  });

  test("each store's list shows its own offers", async () => {
    for (const store of shops) {
      const { totalGames, games } = await get(`/games?country=${country}&store=${store}&limit=${pageSize}`);
      const { rows } = await db.execute<{ id: number; price: number }>(sql`
        select game_id as id, price_minor as price from offers
        where country = ${country} and store = ${store} and price_minor is not null
          and game_id not in (select id from games where explicit)`);
      expect([store, totalGames]).toEqual([store, rows.length]);
      const own = new Map(rows.map(({ id, price }) => [id, price]));
      const unit = country === "JP" ? 1 : 100;
      for (const game of games) expect([game.best_store, game.best_price]).toEqual([store, own.get(game.id)! / unit]);
    }
  });
});
