import type { AdminMarket } from "contract/markets/schema.ts";
import { afterEach, describe, expect, test } from "vitest";
import { sql } from "../../platform/db/drizzle.ts";
import { parseEnv } from "../../platform/process/env.ts";
import { startTestApp } from "../../test/app.ts";
import { addCatalogue } from "../../test/catalogue.ts";
import { createTestDatabase, emptyTables } from "../../test/database.ts";
import { signInAdmin } from "../../test/users.ts";
import { auditLog } from "../audit/table.ts";
import { recordOffers } from "../prices/offers/commands.ts";
import { openPollSources } from "../prices/polls/commands-poll-sources.ts";
import { markets } from "./table.ts";

const database = await createTestDatabase();
const { db, pool } = database;
const app = await startTestApp(database);
const editor = await signInAdmin(db, "Editor", ["stores.read", "stores.write"]);
const reader = await signInAdmin(db, "Reader", ["stores.read"]);
const stranger = await signInAdmin(db, "Stranger", ["config.write"]);
const shipped = await db.select().from(markets);

const send = (method: "GET" | "PUT", path = "", payload?: object, user = editor) =>
  app.inject({ method, url: `/api/admin/markets${path}`, headers: user.headers, ...(payload && { payload }) });
const list = async (): Promise<AdminMarket[]> => (await send("GET")).json().markets;
const read = async (country: string) => (await list()).find((market) => market.country === country);
const put = (country: string, change: object) => send("PUT", `/${country}`, change);
const lastEntry = async () => (await db.select().from(auditLog).orderBy(sql`${auditLog.id} desc`).limit(1))[0];

afterEach(async () => {
  await emptyTables(pool, ["games"]);
  await db.delete(markets);
  await db.insert(markets).values(shipped);
});

test("all countries are listed with their offers", async () => {
  await addCatalogue(db, [{ title: "Sable", offers: { gog: { priceMinor: 900 } } }]);
  expect(await list()).toHaveLength(52);
  expect(await read("US")).toMatchObject({ currency: "USD", enabled: true, default: true, offers: 1 });
  expect(await read("JP")).toEqual({
    country: "JP",
    name: "Japan",
    currency: "JPY",
    minor_units: 0,
    locale: "ja-JP",
    default: false,
    enabled: false,
    offers: 0,
    version: 1,
    updated_at: null,
  });
});

test("each call needs its permission", async () => {
  const statuses = (user: typeof editor) =>
    Promise.all([send("GET", "", undefined, user), send("PUT", "/GB", { enabled: true }, user)]);
  expect((await statuses(reader)).map(({ statusCode }) => statusCode)).toEqual([200, 403]);
  expect((await statuses(stranger)).map(({ statusCode }) => statusCode)).toEqual([403, 403]);
  expect((await read("GB"))?.enabled).toBe(false);
});

describe("a change", () => {
  test("is recorded, and the market becomes visible to visitors", async () => {
    const response = await put("GB", { enabled: true, locale: "en-gb", base_version: 1 });
    expect([response.statusCode, response.json().market]).toEqual([
      200,
      expect.objectContaining({ country: "GB", enabled: true, locale: "en-GB", version: 2 }),
    ]);
    expect(await lastEntry()).toMatchObject({
      userId: editor.id,
      action: "UPDATE",
      resourceType: "market",
      resourceKey: "GB",
      description: "Enabled the market United Kingdom",
      oldValue: { enabled: false },
      newValue: { enabled: true },
    });
    const visibleCountries = async () =>
      (await app.inject("/api/markets")).json().markets.map(({ country }: AdminMarket) => country);
    await expect.poll(visibleCountries).toEqual(["US", "GB"]);
  });

  test("that changes nothing is not recorded", async () => {
    const count = await db.$count(auditLog);
    expect((await put("GB", { enabled: false })).json().market.version).toBe(1);
    expect(await db.$count(auditLog)).toBe(count);
  });

  test("based on an old version is refused with the current one", async () => {
    await put("GB", { enabled: true, base_version: 1 });
    const response = await put("GB", { locale: "cy-GB", base_version: 1 });
    expect(response.statusCode).toBe(409);
    expect(response.json()).toMatchObject({ code: "stale", current: { country: "GB", enabled: true, version: 2 } });
  });

  test.each([
    ["GB", { locale: "english please" }, 400, "english please is not a language tag such as en-GB"],
    ["ZZ", { enabled: true }, 404, "There is no market ZZ"],
    ["GB", { shares_prices_with: "DE" }, 400, "Germany has another currency than United Kingdom"],
    ["PK", { shares_prices_with: "XX" }, 400, "There is no other market XX"],
    ["PK", { shares_prices_with: "PK" }, 400, "There is no other market PK"],
    ["PK", { shares_prices_with: "EG" }, 400, "Egypt has the prices of TR: choose that one"],
    ["TR", { shares_prices_with: "AR" }, 400, "Egypt has the prices of Türkiye: give it prices of its own first"],
    ["US", { shares_prices_with: "AR" }, 400, "United States has prices of its own"],
    ["US", { enabled: false }, 409, "United States is the last enabled market: enable another one first"],
  ])("of %s to %j is refused", async (country, change, status, error) => {
    const count = await db.$count(auditLog);
    const response = await put(country, change);
    expect([response.statusCode, response.json().error]).toEqual([status, error]);
    expect(await db.$count(auditLog)).toBe(count);
  });

  test("leaves one market enabled when all are disabled at the same time", async () => {
    await put("GB", { enabled: true });
    const statuses = await Promise.all(
      ["US", "GB"].map(async (country) => (await put(country, { enabled: false })).statusCode),
    );
    expect(statuses.sort()).toEqual([200, 409]);
  });
});

describe("markets that share prices", () => {
  const offer = { store: "steam", currency: "EUR" } as const;
  const pricesIn = async (country: string) => {
    const { games } = (await app.inject(`/api/games?country=${country}&sortBy=lowest_price&order=ASC`)).json();
    return games?.map(({ best_price }: { best_price: number }) => best_price);
  };

  test("have the same prices until one gets its own, and then what was recorded for it", async () => {
    const [gameId] = await addCatalogue(db, [{ title: "Shared", offers: { steam: { priceMinor: 1_000 } } }]);
    const record = (country: string, priceMinor: number) =>
      recordOffers(db, [{ ...offer, gameId: gameId!, country, priceMinor }], { now: new Date() });
    await record("FR", 700);
    await record("DE", 900);
    await put("FR", { enabled: true });
    await expect.poll(() => pricesIn("FR")).toEqual([9]);
    await record("DE", 800);
    await expect.poll(() => pricesIn("FR")).toEqual([8]);
    const detail = (await app.inject(`/api/games/${gameId}?country=FR`)).json();
    expect(detail).toMatchObject({ currency: "EUR", best_price: 8, offers: [{ store: "steam", price: 8 }] });
    expect((await put("FR", { shares_prices_with: null })).json().market).not.toHaveProperty("shares_prices_with");
    expect(await lastEntry()).toMatchObject({
      resourceKey: "FR",
      oldValue: { shares_prices_with: "DE" },
      newValue: { shares_prices_with: null },
    });
    await expect.poll(() => pricesIn("FR")).toEqual([7]);
    await put("FR", { shares_prices_with: "DE" });
    await expect.poll(() => pricesIn("FR")).toEqual([8]);
  });

  test("are asked for once", () => {
    const open = shipped.map(({ country, currency, sharesPricesWith }) => ({
      country,
      currency,
      ...(sharesPricesWith && { shares_prices_with: sharesPricesWith }),
    }));
    const sources = openPollSources(db, parseEnv({}), open);
    const steam = sources.filter(({ store, readsOffers }) => store === "steam" && readsOffers);
    expect(steam.map(({ country }) => country)).toHaveLength(36);
    const [france] = open.filter(({ country }) => country === "FR");
    expect(openPollSources(db, parseEnv({}), [france!])[0]).toMatchObject({ store: "steam", country: "DE" });
  });
});

test("all markets are enabled at once, each with an entry", async () => {
  const count = await db.$count(auditLog);
  const response = await app.inject({
    method: "POST",
    url: "/api/admin/markets/enable-all",
    headers: editor.headers,
  });
  expect(response.json().markets.filter((market: AdminMarket) => market.enabled)).toHaveLength(52);
  expect((await db.$count(auditLog)) - count).toBe(51);
  expect(await lastEntry()).toMatchObject({ userId: editor.id, action: "UPDATE", newValue: { enabled: true } });
});
