import type { AdminBundle, BundleFields } from "contract/bundles/schema.ts";
import { beforeEach, describe, expect, test } from "vitest";
import { eq, sql } from "../../platform/db/drizzle.ts";
import { startTestApp } from "../../test/app.ts";
import { addCatalogue } from "../../test/catalogue.ts";
import { createTestDatabase, emptyTables } from "../../test/database.ts";
import { signInAdmin } from "../../test/users.ts";
import { auditLog } from "../audit/table.ts";
import { mergeGame } from "../catalogue/merge/commands-merge.ts";
import { unmergeGame } from "../catalogue/merge/commands-unmerge.ts";
import { bundleReadings, bundles } from "./table.ts";

const database = await createTestDatabase();
const { db, pool } = database;
const app = await startTestApp(database, { env: { ROLE: "web" } });
const editor = await signInAdmin(db, "Editor", ["bundles.read", "bundles.write"]);
const reader = await signInAdmin(db, "Reader", ["bundles.read"]);
const stranger = await signInAdmin(db, "Stranger", ["stores.read", "stores.write", "catalogue.write"]);
await db.execute(sql`update stores set enabled = true where key in ('humble', 'fanatical')`);

const send = (method: "GET" | "POST" | "PUT" | "DELETE", path = "", payload?: object, user = editor) =>
  app.inject({ method, url: `/api/admin/bundles${path}`, headers: user.headers, ...(payload && { payload }) });
const lastEntry = async () => (await db.select().from(auditLog).orderBy(sql`id desc`).limit(1))[0];

const soon = new Date(Date.now() + 5 * 86_400_000).toISOString();
const tier = { price: { amount: 12, currency: "USD" }, prices: {}, cumulative: true, addon: false, choose: null };
const item = { title: "Sable", kind: "game", tier: 1, activates_on: ["steam"], activates_in: null, game_id: null };
const fields: BundleFields = {
  store: "humble",
  title: "Desert Bundle",
  address: "https://www.humblebundle.com/games/desert",
  kind: "tiers",
  countries: [],
  begins_at: null,
  ends_at: soon,
  redeem_by: "2027-03-11",
  complete: true,
  games: null,
  tiers: [tier],
  items: [item as BundleFields["items"][number]],
};
const add = async (change: object = {}): Promise<AdminBundle> => {
  const response = await send("POST", "", { ...fields, ...change });
  expect(response.json()).toMatchObject({ bundle: {} });
  return response.json().bundle;
};

beforeEach(() => emptyTables(pool, ["games", "bundles"]));

test.each([
  ["GET", "", 200],
  ["GET", "/1", 404],
  ["GET", "/readings", 200],
  ["GET", "/1/history", 200],
  ["POST", "", 403],
  ["PUT", "/1", 403],
  ["DELETE", "/1", 403],
] as const)("%s %s needs its permission", async (method, path, byReader) => {
  const payload = method === "POST" || method === "PUT" ? fields : undefined;
  const statuses = [reader, stranger].map(async (user) => (await send(method, path, payload, user)).statusCode);
  expect(await Promise.all(statuses)).toEqual([byReader, 403]);
});

describe("a bundle", () => {
  test("is created, changed and deleted, each with its audit entry and in its history", async () => {
    const [game = 0] = await addCatalogue(db, [{ title: "Sable" }]);
    const { id, version, tiers } = await add();
    expect({ version, tiers }).toEqual({ version: 1, tiers: [tier] });
    const [stored] = await db.select({ tiers: bundles.tiers }).from(bundles);
    expect(stored!.tiers[0]!.price).toEqual({ amount: 1_200, currency: "USD" });
    const items = [{ ...item, game_id: game }];
    const { bundle } = (await send("PUT", `/${id}`, { items, base_version: 1 })).json();
    expect(bundle).toMatchObject({ version: 2, edited: true, items: [{ game: { id: game, title: "Sable" } }] });
    expect(await lastEntry()).toMatchObject({
      description: "Changed the bundle Desert Bundle",
      oldValue: { items: [item] },
      newValue: { items },
    });
    // nothing changes, nothing is recorded
    expect((await send("PUT", `/${id}`, { items })).json().bundle.version).toBe(2);
    expect((await send("DELETE", `/${id}`)).statusCode).toBe(204);
    expect((await send("GET", `/${id}`)).statusCode).toBe(404);
    const { history, total } = (await send("GET", `/${id}/history`)).json();
    expect(total).toBe(3);
    expect(history.map((entry: { action: string }) => entry.action)).toEqual(["DELETE", "UPDATE", "CREATE"]);
  });

  test("refuses a save from an old version, and shows the current one", async () => {
    const { id } = await add();
    await send("PUT", `/${id}`, { title: "Sand Bundle", base_version: 1 });
    const response = await send("PUT", `/${id}`, { title: "Dune Bundle", base_version: 1 });
    expect(response.statusCode).toBe(409);
    expect(response.json()).toMatchObject({ code: "stale", current: { title: "Sand Bundle", version: 2 } });
  });

  test.each([
    ["store", { store: "nowhere" }],
    ["title", { title: " " }],
    ["address", { address: "ftp://example.com" }],
    ["kind", { kind: "surprise" }],
    ["games", { games: 2_147_483_648 }],
    ["countries.0", { countries: ["usa"] }],
    ["ends_at", { begins_at: soon }],
    ["redeem_by", { redeem_by: "March 11th" }],
    ["tiers.0.price.amount", { tiers: [{ ...tier, price: { amount: 9.999, currency: "USD" } }] }],
    ["tiers.0.price.amount", { tiers: [{ ...tier, price: { amount: 0, currency: "USD" } }] }],
    ["tiers.0.price.currency", { tiers: [{ ...tier, price: { amount: 9, currency: "EUROPE_EURO" } }] }],
    ["tiers.0.prices.EUROPE_EURO", { tiers: [{ ...tier, prices: { EUROPE_EURO: { amount: 6, currency: "EUR" } } }] }],
    ["tiers.0.prices.JP.amount", { tiers: [{ ...tier, prices: { JP: { amount: 7.7, currency: "JPY" } } }] }],
    ["tiers.1.price.amount", { tiers: [tier, { ...tier, price: { amount: 5, currency: "USD" } }] }],
    ["tiers.0.choose", { tiers: [{ ...tier, choose: 3 }] }],
    ["items.0.tier", { items: [{ ...item, tier: 2 }] }],
    ["items.0.game_id", { items: [{ ...item, game_id: 999_999 }] }],
    ["items.0.activates_on.0", { items: [{ ...item, activates_on: ["floppy"] }] }],
    ["items.0.activates_in.0", { items: [{ ...item, activates_in: ["moon"] }] }],
    ["items.0.activates_in", { items: [{ ...item, activates_in: [] }] }],
  ])("names the field %s", async (path, change) => {
    const response = await send("POST", "", { ...fields, ...change });
    expect(response.statusCode).toBe(400);
    expect(response.json().details.map((detail: { path: string }) => detail.path)).toEqual([path]);
    expect(await db.$count(bundles)).toBe(0);
  });

  test("follows its games into another one and back", async () => {
    const [from = 0, into = 0] = await addCatalogue(db, [{ title: "Sable" }, { title: "Sable!" }]);
    const { id } = await add({ items: [{ ...item, game_id: from }] });
    const gameOf = async () => (await send("GET", `/${id}`)).json().bundle.items[0].game.id;
    await mergeGame(db, null, { id: from, intoId: into, now: new Date() });
    expect(await gameOf()).toBe(into);
    await unmergeGame(db, null, from, new Date());
    expect(await gameOf()).toBe(from);
  });
});

test("the list has a page of the filtered bundles, the latest change first", async () => {
  await add();
  await add({ title: "Past Bundle", begins_at: "2024-01-01T00:00:00Z", ends_at: "2024-02-01T00:00:00Z" });
  const items = [item, { ...item, title: "Dune" }, { ...item, title: "Coupon", kind: "coupon" }];
  const { id } = await add({ title: "Own Choice", items, store: "fanatical", kind: "build-your-own" });
  const titles = async (query: string) => {
    const { bundles: rows, total } = (await send("GET", `?${query}`)).json();
    return [rows.map(({ title }: { title: string }) => title), total];
  };
  expect(await titles("limit=2")).toEqual([["Own Choice", "Past Bundle"], 3]);
  expect(await titles("state=shown")).toEqual([["Own Choice", "Desert Bundle"], 2]);
  expect(await titles("state=hidden")).toEqual([["Past Bundle"], 1]);
  expect(await titles("store=fanatical")).toEqual([["Own Choice"], 1]);
  expect(await titles("search=DESERT")).toEqual([["Desert Bundle"], 1]);
  await add({ title: "Pokémon Bundle" });
  expect(await titles("search=bundle%20pokemon")).toEqual([["Pokémon Bundle"], 1]);
  expect(await titles("search=POKÉMON")).toEqual([["Pokémon Bundle"], 1]);
  await db.delete(bundles).where(eq(bundles.title, "Pokémon Bundle"));
  expect((await send("GET", `/${id}`)).json().bundle).toMatchObject({ shown: true, items: [{ waits: false }, {}, {}] });
  expect((await send("GET", "?limit=2")).json().bundles).toMatchObject([
    { items: 3, games: 2, unmatched: 2 },
    { items: 1, games: 1, unmatched: 1 },
  ]);
});

test("readings are listed with the reason why one is held, the latest first", async () => {
  await db.delete(bundleReadings);
  const row = { source: "https://bundles.example/list", state: "applied" as const, seen: 9, problem: null };
  const held = { ...row, state: "held" as const, seen: 2, problem: "The list has 2 bundles" };
  await db.insert(bundleReadings).values([
    { ...row, at: new Date("2026-11-01T12:00:00Z") },
    { ...held, at: new Date("2026-11-02T12:00:00Z") },
  ]);
  const { readings, total } = (await send("GET", "/readings?limit=1", undefined, reader)).json();
  expect([readings, total]).toEqual([[{ ...held, id: expect.any(Number), at: "2026-11-02T12:00:00.000Z" }], 2]);
});
