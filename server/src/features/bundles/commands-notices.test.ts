import type { BundleFields } from "contract/bundles/schema.ts";
import { beforeEach, expect, test } from "vitest";
import { sql } from "../../platform/db/drizzle.ts";
import { startTestApp } from "../../test/app.ts";
import { addCatalogue } from "../../test/catalogue.ts";
import { createTestDatabase, emptyTables } from "../../test/database.ts";
import { signInUser, type TestUser } from "../../test/users.ts";
import { recordOffers } from "../prices/offers/commands.ts";
import { changeBundle, createBundle } from "./commands.ts";
import { settleBundles } from "./commands-notices.ts";

const database = await createTestDatabase();
const { db, pool } = database;
const app = await startTestApp(database, { env: { ROLE: "web" } });
await db.execute(sql`update stores set enabled = true where key = 'humble'`);
const now = new Date();
const soon = new Date(now.getTime() + 5 * 86_400_000).toISOString();
const titles = ["Sable", "Journey", "Abzu", "Gris"];
let games: number[] = [];
let ada: TestUser;

beforeEach(async () => {
  await emptyTables(pool, ["notification_events", "notification_rules", "bundles", "games"]);
  await db.execute(sql`delete from users`);
  games = await addCatalogue(
    db,
    titles.map((title, n) => ({ title, ...(n < 3 && { offers: { steam: { priceMinor: 1_000 * (n + 1) } } }) })),
  );
  ada = await signInUser(db, "Ada");
});

const tier = { price: { amount: 12, currency: "USD" }, prices: {}, cumulative: true, addon: false, choose: null };
const itemsOf = (ids: readonly number[], change: object = {}) =>
  ids.map((game_id, n) => {
    const facts = { title: titles[n]!, kind: "game" as const, tier: 1, activates_on: [], activates_in: null };
    return { ...facts, game_id, ...change };
  });

async function addBundle(change: Partial<BundleFields> = {}): Promise<number> {
  const fields: BundleFields = {
    store: "humble",
    title: "Desert Bundle",
    address: "https://www.humblebundle.com/games/desert",
    kind: "tiers",
    countries: [],
    begins_at: null,
    ends_at: soon,
    redeem_by: null,
    complete: true,
    games: null,
    tiers: [tier],
    items: itemsOf(games),
    ...change,
  };
  return (await createBundle(db, null, fields, now)).id;
}

/** Puts games on a list of the user's; the first two on the wishlist unless told otherwise. */
async function want(ids = games.slice(0, 2), kind = "wishlist", user = ada): Promise<void> {
  await db.execute(sql`
    with list as (
      insert into game_lists (user_id, kind, name) values (${user.id}, ${kind}, 'Wanted') returning id
    )
    insert into list_items (list_id, game_id, position)
    select list.id, game, row_number() over () from list cross join unnest(${sql.param(ids)}::integer[]) game`);
}

const send = (payload: object, user = ada) =>
  app.inject({ method: "POST", url: "/api/rules", headers: user.headers, payload });
async function ask(value = 2, change: object = {}, user = ada): Promise<number> {
  const response = await send({ kind: "bundle", subject: { type: "bundles" }, value, ...change }, user);
  expect(response.json()).toMatchObject({ rule: { kind: "bundle", subject: { type: "bundles" }, value } });
  return response.json().rule.id;
}
const settle = () => db.transaction((tx) => settleBundles(tx, { now }));

async function events(): Promise<string[]> {
  const { rows } = await db.execute<{ line: string }>(sql`
    select concat_ws(' ', bundle_title, wanted_games, new_minor, separately_minor) as line
    from notification_events order by id`);
  return rows.map(({ line }) => line);
}

test("a bundle with enough wanted games for less fires once, also after it changed", async () => {
  await want();
  const rule = await ask();
  const id = await addBundle();
  for (let time = 0; time < 3; time += 1) await settle();
  expect(await events()).toEqual(["Desert Bundle 2 1200 3000"]);
  await changeBundle(db, null, id, { fields: { title: "Desert Bundle II", tiers: [{ ...tier, price: null }] } }, now);
  await settle();
  await changeBundle(db, null, id, { fields: { tiers: [tier] } }, now);
  await settle();
  expect(await events()).toHaveLength(1);
  const headers = ada.headers;
  const inbox = (await app.inject({ url: "/api/inbox", headers })).json().events;
  const bundle = { id, title: "Desert Bundle", games: 2, separately: 30 };
  expect(inbox).toMatchObject([{ kind: "bundle", store: "Humble Store", price: 12, old_price: null, bundle }]);
  const [stated] = (await app.inject({ url: "/api/rules", headers })).json().rules;
  expect(stated).toMatchObject({ id: rule, last_fired: { title: "Desert Bundle", price: 12, old_price: null } });
});

const cheap = { price: { amount: 1, currency: "EUR" } };
const nothing = () => Promise.resolve();

test.each<[name: string, wish: () => Promise<void>, meanwhile: () => Promise<unknown>, expected: string[]]>([
  ["the wishlist and lists together", () => want([games[0]!]), () => want([games[1]!], "list"), ["2 1200 3000"]],
  ["a game on two lists", () => want([games[1]!]), () => want([games[1]!], "list"), []],
  ["too few games", () => want([games[2]!]), nothing, []],
  ["a game without a price", () => want([games[2]!, games[3]!]), nothing, []],
  ["a dearer bundle", want, () => setTier({ price: { amount: 30, currency: "USD" } }), []],
  ["an unknown price of the bundle", want, () => setTier({ price: null }), []],
  ["another currency", want, () => setTier(cheap), []],
  ["an owned game", want, () => own("owned"), []],
  ["an ignored game", want, () => own("ignored"), []],
  ["a hidden game", want, () => db.execute(sql`update games set hidden = true where id = ${games[0]}`), []],
  ["another country", want, () => db.execute(sql`update bundles set countries = '{DE}'`), []],
  ["keys for other countries", want, () => db.execute(sql`update bundle_items set activates_in = '{!US}'`), []],
  ["a bundle that is over", want, () => db.execute(sql`update bundles set ends_at = ${now}`), []],
  ["a store that is disabled", want, () => db.execute(sql`update bundles set store = 'fanatical'`), []],
  ["wishes of somebody else", async () => want(undefined, "wishlist", await signInUser(db, "Bob")), nothing, []],
  ["lower prices meanwhile", want, () => cheaper(), []],
])("%s (spec/bundles 5)", async (_, wish, meanwhile, expected) => {
  await ask();
  await addBundle();
  await wish();
  await meanwhile();
  await settle();
  expect(await events()).toEqual(expected.map((line) => `Desert Bundle ${line}`));
});

const setTier = (change: object) =>
  db.execute(sql`update bundles set tiers = ${JSON.stringify([{ ...tier, ...toMinor(change) }])}::jsonb`);
const toMinor = ({ price }: { price?: { amount: number; currency: string } | null }) => ({
  price: price ? { ...price, amount: price.amount * 100 } : null,
});
const own = (state: string) =>
  db.execute(sql`
    insert into library_games (user_id, game_id, state, source) values (${ada.id}, ${games[0]}, ${state}, 'hand')`);
const cheaper = () =>
  recordOffers(
    db,
    games.slice(0, 2).map((gameId) => ({ gameId, store: "steam" as const, priceMinor: 500 })),
    { now: new Date() },
  );

test("each member is notified once, whatever their rules; a new rule and a stop are silent", async () => {
  const [bob, eve] = [await signInUser(db, "Bob"), await signInUser(db, "Eve")];
  for (const user of [ada, bob, eve]) await want(games.slice(0, 3), "wishlist", user);
  await ask(2);
  await ask(3);
  await db.execute(sql`
    insert into notification_settings (user_id, time_zone, digest_hour, digest_weekday, stopped_at)
    values (${eve.id}, 'UTC', 8, 1, now())`);
  await ask(2, {}, eve);
  await addBundle();
  await ask(2, {}, bob);
  await settle();
  await db.execute(sql`update notification_settings set stopped_at = null`);
  await settle();
  expect(await events()).toEqual(["Desert Bundle 3 1200 6000"]);
  // the same game at the same price in another bundle is news
  await addBundle({ title: "Sand Bundle" });
  await settle();
  expect((await events()).slice(1)).toEqual(Array(3).fill("Sand Bundle 3 1200 6000"));
});

test.each([
  [{ value: null }, "Enter a number of games from 1 to 100"],
  [{ value: 0 }, "Enter a number of games from 1 to 100"],
  [{ value: 1.5 }, "Enter a number of games from 1 to 100"],
  [{ value: 101 }, "Enter a number of games from 1 to 100"],
  [{ value: 2, scope: "official" }, "A rule about subscriptions or bundles has no stores"],
  [{ value: 2, subject: { type: "wishlist" } }, "Only a rule about bundles has the kind bundle"],
  [{ kind: "drop" }, "Only a rule about bundles has the kind bundle"],
])("a rule with %j is refused", async (change, problem) => {
  const response = await send({ kind: "bundle", subject: { type: "bundles" }, ...change });
  expect([response.statusCode, response.json().error]).toEqual([400, expect.stringContaining(problem)]);
});
