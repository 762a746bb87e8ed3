import { beforeEach, expect, test } from "vitest";
import { sql } from "../../platform/db/drizzle.ts";
import { parseEnv } from "../../platform/process/env.ts";
import { createTestDatabase, emptyTables } from "../../test/database.ts";
import { startUpstream } from "../../test/servers/upstream-server.ts";
import { games } from "../games/table.ts";
import { pollSource } from "../prices/polls/commands-poll.ts";
import { createClient } from "../prices/sources/client.ts";
import { openCatalogueSources } from "./commands-poll-catalogue.ts";
import { steamApps } from "./table.ts";

const database = await createTestDatabase();
const { db, pool } = database;
const upstream = await startUpstream();

beforeEach(() => emptyTables(pool, ["games", "steam_apps", "price_polls"]));

let clock = Date.parse("2026-11-23T00:00:00Z");

/** Polls the real source with a new client, as after a restart. */
async function poll(key: string, { passed = 3_600_000, signal = new AbortController().signal } = {}) {
  clock += passed;
  const env = parseEnv({
    STEAM_STORE_URL: upstream.origin,
    STEAM_WEB_API_URL: upstream.origin,
    STEAM_WEB_API_KEY: "top-secret",
    GOG_CATALOG_URL: upstream.origin,
  });
  const client = createClient({ publicUrl: env.publicUrl, paceMs: 0 });
  const sources = openCatalogueSources(db, { env, clients: { steam: client, steamApi: client, gog: client } });
  return pollSource(db, sources.find((source) => source.key === key)!, {
    connection: { connectionString: database.url },
    clock: () => new Date(clock),
    signal,
  });
}

const appids = Array.from({ length: 25 }, (_, n) => (n + 1) * 10);
const appOf = (appid: number, modified = 1_700_000_000) => ({ appid, name: `Game ${appid}`, last_modified: modified });

/** Simulates Steam with these apps; the result counts requests by appid. */
function serveApps(apps: readonly { appid: number; name: string; last_modified: number }[]) {
  const requests = new Map<number, number>();
  upstream.respondWith((request, response) => {
    const url = new URL(request.url!, upstream.origin);
    const end = (body: unknown) => void response.end(JSON.stringify(body));
    if (url.pathname === "/IStoreService/GetAppList/v1/") {
      const since = Number(url.searchParams.get("if_modified_since") ?? 0);
      const after = Number(url.searchParams.get("last_appid"));
      const remaining = apps.filter(({ appid, last_modified }) => appid > after && last_modified >= since);
      const page = remaining.slice(0, 10);
      const more = remaining.length > page.length && { have_more_results: true, last_appid: page.at(-1)!.appid };
      return end({ response: page.length > 0 ? { apps: page, ...more } : {} });
    }
    const appid = Number(url.searchParams.get("appids"));
    requests.set(appid, (requests.get(appid) ?? 0) + 1);
    const app = apps.find((one) => one.appid === appid)!;
    // the site does not list every fifth app
    const data = { type: appid % 50 === 0 ? "hardware" : "game", name: app.name, supported_languages: "English" };
    return end({ [appid]: { success: true, data } });
  });
  return requests;
}

test("an empty site imports Steam's list page by page, and later requests only changes", async () => {
  const requests = serveApps(appids.map((appid) => appOf(appid)));
  expect(await poll("catalogue-list")).toMatchObject({ state: "done", complete: true, seen: 25, changed: 25 });
  expect(await poll("catalogue-steam")).toMatchObject({ state: "done", seen: 25, changed: 20 });
  expect(await db.$count(games)).toBe(20);
  expect(await db.$count(steamApps)).toBe(25);
  expect([...requests.values()].every((times) => times === 1)).toBe(true);

  const changed = serveApps(appids.map((appid) => appOf(appid, appid === 30 ? 2_000_000_000 : undefined)));
  clock = Date.parse("2033-05-20T00:00:00Z") - 3_600_000;
  await db.update(steamApps).set({ readAt: new Date(clock - 86_400_000) });
  expect(await poll("catalogue-list")).toMatchObject({ state: "done", changed: 1 });
  expect(upstream.calls[0]!.url).toContain("if_modified_since=1700000000");
  await db.execute(sql`update steam_apps set modified_at = ${new Date(clock)} where appid = 30`);
  expect(await poll("catalogue-steam")).toMatchObject({ state: "done", seen: 1 });
  expect([...changed]).toEqual([[30, 1]]);
});

test("an interrupted poll resumes without duplicates, and repeats only the current request", async () => {
  const requests = serveApps(appids.map((appid) => appOf(appid)));
  await poll("catalogue-list");
  const stop = new AbortController();
  let calls = 0;
  const before = requests;
  upstream.respondWith((request, response) => {
    calls += 1;
    if (calls === 15) {
      stop.abort();
      return;
    }
    const appid = Number(new URL(request.url!, upstream.origin).searchParams.get("appids"));
    before.set(appid, (before.get(appid) ?? 0) + 1);
    const data = { type: "game", name: `Game ${appid}`, supported_languages: "English" };
    response.end(JSON.stringify({ [appid]: { success: true, data } }));
  });
  expect(await poll("catalogue-steam", { signal: stop.signal })).toMatchObject({ state: "running", seen: 14 });
  expect(await db.$count(games)).toBe(14);
  expect(await poll("catalogue-steam")).toMatchObject({ state: "done", seen: 25 });
  expect(await db.$count(games)).toBe(25);
  expect(Math.max(...before.values())).toBe(1);
});

test("GOG's catalogue is imported without a Steam key", async () => {
  upstream.respondWith((request, response) => {
    const page = Number(new URL(request.url!, upstream.origin).searchParams.get("page"));
    const product = (n: number) => ({
      id: String(n),
      title: `Old Game ${n}`,
      productType: "game",
      releaseDate: "1999.01.02",
    });
    response.end(JSON.stringify({ pages: 3, products: [product(page * 2), product(page * 2 + 1)] }));
  });
  expect(await poll("catalogue-gog")).toMatchObject({ state: "done", seen: 6, changed: 6 });
  expect(await poll("catalogue-gog")).toMatchObject({ state: "done", seen: 6, changed: 0 });
  expect(await db.$count(games)).toBe(6);
});

test("problems don't reveal the key", async () => {
  upstream.respondWith((_, response) => void response.end("<html>"));
  const poll_ = await poll("catalogue-list");
  expect(poll_).toMatchObject({ state: "failed" });
  expect(poll_!.problem).toContain("did not respond with JSON");
  expect(poll_!.problem).not.toContain("top-secret");
}, 60_000);
