import { readdir, readFile } from "node:fs/promises";
import { dirname } from "node:path";
import fc from "fast-check";
import { beforeEach, describe, expect, inject, test } from "vitest";
import { createTestDatabase, emptyTables } from "../../test/database.ts";
import { createTestFolder } from "../../test/folder.ts";
import { anyText } from "../../test/hostile/any-text.ts";
import { repeats } from "../../test/processes/soak.ts";
import { sharedData } from "../../test/shared-data.ts";
import { importCatalogue } from "../imports/import-catalogue.ts";
import { exportCatalogue } from "./export.ts";

const { db, pool } = await createTestDatabase();
const folder = await createTestFolder();
const now = new Date("2026-01-15T12:00:00Z");

const empty = () => emptyTables(pool, ["games", "site_config"]);
beforeEach(empty);

/** Exports the catalogue, imports that file into an empty one, and exports it again. */
async function roundTrip(ending: string): Promise<{ first: Buffer; second: Buffer }> {
  const [first, second] = [folder.path(`first.${ending}`), folder.path(`second.${ending}`)];
  await exportCatalogue(db, first);
  await empty();
  await importCatalogue(db, first, { now });
  await exportCatalogue(db, second);
  return { first: await readFile(first), second: await readFile(second) };
}

const awkward = [
  {
    title: '"Glow Ball" - The billiard puzzle game',
    genre: "a, b",
    description: "One\n\n-Two\t\"three\" 'four'",
    steam_appid: 1,
    steam_price: 59.99,
    steam_link: "https://a.test/?a=1&amp;b=2&copy;",
    review_score: 9.7,
    review_count: 241_610,
  },
  {
    title: "Risk &amp;amp; Riches &amp;copy;",
    rating: 7.5,
    cdkeys_stock: false,
    cdkeys_price: 0.1,
    null_link: "http://b.test/",
  },
  { title: "Major\\Minor", genre: "\\N", tags: "x", gog_price: 0, player_count: 0, review_count: 0 },
  { title: "---Red---Tether-->", release_date: "1999-12-31", metacritic_score: 24, boxart_url: "https://c.test/ü.png" },
  { title: "none", developer: "SmiteWorks USA, LLC", cdkeys_stock: true },
  { title: "null", developer: "ストライダー飛竜®" },
  { title: "🔴 Circles", description: "''", tags: ",\\N," },
  { title: "=1+1", tags: "a, b, c" },
];

describe.each(["jsonl", "ndjson", "csv", "jsonl.gz", "csv.gz"])("a round trip by .%s is exact", (ending) => {
  test("for awkward games", async () => {
    const path = await folder.write("awkward.jsonl", awkward.map((row) => `${JSON.stringify(row)}\n`).join(""));
    expect(await importCatalogue(db, path, { now })).toMatchObject({ added: awkward.length });
    const { first, second } = await roundTrip(ending);
    expect(second.equals(first)).toBe(true);
  });
});

describe("a round trip is exact", () => {
  const text = fc.oneof(
    // a row with NUL is rejected (rows.test.ts)
    anyText({ maxLength: 40 }).map((text) => text.replaceAll("\0", "")),
    fc
      .array(fc.constantFrom(",", '"', "\n", "\\N", "&amp;", "&", " ", "'", "=", "-", "x", "\r"), { maxLength: 8 })
      .map((p) => p.join("")),
  );
  const price = fc.oneof(
    fc.constant(null),
    fc.integer({ min: 0, max: 1_000_000 }).map((cents) => cents / 100),
  );
  const game = fc.record(
    {
      title: text.map((noise) => `A ${noise}`),
      genre: fc.option(text),
      description: fc.option(text),
      tags: fc.option(text),
      rating: fc.option(fc.double({ min: 0, max: 10, noNaN: true })),
      review_score: fc.option(fc.double({ min: 0, max: 10, noNaN: true })),
      review_count: fc.option(fc.nat()),
      steam_price: price,
      gog_price: price,
      cdkeys_price: price,
      cdkeys_stock: fc.option(fc.boolean()),
      null_price: price,
      release_date: fc.option(
        fc
          .date({ min: new Date("1970-01-01"), max: new Date("2050-01-01"), noInvalidDate: true })
          .map((date) => date.toISOString().slice(0, 10)),
      ),
    },
    { requiredKeys: ["title"] },
  );

  test.each(["jsonl", "csv"])("by .%s for any games", { timeout: 60_000 }, async (ending) => {
    await fc.assert(
      fc.asyncProperty(fc.array(game, { minLength: 1, maxLength: 30 }), async (games) => {
        await empty();
        const rows = games.map((row, index) => `${JSON.stringify({ ...row, steam_appid: index + 1 })}\n`);
        expect(await importCatalogue(db, await folder.write("any.jsonl", rows.join("")), { now })).toMatchObject({
          added: games.length,
          refused: 0,
        });
        const { first, second } = await roundTrip(ending);
        expect(second.equals(first)).toBe(true);
      }),
      { numRuns: repeats(6, 25) },
    );
  });

  const real = sharedData("catalogue/games-real.jsonl");
  // slow, and independent of the PostgreSQL version
  test.skipIf(!real || inject("binDir"))("by .csv for the real catalogue", { timeout: 90_000 }, async () => {
    const rows = (await readFile(real!, "utf8")).split("\n").slice(0, repeats(500, Number.POSITIVE_INFINITY));
    await importCatalogue(db, await folder.write("real.jsonl", rows.join("\n")), { now });
    const { first, second } = await roundTrip("csv");
    expect(first.toString().split("\n")[1]).toBe(
      'Counter-Strike,Action,Valve,,9.6,9.7,241610,,10,9.99,,,,,,,,,"Action, FPS, Multiplayer",,7323,88,2000-11-01,,,,',
    );
    expect(second.equals(first)).toBe(true);
  });
});

test("an import of an export changes nothing", async () => {
  const path = await folder.write("awkward.jsonl", awkward.map((row) => `${JSON.stringify(row)}\n`).join(""));
  await importCatalogue(db, path, { now });
  const out = folder.path("out.csv");
  expect(await exportCatalogue(db, out)).toBe(awkward.length);
  expect(await importCatalogue(db, out, { now })).toMatchObject({ added: 0, changed: 0, unchanged: awkward.length });
});

test("an export that fails leaves no file behind", async () => {
  const stopping = new AbortController();
  stopping.abort();
  await importCatalogue(db, await folder.write("one.csv", "title\nA\n"), { now });
  await expect(exportCatalogue(db, folder.path("gone.csv"), { signal: stopping.signal })).rejects.toThrow("aborted");
  await expect(exportCatalogue(db, folder.path("no/such/folder.csv"))).rejects.toMatchObject({ code: "invalid" });
  await expect(exportCatalogue(db, folder.path("games.xml"))).rejects.toMatchObject({ code: "invalid" });
  const names = await readdir(dirname(folder.path("x")));
  expect(names.filter((name) => name.startsWith("gone") || name.includes("unfinished"))).toEqual([]);
});
