import { beforeEach, expect, test } from "vitest";
import { addCatalogue, type TestGame } from "../../test/catalogue.ts";
import { createTestDatabase, emptyTables } from "../../test/database.ts";
import { auditLog } from "../audit/table.ts";
import { acceptMatch, undoMatch } from "../prices/matching/commands-matches.ts";
import { matchReviews, offers, priceHistory } from "../prices/table.ts";
import { changeBundle } from "./commands.ts";
import { importBundles } from "./commands-import.ts";
import { readBundleFile } from "./sources/read-file.ts";
import { bundleItems, bundles } from "./table.ts";

const { db, pool } = await createTestDatabase();
const now = new Date("2026-08-22T12:00:00Z");

beforeEach(() => emptyTables(pool, ["games", "bundles", "match_reviews"]));

const run = async (file: object, options: { store?: string; dryRun?: boolean } = {}) => {
  const read = await readBundleFile(new TextEncoder().encode(JSON.stringify(file)), now);
  return importBundles(db, null, read, { now, from: "bundles.json", ...options });
};
const own = { id: "desert", store: "humble", title: "Desert Bundle", address: "https://example.com/desert" };
const withItems = (...items: object[]) => ({ bundles: [{ ...own, items }] });
const gamesOf = async () =>
  (await db.select().from(bundleItems).orderBy(bundleItems.position)).map(({ gameId }) => gameId);

const catalogue: TestGame[] = [
  { title: "Sable", steamAppid: 757310 },
  { title: "Figment 2: Creed Valley", steamAppid: 1085220 },
  { title: "Saints Row IV", steamAppid: 206420 },
  { title: "Sea of Stars: Throes of the Watchmaker", steamAppid: 3457510, type: "dlc" },
  { title: "Portal 2" },
  { title: "Prey", releaseDate: "2006-07-11" },
  { title: "Prey!", releaseDate: "2017-05-05" },
];

test.each([
  ["its appid", { title: "Sable", steam_appid: 757310 }, "Sable"],
  ["its appid, in capitals", { title: "SABLE™", steam_appid: 757310 }, "Sable"],
  ["its appid, with a shorter title", { title: "Figment 2", steam_appid: 1085220 }, "Figment 2: Creed Valley"],
  ["its exact title", { title: "Portal 2" }, "Portal 2"],
  ["its exact title with a Roman numeral", { title: "Portal II" }, "Portal 2"],
  ["an unknown appid, whatever the title", { title: "Sable", steam_appid: 5 }, null],
  ["the appid of another game", { title: "Portal 2", steam_appid: 757310 }, null],
  [
    "an edition that its title does not name",
    { title: "Saints Row IV: Re-Elected Edition", steam_appid: 206420 },
    null,
  ],
  ["a deluxe edition", { title: "Portal 2 Deluxe Edition" }, null],
  ["two games of a title", { title: "Prey" }, null],
  ["a soundtrack", { title: "Sable Soundtrack" }, null],
  [
    "a DLC of the catalogue",
    { title: "Sea of Stars: Throes of the Watchmaker", steam_appid: 3457510 },
    "Sea of Stars: Throes of the Watchmaker",
  ],
  ["a DLC that is a game by its title", { title: "Sable", kind: "dlc" }, null],
  ["a coupon", { title: "Sable", kind: "coupon" }, null],
  ["a book", { title: "Portal 2", kind: "book" }, null],
])("an item by %s", async (_, item, title) => {
  const ids = await addCatalogue(db, catalogue);
  const counts = await run(withItems(item));
  const place = catalogue.findIndex((game) => game.title === title);
  const isMatched = title !== null;
  const waits = !isMatched && !("kind" in item && item.kind !== "dlc");
  expect(await gamesOf()).toEqual([isMatched ? ids[place] : null]);
  expect(counts).toMatchObject({ added: 1, matched: isMatched ? 1 : 0, unmatched: waits ? 1 : 0 });
  expect(await db.$count(matchReviews)).toBe(waits ? 1 : 0);
  // a bundle is no offer
  expect(await db.$count(offers)).toBe(0);
  expect(await db.$count(priceHistory)).toBe(0);
});

test("a decision about a waiting item counts at once, and can be taken back", async () => {
  const [game = 0] = await addCatalogue(db, [{ title: "Portal 2" }]);
  await run(withItems({ title: "Portal II: The Game" }));
  const [review] = await db.select().from(matchReviews);
  expect(review).toMatchObject({ store: "humble", title: "Portal II: The Game", priceMinor: null, link: own.address });
  const match = await acceptMatch(db, null, review!.id, game, now);
  expect(await gamesOf()).toEqual([game]);
  expect(await run(withItems({ title: "Portal II: The Game" }))).toMatchObject({ unchanged: 1, matched: 1 });
  await undoMatch(db, null, review!.id, { decidedAt: match.decided_at! }, now);
  expect(await gamesOf()).toEqual([null]);
});

test("the same file again changes nothing; another one changes what it states", async () => {
  const file = {
    bundles: [
      {
        ...own,
        ends_at: "2026-09-01T00:00:00Z",
        tiers: [{ price: { amount: 12, currency: "USD" } }],
        items: [{ title: "Sable" }],
      },
    ],
  };
  expect(await run(file)).toMatchObject({ added: 1, changed: 0 });
  const entries = await db.$count(auditLog);
  expect(await run(file)).toMatchObject({ added: 0, changed: 0, unchanged: 1 });
  expect(await db.$count(auditLog)).toBe(entries);
  // a feed knows neither tiers, end nor items
  expect(await run({ bundles: [{ ...own, title: "The Desert Bundle" }] })).toMatchObject({ changed: 1 });
  const [row] = await db.select().from(bundles);
  expect(row).toMatchObject({ title: "The Desert Bundle", endsAt: new Date("2026-09-01T00:00:00Z"), version: 2 });
  expect(row!.tiers).toMatchObject([{ price: { amount: 1_200, currency: "USD" } }]);
  expect(await db.$count(bundleItems)).toBe(1);
});

test("a part of a list does not replace all of it", async () => {
  await run({ bundles: [{ ...own, complete: true, items: [{ title: "Sable" }, { title: "Dune" }] }] });
  expect(await run(withItems({ title: "Sable" }))).toMatchObject({ unchanged: 1 });
  expect(await db.$count(bundleItems)).toBe(2);
});

test("what administrators changed stays", async () => {
  await run({ bundles: [own] });
  const id = (await db.select().from(bundles))[0]!.id;
  await changeBundle(db, null, id, { fields: { title: "By hand" } }, now);
  expect(await run({ bundles: [{ ...own, title: "From the file" }] })).toMatchObject({ edited: 1, changed: 0 });
  expect(await db.select({ title: bundles.title }).from(bundles)).toEqual([{ title: "By hand" }]);
});

test.each([
  ["an unknown store", { store: "nowhere" }, "bundles.1: store: there is no store nowhere"],
  ["no store", { store: null }, "bundles.1: store: it names none of our stores; name one for the file"],
  [
    "an end before the beginning",
    { begins_at: "2026-09-01T00:00:00Z", ends_at: "2026-08-01T00:00:00Z" },
    "bundles.1: ends_at: Ends before it begins",
  ],
  [
    "an amount with a part of a cent",
    { tiers: [{ price: { amount: 255.3925798101812, currency: "EUR" } }] },
    "bundles.1: tiers.0.price.amount: Expected an amount in its currency, such as 9.99",
  ],
  [
    "a tier that does not exist",
    { items: [{ title: "Sable", tier: 2 }] },
    "bundles.1: items.0.tier: There is no such tier",
  ],
])("%s leaves everything as it was", async (_, change, message) => {
  await expect(run({ bundles: [own, { ...own, id: "b", ...change }] })).rejects.toMatchObject({
    code: "invalid",
    message,
  });
  expect(await db.$count(bundles)).toBe(0);
});

test("a dry run counts, and imports nothing", async () => {
  expect(await run(withItems({ title: "Sable" }), { dryRun: true })).toMatchObject({ added: 1, unmatched: 1 });
  expect(await db.$count(bundles)).toBe(0);
  expect(await db.$count(matchReviews)).toBe(0);
});

test("bundles without a store of ours go to the one that is named", async () => {
  await run({ bundles: [{ ...own, store: undefined }] }, { store: "fanatical" });
  expect(await db.select({ store: bundles.store }).from(bundles)).toEqual([{ store: "fanatical" }]);
});
