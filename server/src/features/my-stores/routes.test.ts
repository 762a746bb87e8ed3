import { myStoresEndpoints } from "contract/my-stores/api.ts";
import { beforeEach, describe, expect, test } from "vitest";
import { eq, sql } from "../../platform/db/drizzle.ts";
import { startTestApp } from "../../test/app.ts";
import { addCatalogue } from "../../test/catalogue.ts";
import { createTestDatabase } from "../../test/database.ts";
import { signInUser, type TestUser } from "../../test/users.ts";
import { notificationEvents, notificationRules } from "../notifications/table.ts";
import { recordOffers } from "../prices/offers/commands.ts";
import { stores } from "../stores/table.ts";
import { findChosenStores } from "./queries.ts";
import { storePreferences } from "./table.ts";

const database = await createTestDatabase();
const { db } = database;
// without jobs, which would mail alerts as soon as they fire
const app = await startTestApp(database, { env: { ROLE: "web" } });
const ada = await signInUser(db, "Ada");
const bob = await signInUser(db, "Bob");
const [hades = 0, tunic = 0] = await addCatalogue(db, [
  { title: "Hades", offers: { steam: { priceMinor: 2_000 }, gog: { priceMinor: 1_800 }, cdkeys: { priceMinor: 900 } } },
  { title: "Tunic", offers: { steam: { priceMinor: 1_500 } } },
]);

beforeEach(async () => {
  await db.delete(storePreferences);
  await db.delete(notificationRules);
  await db.delete(notificationEvents);
});

async function call(user: TestUser | null, method: "GET" | "PUT" | "POST", url: string, payload?: object) {
  const response = await app.inject({ method, url, headers: { ...user?.headers }, payload });
  return { status: response.statusCode, body: response.body === "" ? undefined : response.json() };
}

const read = (user: TestUser) => call(user, "GET", "/api/my-stores");
const choose = (user: TestUser, stores: string[], officialOnly = false) =>
  call(user, "PUT", "/api/my-stores", { stores, officialOnly });
const setLaunchers = (user: TestUser, activates: string[]) => call(user, "PUT", "/api/auth/profile", { activates });

describe("the chosen stores (spec/my-stores 1)", () => {
  test.each(Object.values(myStoresEndpoints))("$route needs a signed-in user", async ({ route }) => {
    const [method, url = ""] = route.split(" ") as ["GET" | "PUT", string];
    expect(await call(null, method, url)).toMatchObject({ status: 401 });
  });

  test("belong to the user, are stored sorted and without duplicates, and are null until chosen", async () => {
    expect((await read(ada)).body).toEqual({ myStores: null });
    const chosen = { stores: ["gog", "steam"], officialOnly: true };
    expect((await choose(ada, ["steam", "gog", "steam"], true)).body).toEqual({ myStores: chosen });
    expect((await read(ada)).body).toEqual({ myStores: chosen });
    expect((await read(bob)).body).toEqual({ myStores: null });
    expect(await findChosenStores(db, ada.id)).toEqual(chosen);
    expect(await findChosenStores(db, bob.id)).toBeNull();
  });

  test("must exist", async () => {
    const response = await choose(ada, ["steam", "nowhere"]);
    expect(response).toMatchObject({
      status: 400,
      body: { details: [{ path: "stores", msg: "Unknown store: nowhere" }] },
    });
    expect((await choose(ada, Array(46).fill("steam"))).status).toBe(400);
    expect((await read(ada)).body).toEqual({ myStores: null });
  });

  test("are listed without disabled stores", async () => {
    await choose(ada, ["gog", "steam"]);
    await db.update(stores).set({ enabled: false }).where(eq(stores.key, "gog"));
    await expect.poll(async () => (await read(ada)).body.myStores.stores).toEqual(["steam"]);
    await db.update(stores).set({ enabled: true }).where(eq(stores.key, "gog"));
    await expect.poll(async () => (await read(ada)).body.myStores.stores).toEqual(["gog", "steam"]);
  });

  test("are exported, and deleted with the account", async () => {
    const cass = await signInUser(db, "Cass");
    await choose(cass, ["gog"]);
    const { body } = await call(cass, "GET", "/api/auth/export");
    expect(body).toMatchObject({ myStores: { stores: ["gog"], officialOnly: false } });
    await db.execute(sql`delete from users where id = ${cass.id}`);
    expect(await db.$count(storePreferences, eq(storePreferences.userId, cass.id))).toBe(0);
  });
});

describe("price alerts (spec/my-stores 5)", () => {
  const setAlert = (user: TestUser, targetPrice: number | null) =>
    call(user, "POST", "/api/alerts", { gameId: hades, targetPrice });
  const countFired = () => db.$count(notificationEvents);
  const record = (store: string, priceMinor: number | null) =>
    recordOffers(db, [{ gameId: hades, store, priceMinor }], { now: new Date() });

  test("watch the owner's stores", async () => {
    await choose(ada, [], true);
    expect((await setAlert(ada, 15)).body.alert).toMatchObject({ current_price: 18 });
    expect((await setAlert(bob, 15)).body.alert).toMatchObject({ current_price: 9 });
    await record("cdkeys", 800);
    expect(await countFired()).toBe(0);
    await record("gog", 1_400);
    const fired = await db.select().from(notificationEvents);
    expect(fired).toMatchObject([{ userId: ada.id, oldMinor: 1_800, newMinor: 1_400, store: "gog" }]);
    await record("gog", 1_800);
    await record("cdkeys", 900);
  });

  test("do not fire when the stores change, and watch the new ones from then on", async () => {
    await choose(ada, ["steam"]);
    await setAlert(ada, 15);
    await choose(ada, ["cdkeys"]);
    await record("cdkeys", 890);
    await choose(ada, ["other"]);
    await record("steam", 1_990);
    await choose(ada, ["gog", "steam"]);
    expect(await countFired()).toBe(0);
    await record("steam", 1_500);
    expect(await countFired()).toBe(1);
    await record("steam", 2_000);
    await record("cdkeys", 900);
  });

  test("watch only offers that activate on the owner's launchers", async () => {
    await setLaunchers(ada, ["drm-free"]);
    expect((await setAlert(ada, 15)).body.alert).toMatchObject({ current_price: 18 });
    await setLaunchers(ada, ["steam"]);
    // the key shop's launcher is not known
    expect((await call(ada, "GET", "/api/alerts")).body.alerts).toMatchObject([{ current_price: 20 }]);
    const at = new Date();
    await recordOffers(db, [{ gameId: hades, store: "cdkeys", priceMinor: 1_600, activatesOn: ["steam"] }], {
      now: at,
    });
    expect(await countFired()).toBe(0);
    await record("gog", 100);
    expect(await countFired()).toBe(0);
    await record("cdkeys", 1_400);
    expect(await countFired()).toBe(1);
    await record("gog", 1_800);
    const back = { gameId: hades, store: "cdkeys", priceMinor: 900, activatesOn: null };
    await recordOffers(db, [back], { now: new Date() });
    await setLaunchers(ada, []);
  });
});

describe("the launchers in the profile (spec/my-stores 1.3)", () => {
  test("are each stored once, in their order, and belong to the choice", async () => {
    const { body } = await setLaunchers(ada, ["drm-free", "steam", "steam"]);
    expect(body.user.activates).toEqual(["steam", "drm-free"]);
    const myStores = { stores: [], officialOnly: false, activates: ["steam", "drm-free"] };
    expect((await read(ada)).body).toEqual({ myStores });
    // stores are chosen without changing them
    expect((await choose(ada, ["gog"])).body).toEqual({ myStores: { ...myStores, stores: ["gog"] } });
    expect((await setLaunchers(ada, ["uplay"])).status).toBe(400);
    expect((await call(ada, "PUT", "/api/auth/profile", { displayName: "Ada" })).body.user.activates).toHaveLength(2);
    expect((await setLaunchers(ada, [])).body.user.activates).toEqual([]);
  });
});

describe("games that a user lists (spec/my-stores 4)", () => {
  const get = async (path: string) => (await call(ada, "GET", path)).body;

  /** Where games are added and read. */
  const lists: [name: string, open: () => Promise<{ items: string; basket: string }>][] = [
    ["the wishlist", async () => ({ items: "/api/wishlist", basket: "/api/wishlist/basket" })],
    [
      "a list",
      async () => {
        const { id } = (await call(ada, "POST", "/api/lists", { name: "Trusted" })).body.list;
        return { items: `/api/lists/${id}/items`, basket: `/api/lists/${id}/basket` };
      },
    ],
  ];

  test.each(lists)("have the prices of the requested stores, on %s", async (_, open) => {
    const { items, basket } = await open();
    for (const gameId of [hades, tunic]) await call(ada, "POST", items, { gameId });
    const [item] = (await get(`${items}?prices_of=steam,gog&sort=title&order=ASC`)).items;
    expect(item).toMatchObject({
      lowest_price: 18,
      lowest_price_store: "gog",
      everywhere_lowest_price: 9,
      everywhere_lowest_price_store: "cdkeys",
    });
    expect((await get(items)).items[0]).not.toHaveProperty("everywhere_lowest_price");
    const cheapestFirst = async (query: string) =>
      (await get(`${items}?sort=lowest_price&order=ASC${query}`)).items.map(({ title }: { title: string }) => title);
    expect(await cheapestFirst("")).toEqual(["Hades", "Tunic"]);
    expect(await cheapestFirst("&prices_of=official")).toEqual(["Tunic", "Hades"]);
    expect(await cheapestFirst("&prices_of=cdkeys")).toEqual(["Hades", "Tunic"]);
    // the key shop's launcher is not known
    expect(await cheapestFirst("&prices_of=activates:drm-free,cdkeys,gog")).toEqual(["Hades", "Tunic"]);
    const withoutDrm = await get(`${items}?prices_of=activates:drm-free&sort=title&order=ASC`);
    expect(withoutDrm.items[0]).toMatchObject({ lowest_price: 18, everywhere_lowest_price: 9 });
    expect(await get(`${basket}?prices_of=activates:steam`)).toMatchObject({ with_keyshops: { total: 35 } });
    const bought = await get(`${basket}?prices_of=steam,cdkeys`);
    expect(bought).toMatchObject({ with_keyshops: { total: 24 }, official_only: { total: 35 } });
    expect(bought.per_store.map(({ store }: { store: string }) => store).sort()).toEqual(["cdkeys", "steam"]);
    for (const path of [items, basket]) {
      expect(await call(ada, "GET", `${path}?prices_of=nowhere`)).toMatchObject({
        status: 400,
        body: { details: [{ path: "prices_of", msg: "Unknown store: nowhere" }] },
      });
    }
  });

  test("are totalled for these stores, on the wishlist", async () => {
    for (const gameId of [hades, tunic]) await call(ada, "POST", "/api/wishlist", { gameId });
    expect(await get("/api/wishlist/stats?prices_of=official")).toMatchObject({ total_value: 33, total_savings: 2 });
    expect(await get("/api/wishlist/stats")).toMatchObject({ total_value: 24, total_savings: 11 });
    expect(await get("/api/wishlist/stats?prices_of=other")).toMatchObject({ total_value: 0, average_price: 0 });
  });
});
