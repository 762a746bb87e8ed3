import { expect, test } from "vitest";
import { sql } from "../../platform/db/drizzle.ts";
import { createTestDatabase, emptyTables } from "../../test/database.ts";
import { refillSamplePrices, seedSampleCatalogue } from "./seed.ts";

const { db, pool } = await createTestDatabase();
const now = new Date("2026-11-21T09:00:00Z");

const start = performance.now();
const [one, other] = await Promise.all([seedSampleCatalogue(db, now), seedSampleCatalogue(db, now)]);
const seconds = (performance.now() - start) / 1000;

/** The only row of a result. */
async function queryRow(query: string): Promise<Record<string, number>> {
  const { rows } = await pool.query(query);
  return rows[0];
}

test("fills an empty catalogue once, even with two concurrent calls, and quickly", async () => {
  expect([one, other].sort((a, b) => a - b)).toEqual([0, await db.$count(sql`games`)]);
  expect(await seedSampleCatalogue(db, now)).toBe(0);
  expect(seconds).toBeLessThan(15);
});

test("is marked as sample, game by game and as a whole", async () => {
  expect(await queryRow("select count(*)::int as real from games where not sample")).toEqual({ real: 0 });
  expect(await queryRow("select value from site_config where key = 'site.sample_data'")).toEqual({ value: "true" });
});

test("has more than 30 games, free ones, and some third of them discounted", async () => {
  const counts = await queryRow(`
    select count(*)::int as games,
      (count(*) filter (where exists (select from offers where game_id = id and price_minor = 0)))::int as free,
      (count(*) filter (where exists (
        select from offers where game_id = id and country = 'US' and store in ('steam', 'gog', 'other')
          and price_minor < regular_minor
      )))::int as discounted
    from games
  `);
  expect(counts.games).toBeGreaterThan(180);
  expect(counts.free).toBeGreaterThan(13);
  expect(counts.discounted! / counts.games!).toBeGreaterThan(0.2);
  expect(counts.discounted! / counts.games!).toBeLessThan(0.55);
});

test.each([7, 30, 90, 365])("prices changed on both sides of %i days ago (spec/price-sources 6.1)", async (days) => {
  const { rows } = await pool.query(
    `select count(*) filter (where recorded_at < $1::timestamptz - make_interval(days => $2))::int as before,
      count(*) filter (where recorded_at >= $1::timestamptz - make_interval(days => $2))::int as since
    from price_history`,
    [now, days],
  );
  expect(rows[0].before).toBeGreaterThan(500);
  expect(rows[0].since).toBeGreaterThan(100);
});

test("history has changes only, none of them in the future, and ends at today's prices", async () => {
  expect(
    await queryRow(`
      select
        (count(*) filter (where (price_minor, regular_minor) is not distinct from (before, regular_before)
          and not is_first))::int as same,
        (count(*) filter (where recorded_at > '${now.toISOString()}'))::int as future,
        (count(*) filter (where is_last and (price_minor, regular_minor) 
          is distinct from (offer_minor, offer_regular)))::int as astray
      from (
        select history.*, lag(history.price_minor) over store as before,
          lag(history.regular_minor) over store as regular_before,
          row_number() over store = 1 as is_first, lead(history.store) over store is null as is_last,
          offers.price_minor as offer_minor, offers.regular_minor as offer_regular
        from price_history history join offers using (game_id, country, store)
        window store as (partition by game_id, country, history.store order by recorded_at)
      ) step
    `),
  ).toEqual({ same: 0, future: 0, astray: 0 });
});

test("has giveaways that never count as a low, and increases of the regular price", async () => {
  const counts = await queryRow(`
    select
      (select count(*)::int from price_history where price_minor = 0 and regular_minor > 0) as giveaways,
      (select count(*)::int from game_prices where low_minor = 0) as "freeLows",
      (select count(distinct game_id)::int from price_history history join offers using (game_id, store)
        where offers.store = 'steam' and history.regular_minor < offers.regular_minor) as risen
  `);
  expect(counts.giveaways).toBeGreaterThan(1);
  expect(counts.freeLows).toBe(0);
  expect(counts.risen).toBeGreaterThan(5);
});

test("lows and highest best prices are those of the history", async () => {
  // Computed independently: at each change of any store, the price of every store in force at that time.
  const { rows } = await pool.query(`
    with moment as (select distinct game_id, country, recorded_at as at from price_history),
    in_force as (
      select game_id, country, price_minor, recorded_at as since,
        lead(recorded_at, 1, 'infinity') over (partition by game_id, country, store order by recorded_at) as until
      from price_history
    ),
    best as (
      select game_id, country, min(price_minor) as best_minor
      from moment join in_force using (game_id, country)
      where at >= since and at < until group by game_id, country, at
    ),
    highest as (select game_id, country, max(best_minor) as highest from best group by game_id, country),
    low as (
      select game_id, country, min(price_minor) filter (where price_minor > 0) as low
      from price_history group by game_id, country
    ),
    expected as (select * from highest join low using (game_id, country))
    select
      count(*)::int as games,
      (count(*) filter (where highest_best_minor is distinct from highest))::int as wrong_highest,
      (count(*) filter (where low_minor is distinct from low and not out_of_stock))::int as wrong_low
    from (
      select *, exists (
        select from offers
        where offers.game_id = game_prices.game_id and offers.country = game_prices.country and in_stock is false
      ) as out_of_stock
      from game_prices join expected using (game_id, country)
    ) game
  `);
  expect(rows[0]).toEqual({ games: await db.$count(sql`game_prices`), wrong_highest: 0, wrong_low: 0 });
});

test("links lead to real pages of the stores", async () => {
  const { rows } = await pool.query("select store, link from offers order by store, link");
  const forms: Record<string, RegExp> = {
    steam: /^https:\/\/store\.steampowered\.com\/app\/\d+\/$/,
    gog: /^https:\/\/www\.gog\.com\/en\/games\?query=[^\s&]+$/,
    cdkeys: /^https:\/\/www\.cdkeys\.com\/catalogsearch\/result\/\?q=[^\s&]+$/,
  };
  for (const { store, link } of rows) {
    if (store === "other") expect(link).toBeNull();
    else expect(link).toMatch(forms[store] ?? /^https:\/\/[\w.-]+\/[\w/-]+\?\w+=[^\s&]+$/);
  }
});

test("prices that were deleted are generated again, for the same games", async () => {
  const readPrices = async () => {
    const { rows } = await pool.query(`
      select (select md5(string_agg(offers::text, ';' order by game_id, country, store)) from offers) as offers,
        (select md5(string_agg(game_prices::text, ';' order by game_id, country)) from game_prices) as best,
        (select count(*) from price_history) as history`);
    return rows[0];
  };
  const before = await readPrices();
  await emptyTables(pool, ["offers", "price_history", "game_prices"]);
  await db.transaction((tx) => refillSamplePrices(tx, now));
  expect(await readPrices()).toEqual(before);
});
