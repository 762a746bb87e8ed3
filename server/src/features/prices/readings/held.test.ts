import { pathToFileURL } from "node:url";
import type { Game } from "contract/games/schema.ts";
import type { Reading } from "contract/prices/reading-schema.ts";
import { beforeEach, describe, expect, test } from "vitest";
import { sql } from "../../../platform/db/drizzle.ts";
import { parseEnv } from "../../../platform/process/env.ts";
import { startTestApp } from "../../../test/app.ts";
import { addCatalogue } from "../../../test/catalogue.ts";
import { runCli } from "../../../test/cli.ts";
import { createTestDatabase, emptyTables } from "../../../test/database.ts";
import { createTestFolder } from "../../../test/folder.ts";
import { importCalls } from "../../../test/imports.ts";
import { us } from "../../../test/markets.ts";
import { repeats } from "../../../test/processes/soak.ts";
import { secretKey } from "../../../test/secret-key.ts";
import { listQueuedMails } from "../../../test/servers/mails.ts";
import { startUpstream } from "../../../test/servers/upstream-server.ts";
import { signInAdmin, signInUser } from "../../../test/users.ts";
import { notificationEvents } from "../../notifications/table.ts";
import { pollSource } from "../polls/commands-poll.ts";
import { openPollSources } from "../polls/commands-poll-sources.ts";
import { recordOutcome } from "../polls/jobs.ts";
import { priceSources } from "../table.ts";

const database = await createTestDatabase();
const { db, pool } = database;
const app = await startTestApp(database);
const folder = await createTestFolder();
const store = await startUpstream();
const editor = await signInAdmin(db, "editor", [
  ...(["catalogue.read", "catalogue.write", "sources.read", "prices.read", "prices.write"] as const),
]);
const visitor = await signInUser(db, "visitor");
const uploads = importCalls(app, editor.headers);
const operators = ["ann@example.com", "bob@example.com"];

const words = [
  "Amber",
  "Birch",
  "Cedar",
  "Delta",
  "Ember",
  "Frost",
  "Grove",
  "Heath",
  "Iris",
  "Jasper",
  "Koral",
  "Larch",
];
const places = ["Harbour", "Mountain", "Valley", "Castle", "Orchard"];
const titles = words.flatMap((word) => places.map((place) => `${word} ${place}`));
const usual = (index: number) => 999 + index * 50;
const wrong = () => 12;
/** Like the first page of a store whose other pages are wrong. */
const wrongLater = (index: number) => (index < 20 ? usual(index) : 12);
type PriceOf = (index: number) => number;

let clock = Date.now() - 86_400_000;
let gameIds: number[] = [];

beforeEach(async () => {
  await emptyTables(pool, [
    "games",
    "readings",
    "match_reviews",
    "price_feeds",
    "price_polls",
    "price_sources",
    "file_imports",
    "jobs.job",
  ]);
  gameIds = await addCatalogue(
    db,
    titles.map((title) => ({ title })),
    new Date(clock - 86_400_000),
  );
});

const dollars = (minor: number) => (minor / 100).toFixed(2);

function feed(priceOf: PriceOf): string {
  const rows = titles.map((title, index) => `k${index},${title} (PC) Steam Key GLOBAL,${dollars(priceOf(index))} USD`);
  return `id,title,price\n${rows.join("\n")}\n`;
}

/** A store's catalogue of three pages. */
function gogSells(priceOf: PriceOf) {
  store.respondWith((request, response) => {
    const page = Number(new URL(request.url ?? "/", "http://gog").searchParams.get("page"));
    const products = titles.map((title, index) => ({
      id: String(index + 1),
      slug: title.toLowerCase().replace(" ", "_"),
      title,
      productType: "game",
      storeLink: `https://www.gog.com/en/game/${index + 1}`,
      price: {
        finalMoney: { amount: dollars(priceOf(index)), currency: "USD" },
        baseMoney: { amount: dollars(usual(index)), currency: "USD" },
      },
    }));
    const shown = products.slice((page - 1) * 20, page * 20);
    const body = { pages: 3, productCount: products.length, currentlyShownProductCount: 20, products: shown };
    response.end(JSON.stringify(body));
  });
}

/** A thousand rules. */
async function arm() {
  await db.execute(sql`
    insert into notification_rules (user_id, kind, subject, game_id, country, value, scope)
    select ${visitor.id}, (array['target', 'drop', 'low', 'stock'])[1 + n % 4], 'game',
      (${sql.param(gameIds)}::integer[])[1 + (n / 4) % ${gameIds.length}], 'US', case when n % 4 = 0 then 800 end, 'all'
    from generate_series(0, 999) n`);
}

/** Everything that visitors see, and what has fired. */
async function site(): Promise<Record<string, unknown>> {
  const parts = {
    offers: sql`select to_jsonb(offers) - 'last_seen_at' - 'reading_id' as row from offers`,
    history: sql`select to_jsonb(price_history) - 'reading_id' as row from price_history`,
    listed: sql`select to_jsonb(game_prices) - 'changed_at' as row from game_prices`,
    states: sql`select to_jsonb(rule_states) as row from rule_states`,
  };
  const found: Record<string, unknown> = { events: await db.$count(notificationEvents) };
  for (const [name, rows] of Object.entries(parts)) {
    const part = await db.execute<{ row: unknown }>(sql`select row from (${rows}) part order by row::text`);
    found[name] = part.rows.map(({ row }) => row);
  }
  return { ...found, deals: await listed() };
}

/** The list of the site, once it has followed the database. */
async function listed(): Promise<Game[]> {
  const stored = await db.execute<{ id: number; best: number | null }>(
    sql`select game_id as id, best_minor / 100.0::float8 as best from game_prices where country = 'US'`,
  );
  const best = new Map(stored.rows.map((row) => [row.id, row.best]));
  let games: Game[] = [];
  await expect
    .poll(async () => {
      const response = await app.inject({ url: "/api/games?sortBy=discount&limit=20" });
      expect(response.statusCode).toBe(200);
      games = response.json().games;
      return games.filter((game) => game.best_price !== (best.get(game.id) ?? null));
    })
    .toEqual([]);
  return games;
}

async function readings(): Promise<Reading[]> {
  const response = await app.inject({ url: "/api/admin/catalogue/readings", headers: editor.headers });
  expect(response.statusCode).toBe(200);
  return response.json().readings;
}

const act = async (id: number, what: "apply" | "undo") => {
  const url = `/api/admin/catalogue/readings/${id}/${what}`;
  const response = await app.inject({ method: "POST", url, headers: editor.headers });
  return { status: response.statusCode, reading: response.json().reading as Reading };
};

async function pricesAt(key: string): Promise<number[]> {
  const { rows } = await db.execute<{ price: number }>(
    sql`select price_minor as price from offers where store = ${key} order by game_id`,
  );
  return rows.map(({ price }) => price);
}
const all = (priceOf: PriceOf) => titles.map((_, index) => priceOf(index));

async function cli(...args: string[]) {
  const { code, out, err } = await runCli(args, { DATABASE_URL: database.url, INIT_CWD: folder.path(".") });
  return { code, text: out + err };
}

async function poll(key: "gog" | "cdkeys") {
  clock += 3_600_000;
  const env = parseEnv({
    GOG_CATALOG_URL: store.origin,
    CDKEYS_FEED_URL: pathToFileURL(folder.path("polled.csv")).href,
  });
  const source = openPollSources(db, env, [us]).find((one) => one.key === key)!;
  const { store: shop, country } = source;
  await db
    .insert(priceSources)
    .values({ key, store: shop, country, registeredAt: new Date(clock) })
    .onConflictDoNothing();
  const mails = {
    secretKey,
    listOperators: async () =>
      operators.map((to) => ({ to, addressee: "operator" as const, reason: "You operate it" })),
  };
  return pollSource(db, source, {
    connection: { connectionString: database.url },
    clock: () => new Date(clock++),
    signal: new AbortController().signal,
    onEnd: (tx, ended, now) => recordOutcome(tx, ended, mails, now),
  });
}

async function expectMails(name: string) {
  const mails = await listQueuedMails(db);
  expect(mails.map(({ to, subject }) => [to, subject])).toEqual(
    operators.map((to) => [to, `A reading of ${name} is held`]),
  );
}

describe("IsThereAnyDeal-Issues#1292: every price of a store becomes 0.12", () => {
  test("in a file on the command line: held, applied, undone", { timeout: 120_000 }, async () => {
    await folder.write("good.csv", feed(usual));
    await folder.write("bad.csv", feed(wrong));
    const importing = ["import", "prices", "--store", "cdkeys"];
    expect(await cli(...importing, "good.csv")).toMatchObject({ code: 0 });
    await arm();
    const before = await site();

    const tried = await cli(...importing, "bad.csv", "--dry-run");
    expect(tried).toMatchObject({ code: 1, text: expect.stringContaining("accept the collapse") });
    expect(await readings()).toHaveLength(1);

    const refused = await cli(...importing, "bad.csv");
    expect(refused).toMatchObject({
      code: 1,
      text: expect.stringContaining("60 of 60 known prices fall by more than"),
    });
    expect(await site()).toEqual(before);
    const [held] = await readings();
    expect(held).toMatchObject({ source: "bad.csv", state: "held", held: 60, changed: 0 });
    expect(refused.text).toContain(`readings apply ${held!.id}`);

    const applied = await cli("readings", "apply", String(held!.id));
    expect(applied).toMatchObject({ code: 0, text: `Applied reading ${held!.id}: 60 offers changed.\n` });
    expect(await pricesAt("cdkeys")).toEqual(all(wrong));
    const undone = await cli("readings", "undo", String(held!.id));
    expect(undone).toMatchObject({ code: 0, text: expect.stringContaining("60 offers") });
    const visible = async () => {
      const { events: _, states: __, ...rest } = await site();
      return rest;
    };
    const { events: _, states: __, ...visibleBefore } = before;
    // cached responses follow within a second on a quiet machine
    await expect.poll(visible, { timeout: repeats(30_000, 1_000) }).toEqual(visibleBefore);

    const accepted = await cli(...importing, "bad.csv", "--accept-collapse");
    expect(accepted).toMatchObject({ code: 0 });
    expect(await pricesAt("cdkeys")).toEqual(all(wrong));
    expect(await cli("readings")).toMatchObject({ code: 0, text: expect.stringContaining("3 of 3 readings") });
  });

  test("in a file that is uploaded: its check says so, and the option believes it", async () => {
    await uploads.bring("prices", "good.csv", feed(usual), { store: "cdkeys" });
    await arm();
    const before = await site();
    const { id } = await uploads.upload("prices", "bad.csv", feed(wrong));
    const checked = await uploads.requestStep("prices", id, "check", { store: "cdkeys" });
    expect(checked.problem).toContain("60 of 60 known prices fall");
    expect(await site()).toEqual(before);
    const brought = await uploads.bring("prices", "bad.csv", feed(wrong), { store: "cdkeys", accept_collapse: true });
    expect(brought).toMatchObject({ state: "done" });
    expect(await pricesAt("cdkeys")).toEqual(all(wrong));
    const undone = await uploads.requestStep("prices", brought.id, "undo");
    expect(undone).toMatchObject({ state: "undone" });
    expect(await pricesAt("cdkeys")).toEqual(all(usual));
  });

  test("in a feed that is polled: held, mailed, applied by a call, undone", async () => {
    await folder.write("polled.csv", feed(usual));
    expect(await poll("cdkeys")).toMatchObject({ state: "done", changed: 60 });
    await arm();
    const before = await site();
    await folder.write("polled.csv", feed(wrong));
    const problem = expect.stringContaining("60 of 60 known prices fall");
    expect(await poll("cdkeys")).toMatchObject({ state: "failed", changed: 0, problem });
    expect(await site()).toEqual(before);
    await expectMails("Feed of CDKeys");
    const [held] = await readings();
    expect(held).toMatchObject({ source: "cdkeys", state: "held", held: 60, seen: 60, changed: 0 });
    // the same again replaces it, without another mail
    await poll("cdkeys");
    const [again, former] = await readings();
    expect([again!.state, former!.state]).toEqual(["held", "dropped"]);
    expect((await act(former!.id, "apply")).status).toBe(409);
    await expectMails("Feed of CDKeys");

    expect(await act(again!.id, "apply")).toMatchObject({
      status: 200,
      reading: { state: "applied", changed: 60, held: 0, undoable: true },
    });
    expect(await pricesAt("cdkeys")).toEqual(all(wrong));
    expect(await act(again!.id, "undo")).toMatchObject({ status: 200, reading: { state: "undone", taken_back: 60 } });
    expect(await pricesAt("cdkeys")).toEqual(all(usual));
  });

  const pageByPage: [string, PriceOf, number][] = [
    ["after a first page that is as usual", wrongLater, 40],
    ["on all pages", wrong, 60],
    ["on every second place of every page", (index) => (index % 2 ? 12 : usual(index)), 30],
  ];
  test.each(pageByPage.slice(0, repeats(1, 3)))(
    "in a catalogue that is read page by page: %s",
    { timeout: 60_000 },
    async (_, bad, count) => {
      gogSells(usual);
      expect(await poll("gog")).toMatchObject({ state: "done", changed: 60 });
      await arm();
      const before = await site();
      gogSells(bad);
      const problem = expect.stringContaining(`${count} of 60 known prices fall`);
      expect(await poll("gog")).toMatchObject({ state: "failed", seen: 60, changed: 0, problem });
      expect(await site()).toEqual(before);
      await expectMails("GOG");
      expect(await readings()).toMatchObject([{ state: "held", held: 60, seen: 60, changed: 0 }, { state: "applied" }]);

      // a good reading replaces it
      gogSells((index) => usual(index) - 100);
      expect(await poll("gog")).toMatchObject({ state: "done", changed: 60, seen: 60 });
      expect(await pricesAt("gog")).toEqual(all((index) => usual(index) - 100));
      const [good, dropped] = await readings();
      expect([good!.state, dropped!.state, dropped!.held]).toEqual(["applied", "dropped", 60]);
      expect((await act(good!.id, "undo")).status).toBe(200);
      expect(await pricesAt("gog")).toEqual(all(usual));
    },
  );
});
