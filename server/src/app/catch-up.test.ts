import type { Game } from "contract/games/schema.ts";
import { expect, inject, onTestFinished, test } from "vitest";
import { recordOffers } from "../features/prices/offers/commands.ts";
import { sql } from "../platform/db/drizzle.ts";
import { startTestApp } from "../test/app.ts";
import { addCatalogue } from "../test/catalogue.ts";
import { createTestDatabase } from "../test/database.ts";
import { eventually } from "../test/eventually.ts";
import { createTestFolder } from "../test/folder.ts";
import { withoutListener } from "../test/hostile/without-listener.ts";
import { startSiteProcess, stopSiteProcess } from "../test/site.ts";

const folder = await createTestFolder();
const database = await createTestDatabase();
const { db } = database;
const ids = await addCatalogue(
  db,
  Array.from({ length: 300 }, (_, index) => ({ title: `Game ${index}`, offers: { steam: { priceMinor: 1_000 } } })),
);

const setPrice = (some: readonly number[], priceMinor: number) =>
  recordOffers(
    db,
    some.map((gameId) => ({ gameId, store: "steam", priceMinor })),
    { now: new Date() },
  );

test("catches up with changes missed by a lost connection", async () => {
  const app = await startTestApp(database, { env: { CACHE_SECONDS: "60" } });
  const get = async (url: string) => (await app.inject(url)).body;
  const [priced = 0] = ids;
  const [gone = 0] = await addCatalogue(db, [{ title: "Gone" }]);
  await eventually(async () => expect((await app.inject(`/api/games/${gone}`)).statusCode).toBe(200));
  expect(JSON.parse(await get(`/api/games/${priced}`)).steam_price).toBe(10);

  let changedAt = 0;
  await withoutListener(database, async () => {
    await setPrice([priced], 777);
    await db.execute(sql`delete from games where id = ${gone}`);
    await db.execute(sql`update content_strings set current_value = 'Caught' where key = 'header.brand_name'`);
    await db.execute(sql`update site_config set value = 'https://example.com/n' where key = 'social.network_url'`);
    changedAt = Date.now();
  });
  await eventually(async () => {
    expect(JSON.parse(await get(`/api/games/${priced}`)).steam_price).toBe(7.77);
    expect(JSON.parse(await get("/api/games?sortBy=lowest_price&order=ASC&limit=1")).games[0].id).toBe(priced);
    expect((await app.inject(`/api/games/${gone}`)).statusCode).toBe(404);
    expect(await get("/api/content/strings")).toContain("Caught");
    expect(await get("/api/site")).toContain("https://example.com/n");
    expect(JSON.parse(await get("/api/ready")).stale_seconds).toBe(0);
  });
  if (process.env.SOAK) console.info({ rightAfterMs: Date.now() - changedAt });
});

// a process of its own takes long to start, and another PostgreSQL would show the same
test.skipIf(inject("binDir"))(
  "a process that slept, and lost its connection meanwhile, is right again when it wakes (soak)",
  {
    timeout: 120_000,
  },
  async () => {
    const site = await startSiteProcess({
      dataDir: folder.path("site"),
      env: { DATABASE_URL: database.url, CACHE_SECONDS: "0" },
    });
    onTestFinished(async () => {
      site.process.kill("SIGCONT");
      await stopSiteProcess(site);
    });
    const get = async (path: string) => {
      const response = await fetch(site.url + path);
      if (!response.ok) throw new Error(`${path}: ${response.status}`);
      return response.text();
    };
    const wrongPrices = async (cents: number) => {
      const pages = await Promise.all([1, 2, 3].map((page) => get(`/api/games?limit=100&page=${page}`)));
      const prices = pages.flatMap((page) => JSON.parse(page).games.map((game: Game) => game.steam_price));
      return ids.length - prices.filter((price) => price === cents / 100).length;
    };
    let cents = 2_000;
    for (const breaksConnections of [false, true]) {
      cents += 1;
      site.process.kill("SIGSTOP");
      const change = () => setPrice(ids, cents);
      if (breaksConnections) await withoutListener(database, change);
      else await change();
      site.process.kill("SIGCONT");
      const wokenAt = Date.now();
      await eventually(async () => expect(await wrongPrices(cents)).toBe(0));
      if (process.env.SOAK) console.info({ breaksConnections, rightAfterMs: Date.now() - wokenAt });
    }
  },
);
