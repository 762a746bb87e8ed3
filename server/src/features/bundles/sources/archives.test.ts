import { expect, test } from "vitest";
import type { BundleDraft } from "./draft.ts";
import { readBundleFile } from "./read-file.ts";

const read = (content: string) => readBundleFile(new TextEncoder().encode(content), new Date("2026-08-22T12:00:00Z"));
const readOne = async (content: object): Promise<BundleDraft> =>
  (await read(JSON.stringify(content))).bundles[0]!.draft;

const tracked = {
  data: {
    id: 10_003,
    title: "DIG Weekly Bundle 463",
    url: "https://example.com/redirect?to=dig",
    start: 1_620_245_476,
    expiry: 1_622_041_200,
    byob: false,
    counts: { games: 9, media: 2 },
  },
};

test.each<[string, object, object]>([
  [
    "times in seconds",
    {},
    { begins_at: "2021-05-05T20:11:16.000Z", ends_at: "2021-05-26T15:00:00.000Z", kind: "tiers", games: 9 },
  ],
  ["no end", { expiry: null }, { ends_at: null }],
  ["a bundle to build, of an unknown price", { byob: true }, { kind: "build-your-own", tiers: [] }],
  ["no games, but other media", { counts: { games: 0, media: 2 } }, { games: null, items: [] }],
])("an archived bundle with %s", async (_, change, expected) => {
  expect(await readOne({ ...tracked, data: { ...tracked.data, ...change } })).toMatchObject({
    ...{ id: "tracked-10003", store: null, complete: false },
    ...expected,
  });
});

test("a price that only a sentence states is unknown; prices of an unnamed bundle are skipped", async () => {
  const games = [{ steam_id: "757310", title: "Sable" }];
  const page = { games, summary_text: "Grab them now for only $1.99!", title_text: "<b>DIG</b> Bundle 2390" };
  expect(await readOne(page)).toMatchObject({
    ...{ id: "dig-bundle-2390", title: "DIG Bundle 2390", complete: true, tiers: [] },
    items: [{ title: "Sable", steam_appid: 757310, activates_on: ["steam"] }],
  });
  const event = { identifier: "initial", has_tpkds: true, price: { US: [1, "USD"] } };
  const { bundles, skipped } = await read(JSON.stringify({ event }));
  expect([bundles, skipped]).toEqual([[], [{ what: "event", why: "prices of a bundle that it does not name" }]]);
});

test("months of a history have each game once, and games without an appid by their titles", async () => {
  const game = { name: "Sable", month: "May", year: 2020, humble_scheme: "choice", steam_id: 757310 };
  const withdrawn = { ...game, name: "Withdrawn", steam_id: null };
  const lines = [game, { ...game, name: "Sable (Steam)" }, withdrawn, withdrawn, { ...game, month: "June" }];
  const { bundles } = await read(lines.map((line) => JSON.stringify(line)).join("\n"));
  expect(bundles.map(({ draft }) => [draft.id, draft.items.map(({ title }) => title)])).toEqual([
    ["membership/may-2020", ["Sable", "Withdrawn"]],
    ["membership/june-2020", ["Sable"]],
  ]);
});

test("a page that lists bundles has those of games alone, each once", async () => {
  const product = (title: string, stamp: string, category = "bundle") => ({
    ...{ machine_name: title, tile_name: title, category, tile_stamp: stamp },
    product_url: `/${stamp}/${title.toLowerCase()}`,
  });
  const products = [product("Desert", "games"), product("Sand", "books"), product("Dune", "games", "storefront")];
  const section = { mosaic: [{ products: [...products, product("Desert", "games")] }] };
  const { bundles, skipped } = await read(
    JSON.stringify({ data: { games: section }, exchangeRates: { "EUR|USD": 1.1 } }),
  );
  expect(bundles.map(({ draft }) => draft.id)).toEqual(["games/desert"]);
  expect(skipped).toEqual([
    { what: "Sand", why: "books" },
    { what: "Dune", why: "storefront" },
  ]);
});
