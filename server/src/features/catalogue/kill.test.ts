import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { sql } from "../../platform/db/drizzle.ts";
import { createTestDatabase, emptyTables } from "../../test/database.ts";
import { repeats } from "../../test/processes/soak.ts";
import { startUpstream } from "../../test/servers/upstream-server.ts";

const database = await createTestDatabase();
const { db, pool } = database;
const stores = await startUpstream();

const appids = Array.from({ length: 60 }, (_, n) => (n + 1) * 10);
const gogPages = 6;
const perPage = 5;

let budget = { requests: 0, kill() {} };

/** Steam and GOG with some games; every third one of GOG is at Steam too. Counts the requests by address. */
function openStores(): Map<string, number> {
  const requestCounts = new Map<string, number>();
  stores.respondWith((request, response) => {
    const url = new URL(request.url!, stores.origin);
    const end = (body: unknown) => void response.end(JSON.stringify(body));
    requestCounts.set(request.url!, (requestCounts.get(request.url!) ?? 0) + 1);
    budget.requests -= 1;
    if (budget.requests === 0) budget.kill();
    if (url.pathname === "/IStoreService/GetAppList/v1/") {
      const remaining = appids.filter((appid) => appid > Number(url.searchParams.get("last_appid")));
      const apps = remaining
        .slice(0, 20)
        .map((appid) => ({ appid, name: `App ${appid}`, last_modified: 1_700_000_000 }));
      return end({
        response: { apps, ...(remaining.length > 20 && { have_more_results: true, last_appid: apps.at(-1)!.appid }) },
      });
    }
    if (url.pathname === "/v1/catalog") {
      const page = Number(url.searchParams.get("page"));
      const products = Array.from({ length: perPage }, (_, n) => {
        const id = page * perPage + n;
        return { id: String(id), title: id % 3 === 0 ? `App ${id * 10}` : `Only at GOG ${id}`, productType: "game" };
      });
      return end({ pages: gogPages, products });
    }
    const appid = Number(url.searchParams.get("appids"));
    end({ [appid]: { success: true, data: { type: "game", name: `App ${appid}`, supported_languages: "English" } } });
  });
  return requestCounts;
}

/** Starts the process, and kills it at its last request; resolves to its exit code, `null` = killed. */
async function runFor(requests: number): Promise<number | null> {
  const script = fileURLToPath(new URL("../../test/processes/catalogue-worker.ts", import.meta.url));
  const child = spawn(process.execPath, [script, database.url, stores.origin], { stdio: "inherit" });
  onTestFinished(() => void child.kill("SIGKILL"));
  budget = { requests, kill: () => void child.kill("SIGKILL") };
  const [code] = (await once(child, "exit")) as [number | null];
  return code;
}

/**
 * Kills the process at these requests, one run after another, then lets it end. Nothing is stored twice, and only the
 * current request is repeated. Returns the requests by address.
 */
async function runWithKills(kills: readonly number[]): Promise<Map<string, number>> {
  await emptyTables(pool, ["games", "steam_apps", "price_polls"]);
  const requestCounts = openStores();
  for (const requests of kills) expect(await runFor(requests)).toBeNull();
  expect(await runFor(Number.POSITIVE_INFINITY)).toBe(0);
  const { rows } = await db.execute(sql`
    select count(*)::int as games, count(distinct title)::int as titles,
      count(*) filter (where steam_appid is null)::int as gog_only,
      (select count(*)::int from game_facts) as facts
    from games
  `);
  const gogIds = Array.from({ length: gogPages * perPage }, (_, n) => n + perPage);
  const shared = gogIds.filter((id) => id % 3 === 0 && id * 10 <= appids.at(-1)!);
  const only = gogIds.length - shared.length;
  const games = appids.length + only;
  expect(rows).toEqual([{ games, titles: games, gog_only: only, facts: games + shared.length }]);
  const repeated = [...requestCounts.values()].reduce((sum, times) => sum + times - 1, 0);
  expect(repeated).toBeLessThanOrEqual(kills.length);
  return requestCounts;
}

test("it resumes after kills, and the details of an app are requested at most once more, however many", async () => {
  const listPages = 3;
  // within the first ten apps, again within them, and once more
  const kills = [listPages + 4, 3, 3].slice(0, repeats(2, 3));
  const requestCounts = await runWithKills(kills);
  const details = [...requestCounts].filter(([address]) => address.includes("appdetails"));
  expect(details).toHaveLength(appids.length);
  expect(Math.max(...details.map(([, times]) => times))).toBe(2);
  expect(details.filter(([, times]) => times > 1)).toHaveLength(kills.length);
}, 300_000);

test("it resumes after kills at random requests (soak)", async () => {
  await runWithKills(Array.from({ length: 10 }, () => 1 + Math.floor(Math.random() * 12)));
}, 300_000);
