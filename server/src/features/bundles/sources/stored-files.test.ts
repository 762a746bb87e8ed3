import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { sharedData } from "../../../test/shared-data.ts";
import { readBundleFile } from "./read-file.ts";

/** Real pages, feeds and archives; `null` where they are missing. */
const stored = async (name: string) => {
  const path = sharedData(`upstream/bundles/${name}`);
  return path === null ? null : readBundleFile(readFileSync(path), new Date("2026-08-22T12:00:00Z"));
};

test("a page of Humble Choice: eight games and three coupons, by the titles of the page", async () => {
  const file = await stored("humble-choice-2024-07-page.json");
  if (!file) return;
  const { draft } = file.bundles[0]!;
  expect(draft).toMatchObject({
    id: "membership/july-2024",
    store: "humble",
    kind: "membership-month",
    complete: true,
    ends_at: "2024-08-06T17:00:00.000Z",
    tiers: [{ price: { amount: 11.99, currency: "USD" } }],
  });
  expect(draft.items.map(({ title, kind, steam_appid }) => [title, kind, steam_appid])).toEqual([
    ["A Plague Tale: Requiem", "game", 1182900],
    ["Ghostrunner 2", "game", 2144740],
    ["Starship Troopers: Terran Command", "game", 1202130],
    ["Sticky Business", "game", 2303350],
    ["Zoeti", "game", 1434540],
    ["Figment 2: Creed Valley", "game", 1085220],
    ["Heretic's Fork", "game", 2181610],
    ["HYPERVIOLENT", "game", 1409200],
    ["25% Off Raising Hell DLC Coupon (Starship Troopers: Terran Command)", "coupon", null],
    ["85% Off A Plague Tale: Innocence Coupon", "coupon", null],
    ["Saturnalia - 66% Off", "coupon", null],
  ]);
  const [, ghostrunner, troopers] = draft.items;
  expect(ghostrunner!.activates_in).toEqual(["GLOBAL", "!CN"]);
  expect(troopers!.activates_in).toHaveLength(38);
});

test("the history of Humble: 1,191 games in their months, 40 of them without an appid", async () => {
  const file = await stored("humble-choice-2015-2026.jsonl");
  if (!file) return;
  const items = file.bundles.flatMap(({ draft }) => draft.items);
  expect(items).toHaveLength(1_191);
  expect(items.filter(({ steam_appid }) => steam_appid === null)).toHaveLength(40);
  expect(file.bundles.every(({ draft }) => draft.tiers.length === 0 && !draft.complete)).toBe(true);
  const [first] = file.bundles;
  expect(first!.draft).toMatchObject({ id: "monthly/november-2015", ends_at: "2015-12-01T00:00:00.000Z" });
  // the same game in two months is in both
  const months = file.bundles.filter(({ draft }) => draft.items.some(({ steam_appid }) => steam_appid === 268500));
  expect(months.map(({ draft }) => draft.id)).toEqual(["monthly/february-2017", "membership/may-2020"]);
});

test("Humble's RSS: no prices, no ends, days to redeem", async () => {
  const file = await stored("humble-games.rss");
  if (!file) return;
  expect(file.bundles).toHaveLength(12);
  for (const { draft } of file.bundles) {
    expect(draft).toMatchObject({ store: "humble", tiers: [], ends_at: null, items: [], complete: false });
    expect(draft.redeem_by).toMatch(/^2027-0[23]-\d\d$/);
  }
});

test("Fanatical's RSS: bundles to build, two with a fixed content, one without an end", async () => {
  const file = await stored("fanatical-games.rss");
  if (!file) return;
  const drafts = file.bundles.map(({ draft }) => draft);
  expect(drafts.filter(({ kind }) => kind === "build-your-own")).toHaveLength(14);
  expect(drafts.filter(({ kind }) => kind === "tiers").map((one) => [one.title, one.tiers[0]!.price?.amount])).toEqual([
    ["SOEDESCO Publishing Bundle", 4.99],
    ["Monsters' Den Collection Bundle", 22.07],
  ]);
  expect(drafts.filter(({ ends_at }) => ends_at === null).map(({ title }) => title)).toEqual([
    "Monsters' Den Collection Bundle",
  ]);
  expect(drafts[0]).toMatchObject({ ends_at: "2026-09-25T07:00:00.000Z", begins_at: "2026-08-21T13:00:00.000Z" });
});

test("books, comics and software are left out by their category", async () => {
  for (const name of ["humble-books-landing-2025-11-24.json", "humble-book-bundles-with-tiers.jsonl"]) {
    const file = await stored(name);
    if (!file) return;
    expect(file.bundles).toEqual([]);
    expect(new Set(file.skipped.map(({ why }) => why)).difference(new Set(["books", "comics", "software"]))).toEqual(
      new Set(),
    );
    expect(file.skipped.length).toBeGreaterThan(5);
  }
});

test("archives: seconds as times, prices in a sentence unknown, prices without a bundle left out", async () => {
  const file = await stored("archive-samples.json");
  if (!file) return;
  expect(file.bundles.map(({ where, draft }) => [where, draft.title, draft.tiers])).toEqual([
    ["itad-bundle-10003", "DIG Weekly Bundle 463", []],
    ["dailyindiegame-2390", "DIG Bundle 2390", []],
    ["humble-page-2026-08-12-handsome-husbandos", "Handsome Husbandos", []],
  ]);
  const [tracked, dig, page] = file.bundles.map(({ draft }) => draft);
  expect(tracked).toMatchObject({
    begins_at: "2021-05-05T20:11:16.000Z",
    ends_at: "2021-05-26T15:00:00.000Z",
    games: 9,
    store: null,
  });
  expect(dig!.items).toHaveLength(9);
  expect(page).toMatchObject({ redeem_by: "2027-03-02", ends_at: "2026-09-03T04:00:00.000Z" });
  expect(file.skipped).toEqual([
    { what: "humble-content-event-price-by-country", why: "prices of a bundle that it does not name" },
  ]);
});

test("an answer of IsThereAnyDeal's API is refused: its terms forbid sites like this one to use it", async () => {
  const path = sharedData("upstream/bundles/itad-bundles.v1.success.yaml");
  if (path === null) return;
  // an example of its documentation: JSON after a name
  const json = readFileSync(path, "utf8").replace(/^value:/, "");
  const reading = readBundleFile(Buffer.from(json), new Date("2026-08-22T12:00:00Z"));
  await expect(reading).rejects.toThrow("has an unknown format");
});
