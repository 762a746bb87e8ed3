import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { brand } from "contract/brand.ts";
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from "vitest";
import { recordOffers } from "../../features/prices/offers/commands.ts";
import { startTestApp } from "../../test/app.ts";
import { built } from "../../test/built-website.ts";
import { addCatalogue } from "../../test/catalogue.ts";
import { eventually } from "../../test/eventually.ts";
import { signalDatabase } from "../../test/processes/signal-database.ts";
import { repeats } from "../../test/processes/soak.ts";
import { secretKey } from "../../test/secret-key.ts";
import { signInUser, type TestUser } from "../../test/users.ts";
import { connect, type Database } from "../db/connect.ts";
import { sql } from "../db/drizzle.ts";
import { type EmbeddedServer, startEmbedded } from "../db/embedded/embedded.ts";
import { migrateDatabase } from "../db/migrate.ts";
import { queueMail } from "../mail/queue.ts";

/** How long the database stays away: the promise is 30 seconds. */
const unreachableMs = repeats(500, 30_000);

const dataDir = await mkdtemp(join(tmpdir(), `${brand.slug}-away-`));
let server = await start();
const { user, database: name, host, port } = server.connection;
const url = `postgresql://${user}@localhost/${name}?host=${encodeURIComponent(host)}&port=${port}`;
const database: Database = connect({ connectionString: url }, () => {});
const { db, pool } = database;
await migrateDatabase(pool);
const [portal = 0, quake = 0] = await addCatalogue(db, [
  { title: "Portal", rating: 9, offers: { steam: { priceMinor: 999 }, gog: { priceMinor: 499 } } },
  { title: "Quake", rating: 8, offers: { steam: { priceMinor: 0 } } },
]);
const metricsToken = "a-token-for-metrics";
const appDataDir = join(dataDir, "site");
const app = await startTestApp(
  { ...database, url },
  { alone: true, env: { DATA_DIR: appDataDir, METRICS_TOKEN: metricsToken } },
);
let ann: TestUser;
beforeAll(async () => {
  ann = await signInUser(db, "ann");
});
afterAll(async () => {
  await database.close();
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
});

function start(): Promise<EmbeddedServer> {
  const log = { info() {}, warn() {}, error: console.error };
  return startEmbedded({ dataDir, log, binDir: inject("binDir"), durable: false });
}

const ways = [
  {
    away: "stopped",
    leave: () => server.stop(),
    async markUp() {
      server = await start();
    },
  },
  {
    away: "frozen",
    async leave() {
      onTestFinished(() => signalDatabase(dataDir, "SIGCONT"));
      signalDatabase(dataDir, "SIGSTOP");
    },
    markUp: async () => signalDatabase(dataDir, "SIGCONT"),
  },
].filter(({ away }) => away !== "frozen" || process.platform === "linux");
if (ways.length === 1) console.warn("Skipped the frozen database: only Linux tells which processes are its own");

const shown = [
  "/api/games",
  "/api/games?search=port&store=gog&sortBy=lowest_price&order=ASC",
  "/api/games?page=2&limit=1",
  "/api/games/free",
  "/api/games/homepage",
  `/api/games/${portal}`,
  "/api/games/price-stats",
  "/api/retailers?show_stock=true",
  "/api/site",
  "/api/content/strings",
  "/sitemap.xml",
  `/images/games/${portal}/landscape`,
  ...(built ? ["/", "/games?search=quake", "/free", `/games/${portal}`] : []),
];

const refused = () =>
  [
    { method: "POST", url: "/api/auth/login", payload: { email: "ann@example.com", password: "secret1" } },
    { method: "POST", url: "/api/wishlist", payload: { gameId: portal }, headers: ann.headers },
    { method: "GET", url: "/api/auth/me", headers: ann.headers },
    { method: "GET", url: "/api/health" },
  ] as const;

/** What somebody who is signed in sees of the catalogue is the same as for everybody else, and stays too. */
async function readAll() {
  const requests = [...shown.map((path) => ({ url: path, headers: {} })), { url: "/api/games", headers: ann.headers }];
  const responses = await Promise.all(requests.map((one) => app.inject(one)));
  return responses.map(({ statusCode, headers }, index) => ({
    url: requests[index]?.url,
    status: statusCode,
    marked: headers.warning === '110 - "Response is stale"' && Number(headers.age) > 0,
  }));
}

const offersOf = async (id: number) => (await app.inject(`/api/games/${id}`)).json().offers;
/** How often the catalogue was read as a whole. */
const steamPrice = async () => (await app.inject(`/api/games/${portal}`)).json().steam_price;

test.each(ways)(
  "with the database $away, what is in memory is shown and the rest is refused at once",
  async (way) => {
    expect((await readAll()).filter(({ status, marked }) => status !== 200 || marked)).toEqual([]);

    await way.leave();
    const leftAt = Date.now();
    // in flight when it went: as long as it takes to notice
    for (const { statusCode, headers } of await Promise.all(refused().map((call) => app.inject(call)))) {
      expect([statusCode, Number(headers["retry-after"] ?? 5) > 0]).toEqual([503, true]);
    }
    const noticedMs = Date.now() - leftAt;
    expect(noticedMs).toBeLessThan(15_000);

    let maxDurationMs = 0;
    do {
      const sentAt = Date.now();
      const responses = await Promise.all(refused().map((call) => app.inject(call)));
      expect(responses.map(({ statusCode }) => statusCode)).toEqual([503, 503, 503, 503]);
      expect(responses[0]?.headers["retry-after"]).toBe("5");
      maxDurationMs = Math.max(maxDurationMs, Date.now() - sentAt);
      expect((await readAll()).filter(({ status, marked }) => status !== 200 || !marked)).toEqual([]);
      expect((await app.inject("/api/ready")).statusCode).toBe(200);
      await delay(20);
    } while (Date.now() - leftAt < unreachableMs);
    // nobody had asked for it by itself: the catalogue knows it, its offers only the database
    expect(await offersOf(quake)).toEqual([]);
    // less than the time allowed for a connection, which all of them would wait out
    expect(maxDurationMs).toBeLessThan(4_000);

    await way.markUp();
    const backAt = Date.now();
    // as another process would, while this one may not be listening yet
    const other = connect({ connectionString: url }, () => {});
    onTestFinished(() => other.close());
    const price = way.away === "stopped" ? 777 : 888;
    await recordOffers(other.db, [{ gameId: portal, store: "steam", priceMinor: price }], { now: new Date() });
    await eventually(async () => {
      const responses = await Promise.all(refused().map((call) => app.inject(call)));
      expect(responses.filter(({ statusCode }) => statusCode >= 500)).toEqual([]);
    });
    await eventually(async () => {
      expect(await steamPrice()).toBe(price / 100);
      expect(await offersOf(quake)).toEqual([expect.anything()]);
      expect((await readAll()).filter(({ status, marked }) => status !== 200 || marked)).toEqual([]);
    });
    const backMs = Date.now() - backAt;
    expect(backMs).toBeLessThan(repeats(20_000, 5_000));

    const mail = { to: `${way.away}@example.com`, subject: "x", paragraphs: ["x"], reason: "x" };
    await queueMail(other.db, { ...mail, addressee: "operator" }, secretKey);
    await eventually(async () => {
      const { rows } = await db.execute(sql`select 1 from jobs.job where name = 'mail' and state <> 'completed'`);
      expect(rows).toEqual([]);
    });
    if (process.env.SOAK) console.info({ away: way.away, noticedMs, maxDurationMs, backMs });
  },
  180_000,
);
