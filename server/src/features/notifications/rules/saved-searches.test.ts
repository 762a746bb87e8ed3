import { pino } from "pino";
import { afterAll, beforeEach, expect, test } from "vitest";
import { eq, sql } from "../../../platform/db/drizzle.ts";
import { startTestApp } from "../../../test/app.ts";
import { addCatalogue, type TestGame } from "../../../test/catalogue.ts";
import { createTestDatabase, emptyTables } from "../../../test/database.ts";
import { us } from "../../../test/markets.ts";
import { signInUser } from "../../../test/users.ts";
import { marketOpener } from "../../games/policy-lists.ts";
import { startGameIndex } from "../../games/read-model/game-index.ts";
import { games } from "../../games/table.ts";
import { shownStoresReader } from "../../my-stores/policy-shown-stores.ts";
import { recordOffers } from "../../prices/offers/commands.ts";
import { listEnabledStores } from "../../stores/queries.ts";
import { notificationEvents, notificationRules } from "../table.ts";
import { checkDueSearches, maxMatchesFired } from "./commands-searches.ts";

const database = await createTestDatabase();
const { db } = database;
const steam = (priceMinor: number, regularMinor = 2_000) => ({ steam: { priceMinor, regularMinor } });
await addCatalogue(db, [{ title: "Before", genre: "Action", rating: 9, offers: steam(500) }]);
const app = await startTestApp(database);
const ada = await signInUser(db, "Ada");

const stores = await listEnabledStores(db);
const gameIndex = await startGameIndex({
  db,
  connection: { connectionString: database.url },
  log: pino({ level: "silent" }),
});
afterAll(() => gameIndex.close());
const requireStores = () => {};
const shownStores = shownStoresReader({ listStores: () => stores, requireStores });
const openMarket = marketOpener({ gameIndex, findMarket: () => us, shownStores, requireStores });

let now = Date.now();
/** Checks all searches, with the catalogue as it is now. */
async function check(minutes = 6): Promise<void> {
  now += minutes * 60_000;
  await gameIndex.handleChange("*");
  await checkDueSearches({ db, gameIndex, openMarket, listStores: () => stores }, new Date(now));
}

beforeEach(() => emptyTables(database.pool, ["notification_rules", "notification_events", "library_games"]));

const call = (method: "GET" | "POST" | "PUT", path: string, payload?: object) =>
  app.inject({ method, url: `/api/rules${path}`, headers: ada.headers, ...(payload && { payload }) });
const rule = (query: string, more = {}) => ({
  kind: "match",
  subject: { type: "search", query, name: "Mine" },
  ...more,
});
async function save(query: string, more = {}): Promise<number> {
  const response = await call("POST", "", rule(query, more));
  expect(response.statusCode).toBe(201);
  return response.json().rule.id;
}
/** Of the games that were reported, by one rule or by all. */
const titles = async (ruleId?: number) =>
  (
    await db
      .select({ title: games.title })
      .from(notificationEvents)
      .innerJoin(games, eq(games.id, notificationEvents.gameId))
      .where(ruleId === undefined ? undefined : eq(notificationEvents.ruleId, ruleId))
      .orderBy(notificationEvents.id)
  ).map(({ title }) => title);

const add = async (game: TestGame) => (await addCatalogue(db, [game]))[0]!;

const cases: [query: string, matching: TestGame, other: TestGame][] = [
  ["genre=Action", { title: "A", genre: "Action", offers: steam(900) }, { title: "B", genre: "Puzzle" }],
  ["max_price=4", { title: "C", offers: steam(399) }, { title: "D", offers: steam(401) }],
  ["min_price=70", { title: "E", offers: steam(7_000) }, { title: "F", offers: steam(6_999) }],
  ["min_cut=90", { title: "G", offers: steam(200) }, { title: "H", offers: steam(220) }],
  ["search=zelda", { title: "Zelda-like", offers: steam(900) }, { title: "Zorro", offers: steam(900) }],
  ["tag=Chess,Cozy", { title: "I", tags: "Cozy, Chess", offers: steam(1) }, { title: "J", tags: "Cozy" }],
  ["store=gog", { title: "K", offers: { gog: { priceMinor: 900 } } }, { title: "L", offers: steam(900) }],
  ["developer=Supergiant", { title: "M", developer: "Supergiant", offers: steam(9) }, { title: "N", offers: steam(9) }],
  ["min_metacritic=90", { title: "O", metacriticScore: 95, offers: steam(9) }, { title: "P", metacriticScore: 89 }],
  ["released_from=2029-01-01", { title: "Q", releaseDate: "2029-02-03", offers: steam(9) }, { title: "R" }],
  ["free=true", { title: "S", offers: steam(0) }, { title: "T", offers: steam(1) }],
  ["type=dlc", { title: "U", type: "dlc", offers: steam(9) }, { title: "V", offers: steam(9) }],
  // an event has a price
  ["tag=Quiet", { title: "W", tags: "Quiet", offers: steam(9) }, { title: "X", tags: "Quiet" }],
];

test("a search reports once what it did not find before", async () => {
  const rules = [];
  for (const [query] of cases) rules.push(await save(query));
  await check();
  expect(await titles()).toEqual([]);
  for (const [, matching, other] of cases) await addCatalogue(db, [matching, other]);
  await check(4);
  expect(await titles()).toEqual([]);
  await check();
  const reported = await titles();
  for (const [index, [query, matching, other]] of cases.entries()) {
    const found = await titles(rules[index]);
    expect([query, found.includes(matching.title), found.includes(other.title)]).toEqual([query, true, false]);
  }
  await check();
  expect(await titles()).toEqual(reported);
});

test("a game that matches again is reported at another price, and at the same one after a day", async () => {
  await save("max_price=3&search=again");
  const gameId = await add({ title: "Again", offers: steam(2_000) });
  const prices = [250, 2_000, 250, 2_000, 200];
  for (const priceMinor of prices) {
    await recordOffers(db, [{ gameId, store: "steam", priceMinor }], { now: new Date(now) });
    await check();
  }
  const events = await db.select().from(notificationEvents).orderBy(notificationEvents.id);
  expect(events.map(({ newMinor }) => newMinor)).toEqual([250, 200]);
  expect(events[0]).toMatchObject({ kind: "match", subject: "search", listName: "Mine", store: "steam" });
});

test("only the most played of many new matches are reported", async () => {
  await save("tag=Flood");
  const flood = Array.from({ length: maxMatchesFired + 5 }, (_, n) => ({
    title: `Flood ${n}`,
    tags: "Flood",
    playerCount: n,
    offers: steam(900),
  }));
  await addCatalogue(db, flood);
  await check();
  const reported = await titles();
  expect(reported).toHaveLength(maxMatchesFired);
  expect(reported).not.toContain("Flood 4");
});

test("explicit and owned games, and what matches while everything is stopped, are not reported", async () => {
  await save("tag=Private");
  const owned = await add({ title: "Owned", tags: "Private", offers: steam(900) });
  await add({ title: "Explicit", tags: "Private, Hentai", offers: steam(900) });
  await db.execute(sql`insert into library_games (user_id, game_id, state, source)
    values (${ada.id}, ${owned}, 'owned', 'manual')`);
  await check();
  const enable = (enabled: boolean) =>
    app.inject({ method: "PUT", url: "/api/notifications", headers: ada.headers, payload: { enabled } });
  await enable(false);
  await add({ title: "Stopped", tags: "Private", offers: steam(900) });
  await check();
  await enable(true);
  await check();
  expect(await titles()).toEqual([]);
});

test("a rule may leave out games that the member's plans have in its market", async () => {
  await db.execute(sql`insert into subscription_services (key, name) values ('xbox', 'Xbox')`);
  await db.execute(sql`insert into subscription_plans (key, service, name) values ('pc', 'xbox', 'PC Game Pass')`);
  await db.execute(sql`insert into plan_coverage (plan, covers) values ('pc', 'pc')`);
  await db.execute(sql`update users set plans = '{pc}' where id = ${ada.id}`);
  const [all, some] = [await save("tag=Planned"), await save("tag=Planned&max_price=50", { unless_included: true })];
  await check();
  const added = ["Included", "Abroad", "Left", "Elsewhere"];
  for (const title of added) await add({ title, tags: "Planned", offers: steam(900) });
  await db.execute(sql`
    insert into subscription_memberships (game_id, plan, country, since, until, source, last_seen_at, updated_at)
    select id, 'pc', case title when 'Abroad' then 'DE' end, '2020-01-01',
      case title when 'Left' then date '2021-01-01' end, 'panel', now(), now()
    from games where title in ('Included', 'Abroad', 'Left')`);
  await check();
  expect((await titles(all)).sort()).toEqual(added.toSorted());
  expect((await titles(some)).sort()).toEqual(["Abroad", "Elsewhere", "Left"]);
  await db.execute(sql`delete from subscription_plans`);
  await db.execute(sql`delete from subscription_services`);
  await db.execute(sql`update users set plans = '{}'`);
});

test("stores in scope count, and a changed rule starts from what it finds then", async () => {
  const id = await save("max_price=2", { scope: "official" });
  const gameId = await add({ title: "Key", offers: { steam: { priceMinor: 900 }, cdkeys: { priceMinor: 100 } } });
  await check();
  expect(await titles()).toEqual([]);
  expect((await call("PUT", `/${id}`, rule("max_price=2"))).json().rule).toMatchObject({
    scope: "all",
    subject: { type: "search", query: "max_price=2", name: "Mine" },
  });
  await check();
  expect(await titles()).toEqual([]);
  await db.delete(games).where(eq(games.id, gameId));
});

test("equal searches are one rule, whatever their order", async () => {
  await save("genre=Action&max_price=5");
  const again = await call("POST", "", rule("max_price=5&genre=Action"));
  expect([again.statusCode, again.json().error]).toEqual([409, "You have this rule already"]);
  expect(await db.$count(notificationRules)).toBe(1);
});

test.each([
  [rule("")],
  [rule("genre=Action&tag=")],
  [rule("max_price=cheap")],
  [rule("colour=red")],
  [rule("official=true")],
  [rule("page=2&genre=Action")],
  [rule("store=nowhere")],
  [rule("max_price=1.005")],
  [rule("genre=Action", { value: 5 })],
  [rule("genre=Action", { kind: "drop" })],
  [{ kind: "match", subject: { type: "wishlist" } }],
  [{ kind: "match", subject: { type: "search", query: "genre=Action", name: " " } }],
])("%j is refused", async (body) => expect((await call("POST", "", body)).statusCode).toBe(400));
