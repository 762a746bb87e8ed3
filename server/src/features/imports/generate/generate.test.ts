import { beforeEach, describe, expect, test } from "vitest";
import { randomFrom } from "../../../platform/process/random.ts";
import { addCatalogue } from "../../../test/catalogue.ts";
import { createTestDatabase, emptyTables } from "../../../test/database.ts";
import { createTestFolder } from "../../../test/folder.ts";
import { games } from "../../games/table.ts";
import { importCatalogue } from "../import-catalogue.ts";
import { type GenerateOptions, generateCatalogue } from "./generate.ts";
import { makeTitle } from "./titles.ts";

const { db, pool } = await createTestDatabase();
const folder = await createTestFolder();
const now = new Date("2026-11-21T09:00:00Z");

beforeEach(() => emptyTables(pool, ["games", "site_config"]));

const generate = (options: Partial<GenerateOptions>) =>
  generateCatalogue(db, { games: 100, history: 1_200, seed: 1, now, ...options });

/** A digest of everything generated, without ids and times of writing. */
async function digestContents(): Promise<string> {
  const { rows } = await pool.query(`
    select md5(string_agg(line, ';' order by line)) as digest from (
      select concat_ws('|', title, rating, tags, release_date, store, recorded_at, price_history.price_minor, link,
        in_stock) as line
      from games left join price_history on game_id = id left join offers using (game_id, store)
    ) contents
  `);
  return rows[0].digest;
}

test.each([
  [500, 6_000],
  [100, 101],
  [100, 100],
  [100, 20],
  [100, 0],
  [1, 300],
  [0, 10],
])("generates exactly %i games and %i rows of history", async (games, history) => {
  const generated = await generate({ games, history });
  expect(generated).toMatchObject({ games, history: games === 0 ? 0 : history });
  const { rows } = await pool.query("select count(*)::int as offers from offers");
  expect(rows[0].offers).toBe(generated.offers);
});

test("the same seed generates the same catalogue, another seed a different one", async () => {
  await generate({});
  const first = await digestContents();
  await generate({ replace: true });
  expect(await digestContents()).toBe(first);
  await generate({ replace: true, seed: 2 });
  expect(await digestContents()).not.toBe(first);
});

test("offers, history and lists agree", async () => {
  await generate({});
  const { rows } = await pool.query(`
    select
      (select count(*)::int from games where not sample) as unmarked,
      (select count(*)::int from game_prices where best_minor is distinct from
        (select min(price_minor) from offers where offers.game_id = game_prices.game_id)) as wrong_best,
      (select count(*)::int from offers where price_minor is distinct from
        (select price_minor from price_history past where past.game_id = offers.game_id and past.store = offers.store
          order by recorded_at desc limit 1)) as wrong_price,
      (select count(*)::int from (select price_minor = lag(price_minor)
        over (partition by game_id, store order by recorded_at)
          as same from price_history) step where same) as no_change
  `);
  expect(rows[0]).toEqual({ unmarked: 0, wrong_best: 0, wrong_price: 0, no_change: 0 });
});

test("about one title in eighteen contains 'dark', and some have other scripts or accents", () => {
  const random = randomFrom(1);
  const titles = Array.from({ length: 20_000 }, () => makeTitle(random));
  const share = (pattern: RegExp) => titles.filter((title) => pattern.test(title)).length / titles.length;
  expect(share(/dark/i)).toBeGreaterThan(0.05);
  expect(share(/dark/i)).toBeLessThan(0.065);
  expect(share(/[一-龠ァ-ヶ]/)).toBeGreaterThan(0.02);
  expect(share(/[À-ÿ]/)).toBeGreaterThan(0.01);
});

test("the constraints of the history are restored", async () => {
  const constraints = async () => {
    const { rows } = await pool.query(`
      select conname, pg_get_constraintdef(oid) from pg_constraint
      where conrelid = 'price_history'::regclass order by conname
    `);
    return rows;
  };
  const before = await constraints();
  await generate({});
  expect(await constraints()).toEqual(before);
});

describe("generated games", () => {
  test("are refused next to real games, even with --replace", async () => {
    await importCatalogue(db, await folder.write("one.csv", "title\nSable\n"), { now });
    await expect(generate({ replace: true })).rejects.toMatchObject({ code: "conflict" });
    expect(await db.$count(games)).toBe(1);
  });

  test("are refused next to the sample, unless they replace it", async () => {
    await addCatalogue(db, [{ title: "Sable", offers: { gog: { priceMinor: 999 } } }, { title: "Road 96" }]);
    await pool.query("update games set sample = true");
    await expect(generate({})).rejects.toThrow("already has 2 generated games; use --replace to remove them");
    expect(await generate({ replace: true })).toMatchObject({ games: 100 });
  });

  test("are removed by an import of real games", async () => {
    await generate({});
    const result = await importCatalogue(db, await folder.write("one.csv", "title\nSable\n"), { now });
    expect(result).toMatchObject({ added: 1, sampleRemoved: 100 });
  });
});
