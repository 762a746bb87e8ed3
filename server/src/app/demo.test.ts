import { setTimeout as delay } from "node:timers/promises";
import { endpoints } from "contract/api.ts";
import { expect, test } from "vitest";
import { fetchGuarded } from "../platform/outgoing/fetch-guarded.ts";
import { startTestApp } from "../test/app.ts";
import { createTestDatabase } from "../test/database.ts";
import { startUpstream } from "../test/servers/upstream-server.ts";
import { prepareDemo, requireAllowedInDemo, resetDemo } from "./demo.ts";

const hour = 3_600_000;
const start = new Date("2026-03-01T10:20:00Z");
const database = await createTestDatabase({ texts: false });
const { pool } = database;
const owner = { connectionString: database.url };
await prepareDemo(owner, start);
const upstream = await startUpstream();
const variables = { SMTP_URL: "smtp://127.0.0.1:1", BACKUP_DIR: "/nowhere", STEAM_IMAGE_URL: upstream.origin };
const app = await startTestApp(database, { env: { DEMO: "on", ...variables } });

async function call(route: string, { body, token }: { body?: object; token?: string } = {}) {
  const [method, url] = route.split(" ") as ["GET" | "POST" | "PUT" | "DELETE", string];
  const headers = token ? { authorization: `Bearer ${token}` } : {};
  const response = await app.inject({ method, url, headers, ...(body && { payload: body }) });
  return { status: response.statusCode, body: response.body ? response.json() : null };
}

async function signIn(as: "member" | "administrator"): Promise<string> {
  const { status, body } = await call("POST /api/auth/demo", { body: { as } });
  expect(status).toBe(200);
  return body.token;
}

/** What visitors see and could change, with the numbers of rows. */
async function readState() {
  const { rows } = await pool.query(`
    select (select count(*) from games) as games, (select min(id) from games) as first,
      (select count(*) from offers) as offers, (select count(*) from game_lists) as lists,
      (select count(*) from stores where enabled) as stores, (select count(*) from markets where enabled) as markets,
      (select count(*) from content_strings) as texts, (select count(*) from users) as users,
      (select count(*) from sessions) as sessions,
      (select json_object_agg(key, value order by key) from site_config) as settings`);
  return rows[0];
}

test("one call signs in as a member or an administrator, whose accounts have no address", async () => {
  const member = await call("GET /api/auth/me", { token: await signIn("member") });
  expect(member.body.user).toMatchObject({ username: "demo-member", email: null });
  const administrator = await call("GET /api/admin/dashboard/me", { token: await signIn("administrator") });
  expect(administrator.status).toBe(200);
  expect((await call("POST /api/auth/demo", { body: { as: "root" } })).status).toBe(400);
  const { body } = await call("GET /api/site");
  expect(body).toMatchObject({ demo: true, sample_data: true, registration_open: false });
});

test("an administrator is not asked to set up what the demo refuses to change", async () => {
  const { body } = await call("GET /api/admin/dashboard/checklist", { token: await signIn("administrator") });
  expect(body).toMatchObject({ items: [], is_new: false, filling: null });
});

test("on other sites nobody signs in that way", async () => {
  const usual = await startTestApp(database);
  const response = await usual.inject({ method: "POST", url: "/api/auth/demo", payload: { as: "administrator" } });
  expect(response.statusCode).toBe(404);
  const site = await usual.inject("/api/site");
  expect(site.json()).toMatchObject({ demo: false });
});

/** The calls that change something and that a demo allows, by their areas. */
const allowedAreas = [
  /^POST \/api\/auth\/(demo|logout)$/,
  "PUT /api/auth/profile",
  /^\w+ \/api\/(alerts|inbox|library|lists|my-stores|notifications|plans|rules|shared|vouchers|wishlist)/,
  "POST /api/games/batch",
  /^\w+ \/api\/admin\/(bundles|vouchers|subscriptions|languages|markets|stores|store-order|config|contact|content)/,
  /^\w+ \/api\/admin\/catalogue\/(games|genres|matches|reports|readings|records|offers)/,
];

test("what locks others out, stays or leaves the site is refused; reading is not", async () => {
  const isRefused = (route: string) => {
    try {
      requireAllowedInDemo(route);
      return false;
    } catch (error) {
      expect(error).toMatchObject({ code: "refused_in_demo" });
      return true;
    }
  };
  const routes = Object.values(endpoints).map(({ route }) => route as string);
  expect(routes.filter((route) => route.startsWith("GET ") && isRefused(route))).toEqual([]);
  const allowed = routes.filter((route) => !route.startsWith("GET ") && !isRefused(route));
  const isKnown = (route: string) =>
    allowedAreas.some((area) => (typeof area === "string" ? area === route : area.test(route)));
  expect(allowed.filter((route) => !isKnown(route))).toEqual([]);
});

test.each([
  ["POST /api/auth/register"],
  ["POST /api/auth/login"],
  ["POST /api/auth/password"],
  ["POST /api/auth/factors/totp"],
  ["POST /api/auth/logout-all"],
  ["POST /api/auth/reset-password"],
  ["POST /api/auth/link/steam"],
  ["DELETE /api/auth/account"],
  ["DELETE /api/auth/sessions/1"],
  ["POST /api/keys"],
  ["POST /api/channels"],
  ["POST /api/contact/submit"],
  ["POST /api/admin/dashboard/roles"],
  ["DELETE /api/admin/dashboard/users/1"],
  ["POST /api/admin/dashboard/test-mail"],
  ["PUT /api/admin/setup/mail"],
  ["POST /api/admin/catalogue/feeds"],
  ["POST /api/admin/catalogue/imports/games"],
  ["PUT /api/admin/catalogue/games/1/boxart"],
  ["POST /api/admin/stores/import"],
  ["POST /api/admin/content/strings/import"],
])("%s is refused", async (route) => {
  const { status, body } = await call(route, { token: await signIn("administrator"), body: {} });
  expect({ status, code: body.code }).toEqual({ status: 403, code: "refused_in_demo" });
});

test("an address cannot be given to the account", async () => {
  const token = await signIn("member");
  const { status } = await call("PUT /api/auth/profile", { token, body: { email: "me@example.com" } });
  expect(status).toBe(403);
  await expect(call("GET /api/auth/me", { token })).resolves.toMatchObject({ body: { user: { email: null } } });
});

test("nothing is requested from outside", async () => {
  let asked = 0;
  upstream.respondWith((_, response) => {
    asked += 1;
    response.end("x");
  });
  const options = { signal: AbortSignal.timeout(5_000), maxBytes: 100, trusted: "host" } as const;
  await expect(fetchGuarded(upstream.origin, options)).rejects.toThrow("no requests outside");
  const steam = await app.inject("/api/auth/steam");
  expect(steam.headers.location).toContain("error=not_configured");
  expect(asked).toBe(0);
});

/** The statuses of calls during the work, which is true. */
async function statusesDuring(work: () => Promise<boolean>, token: string, routes: readonly string[]) {
  let isOver = false;
  const read = async (route: string) => {
    const statuses: number[] = [];
    while (!isOver) {
      statuses.push((await call(`GET ${route}`, { token })).status);
      // calls without a pause would slow down the work
      await delay(10);
    }
    return statuses;
  };
  const reading = Promise.all(routes.map(read));
  const begin = performance.now();
  const isDone = await work().finally(() => {
    isOver = true;
  });
  expect(isDone).toBe(true);
  return { ms: performance.now() - begin, statuses: new Set((await reading).flat()) };
}

test("once in each hour everything is reset, in memory too; sessions end, and calls wait meanwhile", async () => {
  const before = await readState();
  const token = await signIn("administrator");
  const { body: site } = await call("GET /api/admin/config/features.mobile_wishlist", { token });
  const changed = { value: !site.config.value };
  await pool.query("update games set title = 'Vandalised' where id = (select min(id) from games)");
  await pool.query("delete from offers where game_id > (select min(id) from games)");
  expect((await call("PUT /api/admin/config/features.mobile_wishlist", { token, body: changed })).status).toBe(200);
  expect((await call("POST /api/lists", { token, body: { name: "Mine" } })).status).toBe(201);
  const shown = async () => (await call("GET /api/site")).body.mobile_wishlist;
  const firstTitle = async () => (await call(`GET /api/games/${before.first}`)).body.title;
  await expect.poll(shown).toBe(changed.value);
  await expect.poll(firstTitle).toBe("Vandalised");

  expect(await resetDemo(owner, new Date(start.getTime() + hour / 2))).toBe(false);
  const routes = [`/api/games/${before.first}`, "/api/auth/me", "/api/lists", "/api/admin/dashboard/me", "/api/site"];
  const reset = () => resetDemo(owner, new Date("2026-03-01T11:00:00Z"));
  const { ms, statuses } = await statusesDuring(reset, token, routes);
  // beside other tests it may take longer than calls wait for the database
  const allowed = [200, 401, ...(ms > 4_000 ? [503] : [])];
  expect([...statuses].filter((status) => !allowed.includes(status))).toEqual([]);
  expect(await readState()).toEqual({ ...before, sessions: "0" });
  await expect.poll(shown).toBe(!changed.value);
  await expect.poll(firstTitle).not.toBe("Vandalised");
  expect((await call("GET /api/auth/me", { token })).status).toBe(401);
  await signIn("administrator");
  const { rows } = await pool.query(`
    select (select count(*)::int from audit_log where action = 'UPDATE') as entries,
      (select max(last_seen_at) from offers) as priced, (select max(changed_at) from game_prices) as derived`);
  const priced = new Date("2026-03-01T11:00:00Z");
  expect(rows).toEqual([{ entries: 0, priced, derived: priced }]);
  expect(await resetDemo(owner, new Date("2026-03-01T11:59:59Z"))).toBe(false);
});

test("the next start of the demo keeps its data until the hour ends", async () => {
  const token = await signIn("member");
  await prepareDemo(owner, new Date("2026-03-01T11:30:00Z"));
  expect((await call("GET /api/auth/me", { token })).status).toBe(200);
});

test("a database with anything else in it is left alone, as is one of another version", async () => {
  const other = await createTestDatabase();
  await other.pool.query("insert into users (username, username_key) values ('ann', 'ann')");
  await expect(prepareDemo({ connectionString: other.url }, start)).rejects.toThrow("an empty one of its own");
  const { rows } = await other.pool.query("select username from users");
  expect(rows).toEqual([{ username: "ann" }]);
  await pool.query("update demo.state set migrations = '1'");
  await expect(prepareDemo(owner, new Date("2026-03-01T15:00:00Z"))).rejects.toThrow("another version");
});
