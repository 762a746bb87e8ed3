import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { beforeEach, describe, expect, test } from "vitest";
import { asc, sql } from "../../platform/db/drizzle.ts";
import { createHosts } from "../../platform/outgoing/hosts.ts";
import { parseEnv } from "../../platform/process/env.ts";
import { addCatalogue } from "../../test/catalogue.ts";
import { createTestDatabase, emptyTables } from "../../test/database.ts";
import { startUpstream } from "../../test/servers/upstream-server.ts";
import { sharedData } from "../../test/shared-data.ts";
import { createClient } from "../prices/sources/client.ts";
import { createPlan, createService } from "./commands.ts";
import { pollSubscriptions } from "./commands-poll.ts";
import { subscriptionReadings } from "./table.ts";

const { db, pool } = await createTestDatabase();
const upstream = await startUpstream();
const firstDay = Date.parse("2026-08-22T12:00:00Z");
const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const titleOf = (n: number) => `Game number ${letters[n]}`;
const idOf = (n: number) => `9N${String(n).padStart(10, "0")}`;

beforeEach(async () => {
  const tables = ["subscription_memberships", "plan_coverage", "subscription_readings", "subscription_plans"];
  await emptyTables(pool, [...tables, "subscription_services", "match_reviews", "games"]);
  await createService(db, null, { key: "some", name: "Some" }, new Date(firstDay));
  await createPlan(db, null, { key: "pc", name: "PC Game Pass", service: "some" }, new Date(firstDay));
  await createPlan(db, null, { key: "extra", name: "Extra", service: "some" }, new Date(firstDay));
  await addCatalogue(
    db,
    Array.from(letters, (_, n) => ({ title: titleOf(n) })),
  );
});

/** Bodies by the beginning of the path, or of the product ids; a number is a status. */
type Bodies = Record<string, unknown>;

/** Polls on a day, counted from the first; returns what was logged. */
async function poll(bodies: Bodies, { day = 0, sources = "pc=gamepass:all-pc" } = {}): Promise<string[]> {
  upstream.respondWith(({ url = "" }, response) => {
    const name = Object.keys(bodies).find((part) => url.includes(part));
    const body = name === undefined ? 404 : bodies[name];
    if (typeof body === "number") response.writeHead(body).end();
    else response.end(typeof body === "string" ? body : JSON.stringify(body));
  });
  const { origin } = upstream;
  const logged: string[] = [];
  const clock = { now: Date.now, sleep: async () => {}, random: () => 0 };
  const hosts = createHosts(Date.now, () => {});
  await pollSubscriptions({
    db,
    env: parseEnv({
      SUBSCRIPTION_SOURCES: sources,
      GAME_PASS_URL: origin,
      MICROSOFT_CATALOG_URL: origin,
      PLAYSTATION_URL: origin,
    }),
    client: createClient({ publicUrl: "https://games.example", paceMs: 0, clock, hosts }),
    log: { warn: (text: unknown) => void logged.push(String(text)) },
    signal: new AbortController().signal,
    clock: () => new Date(firstDay + day * 86_400_000),
  });
  return logged;
}

const sigls = (numbers: readonly number[]) => [
  { siglId: "all-pc", title: "All" },
  ...numbers.map((n) => ({ id: idOf(n) })),
];
const catalogue = (numbers: readonly number[], title: (n: number) => string = titleOf) => ({
  Products: numbers.map((n) => ({ ProductId: idOf(n), LocalizedProperties: [{ ProductTitle: title(n) }] })),
});
const gamePass = (numbers: readonly number[]): Bodies => ({
  "/sigls/": sigls(numbers),
  "/products": catalogue(numbers),
});
const upTo = (count: number) => Array.from({ length: count }, (_, n) => n);

/** The games that a plan has, and those that it had. */
async function countGames(): Promise<{ current: number; left: number }> {
  const { rows } = await db.execute<{ current: number; left: number }>(sql`
    select count(*) filter (where until is null)::int as current, count(until)::int as "left"
    from subscription_memberships`);
  return rows[0]!;
}

const readings = async () =>
  (await db.select().from(subscriptionReadings).orderBy(asc(subscriptionReadings.id))).map(
    ({ plan, source, state, seen, joined, left, waiting }) =>
      `${plan} ${source} ${state}: ${seen} seen, ${joined} joined, ${left} left, ${waiting} waiting`,
  );

describe("a list of Game Pass (spec/subscriptions 3)", () => {
  test("of 21 products takes two calls for titles, and is read once a day", async () => {
    expect(await poll(gamePass(upTo(21)))).toEqual([]);
    expect(upstream.calls.map(({ url }) => url)).toEqual([
      "/sigls/v2?id=all-pc&language=en-us&market=US",
      `/v7.0/products?bigIds=${upTo(20).map(idOf).join(",")}&market=US&languages=en-us`,
      `/v7.0/products?bigIds=${idOf(20)}&market=US&languages=en-us`,
    ]);
    expect(await countGames()).toEqual({ current: 21, left: 0 });
    await poll(gamePass(upTo(3)), { day: 0.9 });
    expect(upstream.calls).toEqual([]);
    await poll(gamePass(upTo(20)), { day: 1 });
    expect(await countGames()).toEqual({ current: 20, left: 1 });
    expect(await readings()).toEqual([
      "pc gamepass:all-pc applied: 21 seen, 21 joined, 0 left, 0 waiting",
      "pc gamepass:all-pc applied: 20 seen, 0 joined, 1 left, 0 waiting",
    ]);
  });

  test("of another country is asked for that", async () => {
    await poll(gamePass(upTo(1)), { sources: "pc=gamepass:all-pc:GB" });
    expect(upstream.calls.map(({ url }) => url)).toEqual([
      "/sigls/v2?id=all-pc&language=en-us&market=GB",
      `/v7.0/products?bigIds=${idOf(0)}&market=GB&languages=en-us`,
    ]);
  });

  const japanese = (n: number) => `『ゲーム ${titleOf(n)}』`;
  test.each<[string, bodies: Bodies, state: "failed" | "held", problem: string]>([
    ["that does not respond", { "/sigls/": 503 }, "failed", "/sigls/v2 responded with 503"],
    ["that is unknown", { "/sigls/": 404 }, "failed", "/sigls/v2 responded with 404"],
    [
      "that breaks off at the second call",
      { "/sigls/": sigls(upTo(21)), [`bigIds=${idOf(20)}`]: 500, "/products": catalogue(upTo(20)) },
      "failed",
      "/v7.0/products responded with 500",
    ],
    ["that is no JSON", { "/sigls/": '[{"siglId":"all-pc"},{"id":' }, "failed", "did not respond with JSON"],
    ["that is a page", { "/sigls/": "<!doctype html>" }, "failed", "did not respond with JSON"],
    ["of an unknown format", { "/sigls/": { error: "busy" } }, "failed", "The list of Game Pass has an unknown format"],
    [
      "with an entry without an id",
      { "/sigls/": [...sigls([1]), {}] },
      "failed",
      "The list of Game Pass has an unknown format: 2",
    ],
    [
      "whose titles have an unknown format",
      { "/sigls/": sigls([1]), "/products": {} },
      "failed",
      "Microsoft's catalogue has",
    ],
    ["without a title", { "/sigls/": sigls([1]), "/products": { Products: [] } }, "failed", "The list has no English"],
    [
      "in Japanese",
      { "/sigls/": sigls(upTo(10)), "/products": catalogue(upTo(10), japanese) },
      "failed",
      "The list has no English title",
    ],
    ["that is empty", { "/sigls/": [] }, "held", "The list is empty"],
    ["with its description alone", gamePass([]), "held", "The list is empty"],
    ["that has lost over 30%", gamePass(upTo(6)), "held", "The list has 6 games, 40% fewer than the 10"],
  ])("%s changes nothing: nobody has left", async (_, bodies, state, problem) => {
    await poll(gamePass(upTo(10)));
    const [logged, ...more] = await poll(bodies, { day: 1 });
    expect([logged, more]).toEqual([expect.stringContaining(problem), []]);
    expect(await countGames()).toEqual({ current: 10, left: 0 });
    expect((await readings())[1]).toContain(` ${state}: `);
    // the next day it is there again
    expect(await poll(gamePass(upTo(9)), { day: 2 })).toEqual([]);
    expect(await countGames()).toEqual({ current: 9, left: 1 });
  });

  test("some of whose titles are missing or Japanese has these games still, and matches none by them", async () => {
    await poll(gamePass(upTo(10)));
    const mixed = (n: number) => (n === 2 || n === 11 ? japanese(n) : titleOf(n));
    const numbers = upTo(12).filter((n) => n !== 3);
    await poll({ "/sigls/": sigls(upTo(12)), "/products": catalogue(numbers, mixed) }, { day: 1 });
    expect(await countGames()).toEqual({ current: 11, left: 0 });
    expect((await readings())[1]).toContain("12 seen, 1 joined, 0 left, 3 waiting");
  });
});

describe("a list of PlayStation Plus (spec/subscriptions 3)", () => {
  const sources = "extra=psplus:en-us";
  const game = (n: number) => ({ conceptId: n, name: `${titleOf(n)} adı`, nameEn: `${titleOf(n)} PS4™ & PS5™` });
  const list = (numbers: readonly number[]) => ({
    "/gameslist": [
      { catalogKey: "A", games: numbers.slice(0, 4).map(game) },
      { catalogKey: "B", games: numbers.slice(4).map(game) },
    ],
  });

  test("is one call; its games join, leave, and stay when it is broken", async () => {
    await poll(list(upTo(10)), { sources });
    expect(upstream.calls.map(({ url }) => url)).toEqual([
      "/bin/imagic/gameslist?locale=en-us&categoryList=plus-games-list",
    ]);
    expect(await countGames()).toEqual({ current: 10, left: 0 });
    const broken = [[], [{ catalogKey: "A" }], [{ games: [{ nameEn: "A" }] }], "[{", 500, list(upTo(6))["/gameslist"]];
    for (const [n, body] of broken.entries()) {
      expect(await poll({ "/gameslist": body }, { sources, day: n + 1 })).toHaveLength(1);
      expect(await countGames()).toEqual({ current: 10, left: 0 });
    }
    await poll(list([...upTo(9), 12]), { sources, day: 10 });
    expect(await countGames()).toEqual({ current: 10, left: 1 });
  });

  const stored = sharedData("upstream/subscriptions/psplus-extra-gameslist-tr.json.gz");
  test.skipIf(!stored)("as it was stored has its English titles", async () => {
    await addCatalogue(db, [{ title: "A Little to the Left" }, { title: "Bloodborne" }, { title: "Anno 1800" }]);
    const body = gunzipSync(readFileSync(stored!)).toString();
    expect(await poll({ "/gameslist": body }, { sources: "extra=psplus:tr-tr" })).toEqual([]);
    expect(await countGames()).toEqual({ current: 2, left: 0 });
  });
});

const folder = sharedData("upstream/subscriptions/gamepass-sigls-jp.json")?.replace("sigls-jp.json", "");

test.skipIf(!folder)(
  "stored bodies of Game Pass are matched by the English titles, and not by the Japanese",
  async () => {
    await addCatalogue(db, [{ title: "1000xRESIST" }, { title: "Star Wars Outlaws" }]);
    const read = (name: string) => readFileSync(folder + name, "utf8");
    const bodies = (language: string) => ({
      "/sigls/": read("sigls-jp.json"),
      "/products": read(`displaycatalog-${language}.json`),
    });
    await poll(bodies("en"));
    expect(await countGames()).toEqual({ current: 2, left: 0 });
    await poll(bodies("ja"), { day: 1 });
    expect(await countGames()).toEqual({ current: 2, left: 0 });
  },
);

test("a plan that is not there, or whose list fails, keeps no other list from being read", async () => {
  const sources = "gone=gamepass:all-pc,extra=psplus:en-us,pc=gamepass:all-pc";
  expect(await poll({ ...gamePass(upTo(2)), "/gameslist": 404 }, { sources })).toEqual([
    "SUBSCRIPTION_SOURCES names an unknown plan: gone",
    expect.stringContaining("failed to read the games of the list psplus:en-us for the plan extra"),
  ]);
  expect(await readings()).toEqual([
    "extra psplus:en-us failed: 0 seen, 0 joined, 0 left, 0 waiting",
    "pc gamepass:all-pc applied: 2 seen, 2 joined, 0 left, 0 waiting",
  ]);
});
