import { beforeEach, describe, expect, test } from "vitest";
import { asc, sql } from "../../platform/db/drizzle.ts";
import { startTestApp } from "../../test/app.ts";
import { addCatalogue } from "../../test/catalogue.ts";
import { createTestDatabase, emptyTables } from "../../test/database.ts";
import { signInAdmin, signInUser } from "../../test/users.ts";
import { auditLog } from "../audit/table.ts";

const database = await createTestDatabase();
const { db, pool } = database;
await pool.query("update markets set enabled = true where country = 'DE'");
const app = await startTestApp(database, { env: { ROLE: "web" } });
const editor = await signInAdmin(db, "Editor", ["subscriptions.read", "subscriptions.write"]);
const reader = await signInAdmin(db, "Reader", ["subscriptions.read"]);
const [hades = 0, tunic = 0] = await addCatalogue(db, [{ title: "Hades" }, { title: "Tunic" }]);

let entriesBefore = 0;

beforeEach(async () => {
  await emptyTables(pool, ["subscription_memberships", "plan_prices", "plan_coverage", "subscription_plans"]);
  await emptyTables(pool, ["subscription_services"]);
  await pool.query("update games set plans = null where plans is not null");
  entriesBefore = await db.$count(auditLog);
});

type Method = "GET" | "PUT" | "POST" | "DELETE";

async function call(method: Method, path: string, payload?: object, user: { headers: object } | null = editor) {
  const url = path.startsWith("/api") ? path : `/api/admin/subscriptions${path}`;
  const response = await app.inject({ method, url, headers: { ...user?.headers }, payload });
  return { status: response.statusCode, body: response.body === "" ? undefined : response.json() };
}

async function addPlans() {
  await call("POST", "/services", { key: "xbox", name: "Xbox" });
  await call("POST", "/plans", { key: "pc", name: "PC Game Pass", service: "xbox" });
  return call("POST", "/plans", { key: "ultimate", name: "Game Pass Ultimate", service: "xbox", includes: ["pc"] });
}

const addHades = (more: object = {}) => call("POST", "/memberships", { game_id: hades, plan: "pc", ...more });

const descriptions = async () =>
  (await db.select().from(auditLog).orderBy(asc(auditLog.id)))
    .slice(entriesBefore)
    .map(({ description }) => description);

describe("services and plans (spec/subscriptions 1)", () => {
  test("are created, changed and deleted, each with an audit entry", async () => {
    expect((await addPlans()).body.plan).toMatchObject({ includes: ["pc"], countries: null, members: 0, prices: [] });
    expect((await call("PUT", "/plans/pc", { name: "PC Pass", base_version: 1 })).body.plan.version).toBe(2);
    expect((await call("PUT", "/plans/pc", { name: "PC Pass" })).body.plan.version).toBe(2);
    expect((await call("PUT", "/services/xbox", { name: "Game Pass" })).body.service.name).toBe("Game Pass");
    expect((await call("DELETE", "/plans/ultimate")).status).toBe(204);
    expect((await call("DELETE", "/plans/pc")).status).toBe(204);
    expect((await call("DELETE", "/services/xbox")).status).toBe(204);
    expect(await descriptions()).toEqual([
      "Added the subscription service Xbox",
      "Added the plan PC Game Pass",
      "Added the plan Game Pass Ultimate",
      "Changed the plan PC Pass",
      "Renamed the subscription service Xbox to Game Pass",
      "Deleted the plan Game Pass Ultimate",
      "Deleted the plan PC Pass",
      "Deleted the subscription service Game Pass",
    ]);
  });

  test("a service and a plan of the same key have histories of their own", async () => {
    await call("POST", "/services", { key: "plus", name: "Plus" });
    await call("POST", "/plans", { key: "plus", name: "Plus Extra", service: "plus" });
    await call("PUT", "/services/plus", { name: "PlayStation Plus" });
    await call("POST", "/memberships", { game_id: hades, plan: "plus" });
    const historyOf = async (what: string) => {
      const { body } = await call("GET", `/${what}/plus/history`, undefined, reader);
      return [body.total, ...body.history.map(({ description }: { description: string }) => description)];
    };
    expect(await historyOf("services")).toEqual([
      2,
      "Renamed the subscription service Plus to PlayStation Plus",
      "Added the subscription service Plus",
    ]);
    expect(await historyOf("plans")).toEqual([2, "Added Hades to the plan plus", "Added the plan Plus Extra"]);
  });

  test.each<[string, Method, string, object | undefined, number, string | undefined]>([
    ["a taken key of a service", "POST", "/services", { key: "xbox", name: "X" }, 409, "key"],
    ["a taken key of a plan", "POST", "/plans", { key: "pc", name: "X", service: "xbox" }, 409, "key"],
    ["a key with capitals", "POST", "/services", { key: "Xbox", name: "X" }, 400, "key"],
    ["no name", "POST", "/services", { key: "x", name: "  " }, 400, "name"],
    ["an unknown service", "POST", "/plans", { key: "x", name: "X", service: "x" }, 400, "service"],
    ["an unknown included plan", "PUT", "/plans/pc", { includes: ["x"] }, 400, "includes"],
    ["a plan that includes itself", "PUT", "/plans/pc", { includes: ["pc"] }, 400, "includes"],
    ["plans that include each other", "PUT", "/plans/pc", { includes: ["ultimate"] }, 400, "includes"],
    ["a country that is none", "PUT", "/plans/pc", { countries: ["Germany"] }, 400, "countries"],
    ["a service with plans", "DELETE", "/services/xbox", undefined, 409, undefined],
    ["a plan that another one includes", "DELETE", "/plans/pc", undefined, 409, undefined],
    ["an unknown plan", "PUT", "/plans/x", { name: "X" }, 404, undefined],
    ["a stale service", "PUT", "/services/xbox", { name: "Y", base_version: 7 }, 409, undefined],
    ["a stale plan", "PUT", "/plans/pc", { name: "Y", base_version: 7 }, 409, undefined],
    ["a price of 0", "POST", "/plans/pc/prices", { country: "US", currency: "USD", price: 0 }, 400, "price"],
    [
      "a price with too many decimals",
      "POST",
      "/plans/pc/prices",
      { country: "US", currency: "USD", price: 1.999 },
      400,
      "price",
    ],
    ["an unknown game", "POST", "/memberships", { game_id: 99_999, plan: "pc" }, 404, undefined],
    [
      "an end before the begin",
      "POST",
      "/memberships",
      { game_id: 1, plan: "pc", since: "2026-02-02", until: "2026-02-01" },
      400,
      "until",
    ],
    ["a day that is none", "POST", "/memberships", { game_id: 1, plan: "pc", since: "Q4 2026" }, 400, "since"],
  ])("%s is refused", async (_, method, path, payload, status, field) => {
    await addPlans();
    const fields = payload && "game_id" in payload && payload.game_id === 1 ? { ...payload, game_id: hades } : payload;
    const { status: given, body } = await call(method, path, fields);
    expect(given).toBe(status);
    if (field) expect(body.details.map(({ path: name }: { path: string }) => name.split(".")[0])).toContain(field);
  });

  test("writing needs its own permission, reading the other one", async () => {
    await addPlans();
    expect((await call("GET", "", undefined, reader)).body.plans).toHaveLength(2);
    expect((await call("PUT", "/plans/pc", { name: "X" }, reader)).status).toBe(403);
    const { headers } = await signInAdmin(db, "Stranger", ["stores.write"]);
    expect((await call("GET", "", undefined, { headers })).status).toBe(403);
  });
});

describe("prices of a plan (spec/subscriptions 1)", () => {
  test("have a history, of which the latest day until today counts", async () => {
    await addPlans();
    const set = (price: number, since: string) =>
      call("POST", "/plans/pc/prices", { country: "US", currency: "USD", price, since });
    await set(9.99, "2024-01-01");
    await set(11.99, "2025-06-01");
    const { body } = await set(99.99, "2999-01-01");
    expect(body.plan.prices).toMatchObject([{ country: "US", price: 11.99, since: "2025-06-01" }]);
    const { body: list } = await call("GET", "/plans/pc/prices");
    expect(list.prices.map(({ price }: { price: number }) => price)).toEqual([99.99, 11.99, 9.99]);
    expect((await call("DELETE", `/prices/${list.prices[1].id}`)).status).toBe(204);
    expect((await call("GET", "")).body.plans.find(({ key }: { key: string }) => key === "pc").prices[0].price).toBe(
      9.99,
    );
  });
});

describe("memberships (spec/subscriptions 2)", () => {
  test("are added, changed, found and deleted; a stale save is refused with the current one", async () => {
    await addPlans();
    const { body } = await addHades({ since: "2025-01-01" });
    expect(body.membership).toMatchObject({ title: "Hades", state: "current", source: "panel", version: 1 });
    const { id } = body.membership;
    const path = `/memberships/${id}`;
    expect((await call("PUT", path, { until: "2025-06-01", base_version: 1 })).body.membership.state).toBe("ended");
    const stale = await call("PUT", path, { until: null, base_version: 1 });
    expect(stale).toMatchObject({ status: 409, body: { code: "stale", current: { version: 2 } } });
    const came = await addHades({ since: "2026-01-01" });
    expect(came.status).toBe(201);
    expect((await addHades({ since: "2025-03-01", until: "2025-04-01" })).status).toBe(409);
    await call("POST", "/memberships", { game_id: tunic, plan: "ultimate", since: "2999-01-01" });
    const find = async (query: string) =>
      (await call("GET", `/memberships?${query}`)).body.memberships.map(
        ({ title, since }: { title: string; since: string }) => `${title} ${since}`,
      );
    expect(await find("search=hADe")).toEqual(["Hades 2026-01-01", "Hades 2025-01-01"]);
    expect(await find("state=current")).toEqual(["Hades 2026-01-01"]);
    expect(await find("state=upcoming&plan=ultimate")).toEqual(["Tunic 2999-01-01"]);
    expect(await find("plan=pc&state=ended&search=tunic")).toEqual([]);
    expect((await call("DELETE", path)).status).toBe(204);
    expect((await descriptions()).slice(3)).toEqual([
      "Added Hades to the plan pc",
      "Changed Hades in the plan pc",
      "Added Hades to the plan pc",
      "Added Tunic to the plan ultimate",
      "Deleted Hades from the plan pc",
    ]);
  });
});

test("a game that left on its first day can come back the next day, not as another period of that day", async () => {
  await addPlans();
  await addHades({ since: "2026-01-01", until: "2026-01-01" });
  expect((await addHades({ since: "2026-01-01" })).status).toBe(409);
  expect((await addHades({ since: "2026-01-02" })).status).toBe(201);
});

describe("what visitors see (spec/subscriptions 4)", () => {
  const today = new Date().toISOString().slice(0, 10);
  const plans = async (country = "US") =>
    (await call("GET", `/api/plans?country=${country}`, undefined, null)).body.plans;
  const subscriptions = async (country = "US") =>
    (await call("GET", `/api/games/${hades}?country=${country}`, undefined, null)).body.subscriptions;

  test("nothing without data, and nothing of plans without games", async () => {
    expect([await plans(), await subscriptions()]).toEqual([[], []]);
    await addPlans();
    expect(await plans()).toEqual([]);
  });

  test("a game is also in the plans that include its plan, and only where these are sold", async () => {
    await addPlans();
    await call("PUT", "/plans/ultimate", { countries: ["US"] });
    await call("POST", "/plans/pc/prices", { country: "US", currency: "USD", price: 11.99 });
    await addHades({ since: "2025-01-01", leaving_on: "2999-11-30" });
    expect(await plans()).toMatchObject([
      { key: "ultimate", service: "Xbox", includes: ["pc"], price: null, games: 1 },
      { key: "pc", price: 11.99, currency: "USD", games: 1 },
    ]);
    await expect
      .poll(() => subscriptions())
      .toEqual([
        { plan: "ultimate", name: "Game Pass Ultimate", until: null, leaving_on: "2999-11-30", likely_until: null },
        { plan: "pc", name: "PC Game Pass", until: null, leaving_on: "2999-11-30", likely_until: null },
      ]);
    const listed = async (plan: string) =>
      (await call("GET", `/api/games?plan=${plan}`, undefined, null)).body.totalGames;
    await expect.poll(() => listed("ultimate")).toBe(1);
    expect([await listed("pc,none"), await listed("none")]).toEqual([1, 0]);
    const { body } = await call("POST", "/api/plans/games", { plans: ["ultimate"], gameIds: [tunic, hades] }, null);
    expect(body.games).toEqual([{ id: hades, plan: "ultimate", name: "Game Pass Ultimate" }]);
  });

  test("which games a visitor's plans have, by the country", async () => {
    await addPlans();
    await call("PUT", "/plans/ultimate", { countries: ["US"] });
    await addHades();
    await call("POST", "/memberships", { game_id: tunic, plan: "pc", country: "DE" });
    const included = async (country: string, ...plans: string[]) => {
      const asked = { plans, gameIds: [tunic, hades, 99_999] };
      const { body } = await call("POST", `/api/plans/games?country=${country}`, asked, null);
      return body.games.map(
        ({ id, plan }: { id: number; plan: string }) => `${id === hades ? "Hades" : "Tunic"} ${plan}`,
      );
    };
    expect(await included("US", "pc")).toEqual(["Hades pc"]);
    expect(await included("US", "pc", "ultimate")).toEqual(["Hades ultimate"]);
    expect(await included("DE", "ultimate")).toEqual([]);
    expect((await included("DE", "pc", "ultimate", "none")).sort()).toEqual(["Hades pc", "Tunic pc"]);
    await db.execute(sql`update games set hidden = true where id = ${hades}`);
    expect(await included("US", "pc")).toEqual([]);
    await db.execute(sql`update games set hidden = false where id = ${hades}`);
  });

  test("neither ended nor upcoming memberships", async () => {
    await addPlans();
    await addHades({ since: "2024-01-01", until: today });
    await addHades({ since: "2999-01-01" });
    expect([await plans(), await subscriptions()]).toEqual([[], []]);
  });

  test("a probable end only once 20 games have left the plan", async () => {
    await addPlans();
    await addHades({ since: today });
    const ids = await addCatalogue(
      db,
      Array.from({ length: 20 }, (_, n) => ({ title: `Left ${n}` })),
    );
    await expect.poll(() => subscriptions()).toHaveLength(2);
    for (const [n, game_id] of ids.entries()) {
      expect((await subscriptions())[1].likely_until).toBe(null);
      await call("POST", "/memberships", {
        game_id,
        plan: "pc",
        since: "2024-01-01",
        until: `2025-01-${10 + (n % 2)}`,
      });
    }
    expect((await subscriptions())[1].likely_until).toBe(
      new Date(Date.parse(today) + 376 * 86_400_000).toISOString().slice(0, 10),
    );
  });

  test("a user's plans are part of the profile", async () => {
    const ada = await signInUser(db, "Ada");
    expect((await call("PUT", "/api/auth/profile", { plans: ["ultimate", "pc", "pc"] }, ada)).body.user.plans).toEqual([
      "pc",
      "ultimate",
    ]);
    expect((await call("PUT", "/api/auth/profile", { displayName: "A" }, ada)).body.user.plans).toHaveLength(2);
    expect((await call("PUT", "/api/auth/profile", { plans: ["No Key"] }, ada)).status).toBe(400);
  });
});
