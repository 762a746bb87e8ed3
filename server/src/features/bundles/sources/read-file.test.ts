import { describe, expect, test } from "vitest";
import type { BundleDraft } from "./draft.ts";
import { type ReadFile, readBundleFile } from "./read-file.ts";

const now = new Date("2026-08-22T12:00:00Z");
const read = (content: string): Promise<ReadFile> => readBundleFile(new TextEncoder().encode(content), now);
const readOne = async (content: unknown): Promise<BundleDraft> => {
  const { bundles } = await read(typeof content === "string" ? content : JSON.stringify(content));
  expect(bundles).toHaveLength(1);
  return bundles[0]!.draft;
};
const failure = (content: unknown) =>
  read(typeof content === "string" ? content : JSON.stringify(content)).then(
    () => "none",
    (error: Error) => error.message,
  );

const own = { id: "desert", title: "Desert Bundle", address: "https://example.com/desert" };

describe("our own form", () => {
  test("needs an id, a title and an address; nothing else is known unless it is stated", async () => {
    expect(await readOne({ bundles: [own] })).toEqual({
      ...own,
      store: null,
      kind: "tiers",
      countries: [],
      begins_at: null,
      ends_at: null,
      redeem_by: null,
      complete: false,
      games: null,
      tiers: [],
      items: [],
    });
  });

  const tier = { price: { amount: 12, currency: "USD" } };
  test.each([
    ["no JSON", "{", /^is not valid JSON/],
    ["an empty file", "", /^is empty/],
    ["an unknown format", "[1]", "0: has an unknown format"],
    ["no list", { bundles: {} }, /^the file: bundles: /],
    ["no title", { bundles: [{ ...own, title: undefined }] }, /^bundles\.0: title: /],
    ["no address", { bundles: [{ ...own, address: "example.com" }] }, /^bundles\.0: address: /],
    ["a misspelled field", { bundles: [{ ...own, end_at: null }] }, /^bundles\.0: Unrecognized key: "end_at"/],
    ["an unknown kind", { bundles: [{ ...own, kind: "mystery" }] }, /^bundles\.0: kind: /],
    ["more games than any bundle has", { bundles: [{ ...own, games: 2_147_483_648 }] }, /^bundles\.0: games: /],
    ["a day as a time", { bundles: [{ ...own, ends_at: "2026-09-01" }] }, /^bundles\.0: ends_at: Expected a time/],
    [
      "a price as a text",
      { bundles: [own, { ...own, id: "b", tiers: [{ price: "12" }] }] },
      /^bundles\.1: tiers\.0\.price: /,
    ],
    [
      "an unknown currency",
      { bundles: [{ ...own, tiers: [{ price: { amount: 1, currency: "EUROPE_EURO" } }] }] },
      /^bundles\.0: tiers\.0\.price\.currency: /,
    ],
    [
      "a country that is a currency",
      { bundles: [{ ...own, tiers: [{ ...tier, prices: { EUROPE_GBP: tier.price } }] }] },
      /^bundles\.0: tiers\.0\.prices\.EUROPE_GBP: /,
    ],
    [
      "an appid as a text",
      { bundles: [{ ...own, items: [{ title: "Sable", steam_appid: "757310" }] }] },
      /^bundles\.0: items\.0\.steam_appid: /,
    ],
    ["a bundle twice", { bundles: [own, own] }, "bundles.1: desert comes twice, first at bundles.0"],
    ["a broken line", '{"humble_scheme":"choice"}\n{"name":', /^line 2: is not valid JSON/],
    [
      "a line without a month",
      '{"name":"Sable","month":"Brumaire","year":2024,"humble_scheme":"choice","steam_id":1}',
      /^line 1: month: Expected the name/,
    ],
    [
      "an unknown scheme",
      '{"name":"Sable","month":"May","year":2024,"humble_scheme":"choice","steam_id":1}\n{"name":"Sable","month":"May","year":2024,"humble_scheme":"gift","steam_id":1}',
      /^line 2: humble_scheme: /,
    ],
    [
      "an appid that is none",
      { games: [{ steam_id: "x1", title: "Sable" }], summary_text: "", title_text: "DIG" },
      /^the file: games\.0\.steam_id: Expected an appid/,
    ],
    ["half an RSS feed", "<rss><channel><item><title>Sable</title>", /./],
    ["an entry without a link", "<rss><channel><item><title>Sable</title></item></channel></rss>", /^line 1: id: /],
    ["a bundle without a price's currency", "id,title,price,type\n1,Desert Bundle,12,Bundle\n", /^line 2: /],
  ])("refuses %s, and names where", async (_, content, message) => {
    const problem = await failure(content);
    if (typeof message === "string") expect(problem).toBe(message);
    else expect(problem).toMatch(message);
  });
});

const key = {
  machine_name: "sable_choice_steam",
  human_name: "Sabel",
  key_type: "steam",
  steam_app_id: 757310,
  exclusive_countries: [] as string[],
  disallowed_countries: [] as string[],
};
const membership = (tpkds: object[], change: object = {}) => ({
  "baseSubscriptionPrice|money": { currency: "USD", amount: 11.99 },
  payEarlyOptions: { "activeContentStart|datetime": "2024-08-06T17:00:00", productMachineName: "august_2024_choice" },
  contentChoiceOptions: {
    title: "July 2024",
    productUrlPath: "july-2024",
    productMachineName: "july_2024_choice",
    contentChoiceData: {
      display_order: ["sable"],
      extras: [{ human_name: "50% Off Sable Coupon", machine_name: "sable_coupon" }],
      game_data: { sable: { title: "Sable", tpkds } },
    },
    ...change,
  },
});

describe("a page of Humble Choice", () => {
  test.each([
    ["one key for all", [key], null],
    ["a key with exceptions", [{ ...key, disallowed_countries: ["RU", "CN"] }], ["GLOBAL", "!CN", "!RU"]],
    ["a key for a region", [{ ...key, exclusive_countries: ["BR", "AR"] }], ["AR", "BR"]],
    [
      "keys for two regions",
      [
        { ...key, exclusive_countries: ["BR"] },
        { ...key, exclusive_countries: ["DE"] },
      ],
      ["BR", "DE"],
    ],
    [
      "a key for a region and one for the rest",
      [
        { ...key, exclusive_countries: ["CN"] },
        { ...key, disallowed_countries: ["CN"] },
      ],
      null,
    ],
    [
      "two keys with a common exception",
      [
        { ...key, disallowed_countries: ["CN", "JP"] },
        { ...key, disallowed_countries: ["CN"] },
      ],
      ["GLOBAL", "!CN"],
    ],
  ])("with %s", async (_, keys, places) => {
    const { items } = await readOne(`\ufeff${JSON.stringify(membership(keys))}`);
    expect(items).toMatchObject([
      { title: "Sable", kind: "game", steam_appid: 757310, activates_on: ["steam"], activates_in: places },
      { title: "50% Off Sable Coupon", kind: "coupon", steam_appid: null },
    ]);
  });

  test("ends when the next month begins; the same month states no end", async () => {
    expect((await readOne(membership([key]))).ends_at).toBe("2024-08-06T17:00:00.000Z");
    expect((await readOne(membership([key], { productMachineName: "august_2024_choice" }))).ends_at).toBeNull();
  });

  test("keys of several products in one box are items of their own", async () => {
    const other = { ...key, machine_name: "sable_ost", human_name: "Sable Soundtrack", steam_app_id: 1 };
    const { items } = await readOne(membership([key, other]));
    expect(items.map(({ title, steam_appid }) => [title, steam_appid])).toEqual([
      ["Sabel", 757310],
      ["Sable Soundtrack", 1],
      ["50% Off Sable Coupon", null],
    ]);
  });
});

const tiersLine = {
  machine_name: "desert_bundle",
  tile_name: "Desert &amp; Sand",
  product_url: "/games/desert",
  start: "2026-08-12 18:00:00.000000",
  end: "2026-09-03 18:00:00.000000",
  price_tiers: [
    { identifier: "bt12", price: { currency: "USD", amount: 12 }, items: ["sable", "dune", "ost"] },
    { identifier: "initial", price: { currency: "USD", amount: 1 }, items: ["sable"] },
  ],
  items: [
    { machine_name: "dune", title: "Dune", content_type: null, tiers: ["bt12"] },
    { machine_name: "sable", title: "Sable", content_type: null, tiers: ["bt12", "initial"] },
    { machine_name: "ost", title: "Sable Artbook", content_type: "ebook", tiers: ["bt12"] },
  ],
};

test("stored tiers come in any order, repeat items of cheaper ones, and state averages, no prices", async () => {
  const line = {
    ...tiersLine,
    price_tiers: tiersLine.price_tiers.map((tier) => ({ ...tier, average_purchase_price: { amount: 23.39 } })),
  };
  const { title, begins_at, tiers, items, complete } = await readOne(`${JSON.stringify(line)}\n\n`);
  expect({ title, begins_at, complete }).toEqual({
    title: "Desert & Sand",
    begins_at: "2026-08-12T18:00:00.000Z",
    complete: true,
  });
  expect(tiers.map(({ price }) => price?.amount)).toEqual([1, 12]);
  expect(items.map((item) => [item.title, item.kind, item.tier])).toEqual([
    ["Dune", "game", 2],
    ["Sable", "game", 1],
    ["Sable Artbook", "book", 2],
  ]);
});

test.each(["/books/desert-books", "/software/desert-software"])(
  "stored tiers of %s are left out",
  async (product_url) => {
    const { bundles, skipped } = await read(
      `${JSON.stringify({ ...tiersLine, product_url })}\n${JSON.stringify(tiersLine)}`,
    );
    expect(bundles).toHaveLength(1);
    expect(skipped).toEqual([{ what: "Desert &amp; Sand", why: product_url.split("/")[1] }]);
  },
);

const page = {
  machine_name: "desert_bundle",
  basic_data: {
    human_name: "Desert",
    media_type: "game",
    "end_time|datetime": "2026-09-03T04:00:00",
    "msrp|money": { amount: 255.3925798101812, currency: "EUR" },
    "tpkd_cutoff_price|money": { amount: 12.36, currency: "EUR" },
    detailed_marketing_blurb_excerpt: "Keys expire. Please redeem before March 2nd, 2027.",
  },
  average_data: { "average|money": { amount: 16.59, currency: "EUR" } },
};

test("a bundle's page: its value, the average and the limit for keys are no prices", async () => {
  expect(await readOne(page)).toMatchObject({
    tiers: [],
    redeem_by: "2027-03-02",
    ends_at: "2026-09-03T04:00:00.000Z",
  });
});

test.each([
  ["a currency as a country", { EUROPE_EURO: [6.06, "EUR"], EUROPE_GBP: [5.18, "GBP"] }, {}],
  [
    "euros where the currency is another",
    { BG: [7.27, "EUR"], HU: [7.69, "EUR"] },
    { BG: [7.27, "EUR"], HU: [7.69, "EUR"] },
  ],
  [
    "dollars where the currency is another",
    { JP: [7.7, "USD"], KR: [7.7, "USD"] },
    { JP: [7.7, "USD"], KR: [7.7, "USD"] },
  ],
  ["its own currency", { GB: [6.21, "GBP"] }, { GB: [6.21, "GBP"] }],
])("prices by country with %s", async (_, price, expected) => {
  const { tiers } = await readOne({ ...page, content_events: [{ identifier: "initial", price }] });
  const prices = Object.entries(tiers[0]!.prices).map(([country, one]) => [country, [one.amount, one.currency]]);
  expect(Object.fromEntries(prices)).toEqual(expected);
  expect(tiers[0]!.price).toBeNull();
});

const entry = (link: string, content: string) =>
  `<rss xmlns:content="c"><channel><item><title>Desert</title><link>${link}</link><content:encoded><![CDATA[${content}]]></content:encoded></item></channel></rss>`;
const table = (price: string, regular = price) =>
  `<table><tr><th>Current Price</th></tr><tr><td><strong>${price}</strong></td><td>${regular}</td></tr></table>`;
const fanatical = (kind: string) => `https://www.fanatical.com/en/${kind}/desert`;

test.each([
  [
    "Humble, with what looks like a price",
    "https://www.humblebundle.com/games/desert",
    table("$5.99"),
    { tiers: [], ends_at: null, kind: "tiers" },
  ],
  [
    "Humble, with a day to redeem",
    "https://www.humblebundle.com/games/desert",
    "Please redeem before February 28th, 2027.</span>",
    { redeem_by: "2027-02-28", ends_at: null },
  ],
  [
    "Humble, with a day that does not exist",
    "https://www.humblebundle.com/games/desert",
    "redeem before February 30th, 2027.",
    { redeem_by: null },
  ],
  [
    "a bundle with a price",
    fanatical("bundle"),
    table("$4.99", "$119.94"),
    { kind: "tiers", tiers: [{ price: { amount: 4.99, currency: "USD" }, choose: null }] },
  ],
  [
    "a bundle to build",
    fanatical("pick-and-mix"),
    table("£1.99"),
    { kind: "build-your-own", tiers: [{ price: { amount: 1.99, currency: "GBP" }, choose: null }] },
  ],
  ["a price without a sign", fanatical("bundle"), table("4.99"), { tiers: [] }],
  ["a price of nothing", fanatical("bundle"), table("$0.00"), { tiers: [] }],
  [
    "an end",
    fanatical("bundle"),
    "<li><strong>Ends:</strong> September 3, 2026 12:54 UTC</li>",
    { ends_at: "2026-09-03T12:54:00.000Z" },
  ],
  [
    "an end that means never",
    fanatical("bundle"),
    "<li><strong>Ends:</strong> January 1, 3001 00:00 UTC</li>",
    { ends_at: null },
  ],
  [
    "an end without a time zone",
    fanatical("bundle"),
    "<li><strong>Ends:</strong> September 3, 2026 12:54</li>",
    { ends_at: null },
  ],
])("an RSS entry: %s", async (_, link, content, expected) => {
  const draft = await readOne(entry(link, content));
  expect(draft).toMatchObject({ title: "Desert", address: link, items: [], complete: false, ...expected });
});

test("an RSS entry for a single game, or of another store, is left out", async () => {
  for (const link of [
    fanatical("game"),
    "https://example.com/bundle/desert",
    "https://www.humblebundle.com/books/desert",
  ]) {
    expect((await read(entry(link, ""))).bundles).toEqual([]);
  }
});

test("rows of type bundle of a price file have one price, and no list of games", async () => {
  const csv = [
    "id,title,link,price,product_type,is_bundle",
    "1,Desert Bundle,https://example.com/1,12.00 USD,Games > Bundle,",
    "2,Sable,https://example.com/2,20.00 USD,Games,",
    "3,Bundle of Sticks,https://example.com/3,20.00 USD,Games,no",
    "4,Dune Pack,https://example.com/4,9.50 EUR,Games,yes",
  ].join("\n");
  const { bundles, skipped } = await read(csv);
  expect(bundles.map(({ draft: { id, tiers, complete } }) => [id, tiers[0]!.price, complete])).toEqual([
    ["1", { amount: 12, currency: "USD" }, false],
    ["4", { amount: 9.5, currency: "EUR" }, false],
  ]);
  expect(skipped.map(({ what }) => what)).toEqual(["Sable", "Bundle of Sticks"]);
});
