import type { AdminStore } from "contract/stores/schema.ts";
import { beforeEach, describe, expect, test } from "vitest";
import { eq, sql } from "../../platform/db/drizzle.ts";
import { startTestApp } from "../../test/app.ts";
import { addCatalogue } from "../../test/catalogue.ts";
import { createTestDatabase, emptyTables } from "../../test/database.ts";
import { signInAdmin, signInUser } from "../../test/users.ts";
import { auditLog } from "../audit/table.ts";
import { setAlert } from "../notifications/rules/commands-rules.ts";
import { notificationEvents } from "../notifications/table.ts";
import { recordOffers } from "../prices/offers/commands.ts";
import { gamePrices } from "../prices/table.ts";
import { stores } from "./table.ts";

const database = await createTestDatabase();
const { db, pool } = database;
// without jobs, which would mail alerts as soon as they fire
const app = await startTestApp(database, { env: { ROLE: "web" } });
const editor = await signInAdmin(db, "Editor", ["stores.read", "stores.write"]);
const reader = await signInAdmin(db, "Reader", ["stores.read"]);
const stranger = await signInAdmin(db, "Stranger", ["config.read", "config.write"]);
const shipped = await db.select().from(stores);

const send = (method: "GET" | "POST" | "PUT" | "DELETE", path: string, payload?: object, user = editor) =>
  app.inject({ method, url: `/api/admin${path}`, headers: user.headers, ...(payload && { payload }) });
const list = async (): Promise<AdminStore[]> => (await send("GET", "/stores")).json().stores;
const keys = async () => (await list()).map(({ key }) => key);
const read = async (key: string): Promise<AdminStore> => (await send("GET", `/stores/${key}`)).json().store;
const put = (key: string, fields: object) => send("PUT", `/stores/${key}`, fields);
const order = (...keys: string[]) => send("PUT", "/store-order", { keys });
const own = { key: "own-shop", name: "Own Shop", kind: "keyshop" };
const create = (fields: object = {}) => send("POST", "/stores", { ...own, ...fields });
const countEntries = () => db.$count(auditLog);
const lastEntry = async () => (await db.select().from(auditLog).orderBy(sql`${auditLog.id} desc`).limit(1))[0];
const readPrices = async (gameId: number) => {
  const [row] = await db.select().from(gamePrices).where(eq(gamePrices.gameId, gameId));
  return row!;
};

const emptyGames = () => emptyTables(pool, ["games"]);

beforeEach(async () => {
  // retried, as it can deadlock with the app reading what the last test changed
  await emptyGames().catch(emptyGames);
  await db.delete(stores);
  await db.insert(stores).values(shipped);
});

describe("the stores", () => {
  test("are listed in tie-break order, with their offers", async () => {
    await addCatalogue(db, [{ title: "Sable", offers: { gog: { priceMinor: 900 } } }]);
    const all = await list();
    expect(all).toHaveLength(46);
    expect(all.slice(0, 4).map(({ key, offers, enabled }) => [key, offers, enabled])).toEqual([
      ["steam", 0, true],
      ["gog", 1, true],
      ["cdkeys", 0, true],
      ["other", 0, true],
    ]);
    expect(await read("gog")).toEqual(all[1]);
    expect((await send("GET", "/stores/unknown")).statusCode).toBe(404);
  });

  test.each([
    ["GET", "/stores", 200, 403],
    ["GET", "/stores/gog", 200, 403],
    ["POST", "/stores", 403, 403],
    ["PUT", "/stores/gog", 403, 403],
    ["PUT", "/store-order", 403, 403],
    ["DELETE", "/stores/epic", 403, 403],
  ] as const)("%s %s needs its permission", async (method, path, byReader, byStranger) => {
    const payload = method === "GET" || method === "DELETE" ? undefined : { ...own, keys: ["gog"] };
    const statuses = [reader, stranger].map(async (user) => (await send(method, path, payload, user)).statusCode);
    expect(await Promise.all(statuses)).toEqual([byReader, byStranger]);
    expect((await app.inject({ method, url: `/api/admin${path}` })).statusCode).toBe(401);
  });
});

describe("a custom store", () => {
  test("is added last and disabled, and deleted, with an audit entry each", async () => {
    const response = await create({ link_templates: { "*": "https://go.example/?to={link}" } });
    expect([response.statusCode, response.json().store]).toEqual([
      201,
      {
        ...own,
        website: null,
        activation: [],
        color: "gray",
        reports_stock: false,
        link_templates: { "*": "https://go.example/?to={link}" },
        open_data_licence: null,
        enabled: false,
        position: 47,
        offers: 0,
        version: 1,
        updated_at: expect.any(String),
      },
    ]);
    expect((await keys()).at(-1)).toBe(own.key);
    expect(await lastEntry()).toMatchObject({
      userId: editor.id,
      action: "CREATE",
      resourceType: "store",
      resourceKey: own.key,
      oldValue: null,
      newValue: { name: own.name, kind: own.kind, enabled: false },
    });
    expect((await send("DELETE", `/stores/${own.key}`)).statusCode).toBe(204);
    expect((await send("DELETE", `/stores/${own.key}`)).statusCode).toBe(404);
    expect(await lastEntry()).toMatchObject({ action: "DELETE", oldValue: { name: own.name }, newValue: null });
  });

  test.each([
    [{ key: "gog" }, 409, "There is a store gog already"],
    [{ key: "Own Shop" }, 400, "Expected the key of a store: lower-case letters, digits and hyphens"],
    [{ name: " " }, 400, expect.any(String)],
    [{ kind: "pirate" }, 400, expect.any(String)],
    [{ color: "#123456" }, 400, expect.any(String)],
    [{ website: "javascript:alert(1)" }, 400, expect.any(String)],
    [{ link_templates: { "*": "https://go.example/" } }, 400, "Expected an https address with {link} in it"],
    [{ link_templates: { Britain: "https://go.example/{link}" } }, 400, expect.any(String)],
  ])("with %j is refused", async (fields, status, error) => {
    const count = await countEntries();
    const response = await create(fields);
    expect([response.statusCode, response.json().error]).toEqual([status, error]);
    expect([(await list()).length, await countEntries()]).toEqual([46, count]);
  });

  test("added concurrently is added once", async () => {
    const responses = await Promise.all(Array.from({ length: 6 }, () => create()));
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([201, ...Array(5).fill(409)]);
  });

  test("takes offers, appears once enabled, and cannot be deleted then", async () => {
    await create();
    const [sable = 0] = await addCatalogue(db, [{ title: "Sable", offers: { steam: { priceMinor: 900 } } }]);
    await recordOffers(db, [{ gameId: sable, store: own.key, priceMinor: 500 }], { now: new Date() });
    expect(await readPrices(sable)).toMatchObject({ bestMinor: 900, bestStore: "steam", soldAt: ["steam"] });
    await put(own.key, { enabled: true });
    expect(await readPrices(sable)).toMatchObject({
      bestMinor: 500,
      bestStore: own.key,
      otherMinor: 500,
      soldAt: ["steam", own.key],
      officialMinor: 900,
    });
    const refused = await send("DELETE", `/stores/${own.key}`);
    expect([refused.statusCode, refused.json().error]).toEqual([409, "Own Shop has offers: disable it instead"]);
  });
});

test.each(["steam", "gog", "cdkeys", "other"])("%s cannot be deleted", async (key) => {
  expect((await send("DELETE", `/stores/${key}`)).statusCode).toBe(409);
  expect(await keys()).toContain(key);
});

describe("a change", () => {
  test("is recorded with old and new values", async () => {
    const response = await put("epic", { name: "Epic", enabled: true, base_version: 1 });
    expect([response.statusCode, response.json().store]).toEqual([
      200,
      expect.objectContaining({ key: "epic", name: "Epic", enabled: true, color: "red", version: 2 }),
    ]);
    expect(await lastEntry()).toMatchObject({
      action: "UPDATE",
      resourceType: "store",
      resourceKey: "epic",
      description: "Changed the store Epic",
      oldValue: { name: "Epic Games Store", enabled: false },
      newValue: { name: "Epic", enabled: true },
    });
  });

  test("that changes nothing is not recorded", async () => {
    const count = await countEntries();
    const { activation, enabled } = await read("epic");
    expect((await put("epic", { activation, enabled })).json().store.version).toBe(1);
    expect(await countEntries()).toBe(count);
  });

  test("based on an old version is refused with the current one", async () => {
    await put("epic", { name: "Epic", base_version: 1 });
    const response = await put("epic", { name: "EGS", base_version: 1 });
    expect(response.statusCode).toBe(409);
    expect(response.json()).toMatchObject({ code: "stale", current: { key: "epic", name: "Epic", version: 2 } });
  });

  test("of an unknown store is refused", async () => {
    expect((await put("unknown", { enabled: true })).statusCode).toBe(404);
  });

  test("is rolled back when its audit entry cannot be written", async () => {
    const [sable = 0] = await addCatalogue(db, [{ title: "Sable", offers: { gog: { priceMinor: 900 } } }]);
    await pool.query("alter table audit_log add constraint refused check (false) not valid");
    try {
      expect((await put("gog", { enabled: false })).statusCode).toBe(500);
      expect((await read("gog")).enabled).toBe(true);
      expect((await readPrices(sable)).bestMinor).toBe(900);
    } finally {
      await pool.query("alter table audit_log drop constraint refused");
    }
  });
});

describe("the prices in lists", () => {
  const addSable = async () => {
    const [id = 0] = await addCatalogue(db, [
      { title: "Sable", offers: { steam: { priceMinor: 1500 }, gog: { priceMinor: 900, regularMinor: 1800 } } },
    ]);
    return id;
  };

  test("exclude a disabled store's offers but keep its lows; enabling it brings them back", async () => {
    const sable = await addSable();
    const before = await readPrices(sable);
    await put("gog", { enabled: false });
    expect(await readPrices(sable)).toMatchObject({
      bestMinor: 1500,
      bestStore: "steam",
      gogMinor: null,
      soldAt: ["steam"],
      lowMinor: 900,
      lowStore: "gog",
      officialLowMinor: 900,
    });
    expect(await lastEntry()).toMatchObject({ description: "Disabled the store GOG" });
    await put("gog", { enabled: true });
    const { bestChangedAt, previousBestMinor, highestBestMinor, ...rest } = await readPrices(sable);
    // the lists contain the times of change
    const { changedAt: _, storeChangedAt, storeLists: __, ...after } = rest;
    expect(before).toMatchObject(after);
    // a store price without a time of change does not count as dropped
    expect(storeChangedAt?.[after.storeKeys?.indexOf("gog") ?? -1]).toBe(null);
    expect(highestBestMinor).toBe(1500);
    // no store lowered its price
    expect({ bestChangedAt, previousBestMinor }).toEqual({ bestChangedAt: null, previousBestMinor: null });
  });

  test("trigger alerts", async () => {
    const sable = await addSable();
    await put("gog", { enabled: false });
    const { id: userId } = await signInUser(db, "Watcher");
    await setAlert(db, { userId, gameId: sable, country: "US", targetMinor: 1000 }, 10);
    const fired = () =>
      db.select({ store: notificationEvents.store, minor: notificationEvents.newMinor }).from(notificationEvents);
    await put("gog", { name: "Good Old Games" });
    expect(await fired()).toEqual([]);
    await put("gog", { enabled: true });
    expect(await fired()).toEqual([{ store: "gog", minor: 900 }]);
  });

  test("break ties by the order of the stores", async () => {
    const [tie = 0] = await addCatalogue(db, [
      { title: "Tie", offers: { steam: { priceMinor: 900 }, gog: { priceMinor: 900 } } },
    ]);
    expect((await readPrices(tie)).bestStore).toBe("steam");
    expect((await order("gog")).statusCode).toBe(200);
    expect((await readPrices(tie)).bestStore).toBe("gog");
    expect((await keys()).slice(0, 3)).toEqual(["gog", "steam", "cdkeys"]);
    await order("epic", "steam");
    expect((await readPrices(tie)).bestStore).toBe("steam");
  });

  test("follow the kind of a store", async () => {
    const sable = await addSable();
    await put("gog", { kind: "keyshop" });
    expect(await readPrices(sable)).toMatchObject({
      bestMinor: 900,
      officialMinor: 1500,
      officialStore: "steam",
      lowMinor: 900,
      officialLowMinor: 1500,
      officialLowStore: "steam",
    });
    await put("gog", { kind: "official" });
    expect(await readPrices(sable)).toMatchObject({
      officialMinor: 900,
      officialLowMinor: 900,
      officialLowStore: "gog",
    });
  });
});

describe("the order", () => {
  test("is recorded, positions stay distinct", async () => {
    const before = await keys();
    const response = await order("g2a", "epic");
    const after = ["g2a", "epic", ...before.filter((key) => key !== "g2a" && key !== "epic")];
    expect(response.json().stores.map(({ key }: AdminStore) => key)).toEqual(after);
    expect((await list()).map(({ position }) => position)).toEqual(after.map((_, index) => index + 1));
    expect(await lastEntry()).toMatchObject({ action: "UPDATE", oldValue: before, newValue: after });
    const count = await countEntries();
    await order("g2a");
    expect(await countEntries()).toBe(count);
  });

  test("names keys that are unknown or come twice", async () => {
    const response = await order("gog", "nowhere", "gog");
    expect([response.statusCode, response.json().details]).toEqual([
      400,
      [
        { path: "keys.1", msg: "Unknown store: nowhere" },
        { path: "keys.2", msg: "Named twice: gog" },
      ],
    ]);
    expect((await keys())[0]).toBe("steam");
  });

  test("stays complete under concurrent changes", async () => {
    const reordered = ["gog", "cdkeys", "other", "epic", "humble"];
    await Promise.all([...reordered.map((key) => order(key)), create(), put("gog", { name: "Good Old Games" })]);
    expect((await list()).map(({ position }) => position)).toEqual(Array.from({ length: 47 }, (_, n) => n + 1));
  });
});
