import { readFileSync } from "node:fs";
import { beforeEach, expect, test } from "vitest";
import { sql } from "../../platform/db/drizzle.ts";
import { addCatalogue } from "../../test/catalogue.ts";
import { createTestDatabase, emptyTables } from "../../test/database.ts";
import { repeats } from "../../test/processes/soak.ts";
import { sharedData } from "../../test/shared-data.ts";
import { signInUser } from "../../test/users.ts";
import { addRule } from "../notifications/rules/commands-rules.ts";
import { recordOffers } from "../prices/offers/commands.ts";
import { addMembership, createPlan, createService } from "./commands.ts";
import { settleMemberships } from "./commands-notices.ts";
import { recordReading } from "./commands-record.ts";

const { db, pool } = await createTestDatabase();
const plan = { key: "pc", service: "xbox" };
const at = (day: string) => new Date(`${day}T12:00:00Z`);

beforeEach(async () => {
  const tables = ["subscription_memberships", "plan_coverage", "subscription_readings", "subscription_plans"];
  await emptyTables(pool, [...tables, "subscription_services", "notification_events", "notification_rules", "games"]);
  await createService(db, null, { key: "xbox", name: "Xbox" }, at("2026-01-01"));
  await createPlan(db, null, { key: "pc", name: "PC Game Pass", service: "xbox" }, at("2026-01-01"));
  await db.execute(sql`delete from users`);
});

/** A user with these plans and rules about each game. */
async function addMember(name: string, gameIds: readonly number[], plans = "pc"): Promise<number> {
  const { id } = await signInUser(db, name);
  await db.execute(sql`update users set plans = string_to_array(${plans}::text, ',') where id = ${id}`);
  await db.execute(sql`
    insert into notification_rules (user_id, kind, subject, game_id, country, scope)
    select ${id}, kind, 'game', game, 'US', 'all'
    from unnest(${sql.param([...gameIds])}::integer[]) game cross join (values ('joins'), ('leaves')) kinds (kind)`);
  return id;
}

async function events(): Promise<string[]> {
  const { rows } = await db.execute<{ line: string }>(sql`
    select concat_ws(' ', title, kind, happens_on, median_days) as line
    from notification_events event join games on games.id = game_id order by event.id`);
  return rows.map(({ line }) => line);
}

const list = (titles: readonly string[], day: string, more: object = {}) =>
  recordReading(db, {
    plan,
    source: "gamepass",
    complete: true,
    products: titles.map((title) => ({ what: title, title, productId: title })),
    now: at(day),
    ...more,
  });

test("a join and an end fire once; the first reading, failed ones and other people's plans fire nothing", async () => {
  const ids = await addCatalogue(db, [
    { title: "Hades" },
    { title: "Tunic" },
    { title: "Celeste" },
    { title: "Limbo" },
  ]);
  await addMember("Ada", ids);
  await addMember("Bob", ids, "");
  await list(["Celeste", "Limbo", "Tunic"], "2026-03-01");
  expect(await events()).toEqual([]);
  await list(["Celeste", "Limbo", "Tunic", "Hades"], "2026-03-02");
  await list(["Celeste", "Limbo", "Tunic", "Hades"], "2026-03-03");
  expect(await events()).toEqual(["Hades joins"]);
  for (const titles of [[], ["Hades", "Limbo"]]) {
    expect((await list(titles, "2026-03-04")).state).toBe("held");
  }
  expect(await events()).toEqual(["Hades joins"]);
  await list(["Limbo", "Tunic", "Hades"], "2026-03-05");
  await list(["Limbo", "Tunic", "Hades"], "2026-03-06");
  expect(await events()).toEqual(["Hades joins", "Celeste leaves 2026-03-05"]);
  // it came back
  await list(["Limbo", "Tunic", "Hades", "Celeste"], "2026-04-06");
  expect((await events()).at(-1)).toBe("Celeste joins");
});

test("a game that joins, leaves and comes back on one day has one period, and one event of each kind", async () => {
  const ids = await addCatalogue(db, [{ title: "Hades" }, { title: "Tunic" }, { title: "Celeste" }]);
  await addMember("Ada", ids);
  await list(["Tunic", "Celeste"], "2026-03-01");
  for (const titles of [["Hades"], [], ["Hades"], [], ["Hades"]]) {
    const { state } = await list(["Tunic", "Celeste", ...titles], "2026-03-02", { acceptLoss: true });
    expect(state).toBe("applied");
  }
  const { rows } = await db.execute(sql`
    select since::text as since, until from subscription_memberships where game_id = ${ids[0]}`);
  expect(rows).toEqual([{ since: "2026-03-02", until: null }]);
  expect(await events()).toEqual(["Hades joins", "Hades leaves 2026-03-02"]);
});

test("an announced end that a reading of other games finds changes the lists of games too", async () => {
  await addCatalogue(db, [{ title: "Hades" }, { title: "Tunic" }]);
  await list(["Hades", "Tunic"], "2026-03-01");
  await recordReading(db, {
    plan,
    source: "leaving",
    products: [{ what: "Hades", title: "Hades", leavingOn: "2026-03-15" }],
    now: at("2026-03-02"),
  });
  await list(["Tunic"], "2026-03-20", { source: "other", complete: false });
  const { rows } = await db.execute(sql`select title, plans from games order by title`);
  expect(rows).toEqual([
    { title: "Hades", plans: null },
    { title: "Tunic", plans: "pc" },
  ]);
});

test("an announced end fires once, on neither its day nor later", async () => {
  const ids = await addCatalogue(db, [{ title: "Hades" }, { title: "Tunic" }]);
  await addMember("Ada", ids);
  await list(["Hades", "Tunic"], "2026-03-01");
  const product = { what: "Hades", title: "Hades", leavingOn: "2026-03-15" };
  for (const day of ["2026-03-02", "2026-03-03"]) {
    await recordReading(db, { plan, source: "leaving", products: [product], now: at(day) });
  }
  for (const day of ["2026-03-14", "2026-03-15", "2026-03-16"]) {
    await db.transaction((tx) => settleMemberships(tx, { now: at(day) }));
  }
  await list(["Tunic", "Hades"].slice(0, 1), "2026-03-17", { acceptLoss: true });
  expect(await events()).toEqual(["Hades leaves 2026-03-15"]);
});

test("an announced end comes without another reading, and a list that still has the game takes it back", async () => {
  await addCatalogue(db, [{ title: "Hades" }, { title: "Tunic" }]);
  await list(["Hades", "Tunic"], "2026-03-01");
  const product = { what: "Hades", title: "Hades", leavingOn: "2026-03-15" };
  await recordReading(db, { plan, source: "leaving", products: [product], now: at("2026-03-02") });
  const included = async () => {
    const { rows } = await db.execute<{ title: string }>(sql`
      select title from games where plans is not null order by title`);
    return rows.map(({ title }) => title);
  };
  const settle = (day: string) => db.transaction((tx) => settleMemberships(tx, { now: at(day) }));
  await settle("2026-03-14");
  expect(await included()).toEqual(["Hades", "Tunic"]);
  await settle("2026-03-15");
  expect(await included()).toEqual(["Tunic"]);
  await list(["Hades", "Tunic"], "2026-03-16");
  expect(await included()).toEqual(["Hades", "Tunic"]);
});

test("a probable end fires once within the two months before", async () => {
  const titles = Array.from({ length: 21 }, (_, n) => `Number ${"abcdefghijklmnopqrstu"[n]}`);
  const ids = await addCatalogue(
    db,
    titles.map((title) => ({ title })),
  );
  await addMember("Ada", ids);
  const products = titles.slice(1).map((title) => ({ what: title, title, since: "2024-01-01", until: "2024-12-31" }));
  const last = { what: "a", title: titles[0]!, since: "2025-06-01", until: null };
  await recordReading(db, { plan, source: "file", products: [...products, last], now: at("2025-06-02") });
  for (const day of ["2026-03-01", "2026-04-20", "2026-04-21", "2026-06-30"]) {
    await db.transaction((tx) => settleMemberships(tx, { now: at(day) }));
  }
  expect(await events()).toEqual(["Number a leaves 365"]);
});

test("a rule about prices may leave out games that the member's plans have there, until they leave", async () => {
  await createPlan(db, null, { key: "abroad", name: "Abroad", service: "xbox", countries: ["DE"] }, at("2026-01-01"));
  const fired = [];
  for (const [plans, unlessIncluded] of [
    ["pc", true],
    ["pc", false],
    ["abroad", true],
    ["", true],
  ] as const) {
    const offers = { steam: { priceMinor: 2_000 } };
    const [gameId = 0] = await addCatalogue(
      db,
      [{ title: `Game of ${plans} ${unlessIncluded}`, offers }],
      at("2026-03-01"),
    );
    const userId = await addMember(`${plans}${unlessIncluded}`, [], plans);
    for (const key of ["pc", "abroad"]) await addMembership(db, null, { game_id: gameId, plan: key }, at("2026-03-01"));
    const rule = { kind: "drop", country: "US", value: null, scope: "all", channels: [], unlessIncluded } as const;
    await addRule(db, userId, { ...rule, subject: { type: "game", id: gameId } });
    const offer = (priceMinor: number, day: string) =>
      recordOffers(db, [{ gameId, store: "steam", priceMinor }], { now: at(day) });
    await offer(1_500, "2026-03-03");
    await db.execute(sql`update subscription_memberships set until = '2026-03-05' where game_id = ${gameId}`);
    await offer(1_400, "2026-03-06");
    const { rows } = await db.execute<{ price: number }>(sql`
      select new_minor as price from notification_events where user_id = ${userId} order by id`);
    fired.push([plans, unlessIncluded, ...rows.map(({ price }) => price)]);
  }
  expect(fired).toEqual([
    ["pc", true, 1_400],
    ["pc", false, 1_500, 1_400],
    ["abroad", true, 1_500, 1_400],
    ["", true, 1_500, 1_400],
  ]);
});

test("members and changes: every rule fires exactly once", { timeout: 600_000 }, async () => {
  const [members, changes] = [repeats(20, 10_000), repeats(20, 2_000)];
  const games = Array.from({ length: changes + 10 }, (_, n) => ({ title: `Game ${n} of many`, steamAppid: n + 1 }));
  await addCatalogue(db, games);
  await db.execute(sql`
    insert into users (username, username_key, plans)
    select 'member' || n, 'member' || n, '{pc}' from generate_series(1, ${members}::integer) n`);
  await db.execute(sql`
    insert into notification_rules (user_id, kind, subject, game_id, country, scope)
    select users.id, 'joins', 'game', games.id, 'US', 'all'
    from users join games on games.steam_appid = 1 + users.id % ${changes}::integer`);
  const products = (count: number) =>
    games.slice(games.length - count).map(({ steamAppid }) => ({ what: String(steamAppid), steamAppid }));
  const read = (count: number, day: string) =>
    recordReading(db, { plan, source: "gamepass", products: products(count), now: at(day) });
  await read(10, "2026-03-01");
  await read(10 + changes, "2026-03-02");
  await read(10 + changes, "2026-03-03");
  const { rows } = await db.execute<{ events: number; rules: number }>(sql`
    select count(*)::int as events, count(distinct rule_id)::int as rules from notification_events`);
  expect(rows).toEqual([{ events: members, rules: members }]);
});

const history = sharedData("upstream/subscriptions/gamepass-membership-2017-2026.csv");

test.skipIf(!history)(
  "Game Pass month by month: exact joins and ends, and each rule once",
  { timeout: 300_000 },
  async () => {
    const rows = readFileSync(history!, "utf8")
      .trim()
      .split("\n")
      .slice(1)
      .map((line) => /^\d+,("(?:[^"]|"")*"|[^,]*),[^,]*,(?:[^,]*,){3}([\d-]*),([\d-]*),/.exec(line))
      .flatMap((found) => (found && /^\d{4}/.test(found[2]!) ? [found] : []))
      .map(([, title, since, until]) => ({ title: title!.replaceAll('"', ""), since: since!, until: until || "9999" }))
      .filter(({ since, until }) => until > since && since < "2099")
      .slice(0, repeats(150, 2_000));
    const titles = [...new Set(rows.map(({ title }) => title))];
    const appidOf = new Map(titles.map((title, n) => [title, n + 1]));
    const ids = await addCatalogue(
      db,
      titles.map((title, n) => ({ title, steamAppid: n + 1 })),
    );
    await addMember("Ada", ids);
    const isIn = (day: string) =>
      titles.filter((title) => rows.some((row) => row.title === title && row.since <= day && row.until > day));
    const read = (names: readonly string[], day: string) =>
      recordReading(db, {
        plan,
        source: "gamepass",
        complete: true,
        products: names.map((title) => ({ what: title, steamAppid: appidOf.get(title)!, productId: title })),
        acceptLoss: names.length > 0,
        now: at(day),
      });
    const [joins, ends]: [string[], string[]] = [[], []];
    let before: string[] | null = null;
    for (let month = 0; month < 110; month += 1) {
      const day = new Date(Date.UTC(2017, 5 + month, 28)).toISOString().slice(0, 10);
      const now = isIn(day);
      if (now.length === 0) continue;
      await read(now, day);
      if (month % 7 === 0) expect((await read([], day)).state).toBe("held");
      if (before) {
        joins.push(...now.filter((title) => !before!.includes(title)).map((title) => `${title} ${day}`));
        ends.push(...before.filter((title) => !now.includes(title)).map((title) => `${title} ${day}`));
      }
      before = now;
    }
    const fired = async (kind: string) => {
      const { rows: found } = await db.execute<{ line: string }>(sql`
      select title || ' ' || (at at time zone 'UTC')::date as line from notification_events
      join games on games.id = game_id where kind = ${kind} and median_days is null`);
      return found.map(({ line }) => line).sort();
    };
    expect(joins.length).toBeGreaterThan(20);
    expect(await fired("joins")).toEqual(joins.sort());
    expect(await fired("leaves")).toEqual(ends.sort());
  },
);
