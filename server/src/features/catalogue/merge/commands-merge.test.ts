import { beforeEach, describe, expect, test } from "vitest";
import { eq, sql } from "../../../platform/db/drizzle.ts";
import { addCatalogue } from "../../../test/catalogue.ts";
import { createTestDatabase } from "../../../test/database.ts";
import { createTestFolder } from "../../../test/folder.ts";
import { signInUser } from "../../../test/users.ts";
import { games } from "../../games/table.ts";
import { importCatalogue } from "../../imports/import-catalogue.ts";
import { addItem } from "../../lists/commands-items.ts";
import { setAlert } from "../../notifications/rules/commands-rules.ts";
import {
  notificationDeliveries,
  notificationEvents,
  notificationRules,
  ruleSearches,
} from "../../notifications/table.ts";
import { recordOffers } from "../../prices/offers/commands.ts";
import { gamePrices, offers } from "../../prices/table.ts";
import { addMembership, createPlan, createService, deletePlan, deleteService } from "../../subscriptions/commands.ts";
import { vouchers } from "../../vouchers/table.ts";
import { recordDetails } from "../commands-details.ts";
import { gameFacts, gameMerges, mergedItems } from "../table.ts";
import { mergeGame } from "./commands-merge.ts";
import { pruneOldMerges, unmergeGame } from "./commands-unmerge.ts";

const { db } = await createTestDatabase();
const folder = await createTestFolder();
const day = (number: number) => new Date(Date.parse("2026-03-01T00:00:00Z") + number * 24 * 3_600_000);
let [a, b] = [0, 0];

beforeEach(async () => {
  for (const table of [games, gameMerges]) await db.delete(table);
  [a = 0, b = 0] = await addCatalogue(db, [{ title: "Hades II", steamAppid: 7 }, { title: "Hades 2" }], day(0));
});

const record = (number: number, gameId: number, store: string, priceMinor: number | null) =>
  recordOffers(db, [{ gameId, store, priceMinor }], { now: day(number) });
const merge = () => mergeGame(db, null, { id: a, intoId: b, now: day(20) });

async function historyOf(gameId: number) {
  const { rows } = await db.execute<{ day: number; price: number | null }>(sql`
    select (extract(epoch from recorded_at - ${day(0)}::timestamptz) / 86400)::integer as day, price_minor as price
    from price_history where game_id = ${gameId} order by recorded_at`);
  return rows.map(({ day, price }) => [day, price]);
}

describe("merged prices of a store", () => {
  test("change once when both games change at about the same time", async () => {
    await record(1, a, "steam", 1000);
    await record(2, b, "steam", 1000);
    await record(4, a, "steam", 800);
    await record(5, b, "steam", 800);
    await merge();
    expect(await historyOf(b)).toEqual([
      [1, 1000],
      [4, 800],
    ]);
  });

  test("of two products are the lower ones, then those of the product seen last", async () => {
    await record(1, a, "steam", 800);
    await record(2, b, "steam", 1200);
    await recordOffers(db, [{ gameId: a, store: "steam" }], { now: day(6), markSeen: true });
    await record(9, b, "steam", 1100);
    await merge();
    expect(await historyOf(b)).toEqual([
      [1, 800],
      [6, 1200],
      [9, 1100],
    ]);
    expect(await db.select({ price: offers.priceMinor }).from(offers)).toEqual([{ price: 1100 }]);
  });

  test("have a low, but do not count as a price drop", async () => {
    await record(1, a, "gog", 500);
    await record(2, a, "gog", 900);
    await record(3, b, "steam", 1200);
    await merge();
    const [prices] = await db.select().from(gamePrices);
    expect(prices).toMatchObject({ gameId: b, bestMinor: 900, bestStore: "gog", lowMinor: 500, lowStore: "gog" });
    expect(prices).toMatchObject({ bestChangedAt: null, previousBestMinor: null, historySince: day(1) });
  });
});

describe("alerts", () => {
  test("take over the new price without a mail, and fire below it", async () => {
    const [ada, ben] = [await signInUser(db, "Ada"), await signInUser(db, "Ben")];
    await record(1, a, "gog", 700);
    await record(1, b, "steam", 1200);
    await setAlert(db, { userId: ada.id, gameId: b, targetMinor: null }, 9);
    await setAlert(db, { userId: ben.id, gameId: b, targetMinor: 800 }, 9);
    await setAlert(db, { userId: ben.id, gameId: a, targetMinor: 100 }, 9);
    await merge();
    await record(21, b, "steam", 1100);
    expect(await db.$count(notificationEvents)).toBe(0);
    expect(await db.$count(notificationRules)).toBe(2);
    await record(22, b, "gog", 600);
    const { oldMinor, newMinor } = notificationEvents;
    const fired = await db.select({ old: oldMinor, now: newMinor }).from(notificationEvents);
    expect(fired).toEqual([{ old: 700, now: 600 }]);
    await unmergeGame(db, null, a, day(23));
    const alerts = await db.select().from(notificationRules).orderBy(notificationRules.value);
    expect(alerts).toMatchObject([
      { gameId: a, value: 100 },
      { gameId: b, value: 800 },
      { gameId: b, value: null },
    ]);
    expect(await db.$count(notificationEvents)).toBe(1);
    await record(24, b, "steam", 750);
    expect(await db.$count(notificationEvents)).toBe(3);
    await db.execute(sql`delete from users`);
  });

  test("that have fired are still mailed", async () => {
    const cem = await signInUser(db, "Cem");
    await record(1, a, "gog", 700);
    await record(1, b, "gog", 700);
    await setAlert(db, { userId: cem.id, gameId: a, targetMinor: 500 }, 9);
    await setAlert(db, { userId: cem.id, gameId: b, targetMinor: 300 }, 9);
    await record(2, a, "gog", 400);
    await merge();
    expect(await db.$count(notificationDeliveries, eq(notificationDeliveries.state, "waiting"))).toBe(1);
    await db.execute(sql`delete from users`);
  });
});

describe("sources", () => {
  const details = { productId: "7", title: "Hades II", steamAppid: 7, type: "game" } as const;

  test("do not add a merged game again, and update it after an undo", async () => {
    await db.execute(sql`update games set steam_appid = 8 where id = ${b}`);
    await db.transaction((tx) => recordDetails(tx, "steam", [details], day(10)));
    await merge();
    await db.execute(sql`delete from game_facts`);
    const read = () => db.transaction((tx) => recordDetails(tx, "steam", [details], day(21)));
    expect(await read()).toEqual({ added: 0, changed: 0, unmatched: 1 });
    await unmergeGame(db, null, a, day(22));
    expect(await read()).toMatchObject({ added: 0, unmatched: 0 });
    const [facts] = await db.select({ gameId: gameFacts.gameId }).from(gameFacts);
    expect(facts).toEqual({ gameId: a });
  });

  test("include catalogue files, which report rejected rows", async () => {
    await db.execute(sql`update games set steam_appid = 8 where id = ${b}`);
    await merge();
    const rows = [{ title: "Renamed", steam_appid: 7 }, { title: "Hades II" }, { title: "Hades 2", steam_appid: 8 }];
    const file = await folder.write("games.jsonl", rows.map((row) => JSON.stringify(row)).join("\n"));
    const problems: string[] = [];
    const onProblem = ({ line, message }: { line: number; message: string }) => problems.push(`${line} ${message}`);
    const result = await importCatalogue(db, file, { now: day(21), onProblem });
    expect(result).toMatchObject({ added: 0, refused: 2 });
    const reason = "is about a game that was merged into another one";
    expect(problems).toEqual([`1 ${reason}`, `2 ${reason}`]);
    expect(await db.select({ title: games.title, appid: games.steamAppid }).from(games)).toEqual([
      { title: "Hades 2", appid: 8 },
    ]);
  });

  test("update the other game when it took over the appid", async () => {
    await merge();
    const changed = { ...details, genre: "Roguelike" };
    await db.transaction((tx) => recordDetails(tx, "steam", [changed], day(21)));
    expect(await db.select({ id: games.id, appid: games.steamAppid }).from(games)).toEqual([{ id: b, appid: 7 }]);
  });
});

describe("data stored for an undo", () => {
  test("is deleted after 30 days, and with the account", async () => {
    const [dora, eve] = [await signInUser(db, "Dora"), await signInUser(db, "Eve")];
    for (const { id: userId } of [dora, eve]) {
      await addItem(db, { userId, listId: "wishlist" }, { gameId: a });
    }
    await merge();
    await db.execute(sql`delete from users where id = ${eve.id}`);
    expect(await db.select({ userId: mergedItems.userId }).from(mergedItems)).toEqual([{ userId: dora.id }]);
    expect(await pruneOldMerges(db, day(50))).toBe(0);
    expect(await pruneOldMerges(db, day(51))).toBe(1);
    expect(await db.$count(mergedItems)).toBe(0);
    expect(await db.select({ snapshot: gameMerges.snapshot }).from(gameMerges)).toEqual([{ snapshot: null }]);
    await expect(unmergeGame(db, null, a, day(49))).rejects.toMatchObject({ code: "conflict" });
  });
});

describe("periods in subscription plans", () => {
  const included = async (gameId: number) => {
    const { rows } = await db.execute<{ line: string }>(sql`
      select concat_ws(' ', plan, since, until) as line from subscription_memberships
      where game_id = ${gameId} order by plan, since`);
    const [game] = await db.select({ plans: games.plans }).from(games).where(eq(games.id, gameId));
    return [game?.plans, ...rows.map(({ line }) => line)];
  };

  test("move, except those that the other game has too, and all come back with an undo", async () => {
    await createService(db, null, { key: "xbox", name: "Xbox" }, day(0));
    for (const key of ["pc", "core"]) await createPlan(db, null, { key, name: key, service: "xbox" }, day(0));
    const join = (game_id: number, plan: string, since: string, until: string | null = null) =>
      addMembership(db, null, { game_id, plan, since, until }, day(1));
    await join(a, "pc", "2025-01-01");
    await join(a, "core", "2025-01-01");
    await join(a, "core", "2024-01-01", "2024-06-01");
    await join(b, "pc", "2025-06-01");
    await join(a, "pc", "2023-01-01", "2023-02-01");
    await join(b, "pc", "2023-01-01", "2023-01-01");
    const before = [await included(a), await included(b)];
    await merge();
    expect(await included(b)).toEqual([
      "core pc",
      "core 2024-01-01 2024-06-01",
      "core 2025-01-01",
      "pc 2023-01-01 2023-01-01",
      "pc 2025-06-01",
    ]);
    await unmergeGame(db, null, a, day(21));
    expect([await included(a), await included(b)]).toEqual(before);
    await merge();
    await deletePlan(db, null, "pc", day(21));
    await unmergeGame(db, null, a, day(21));
    expect(await included(a)).toEqual(["core", "core 2024-01-01 2024-06-01", "core 2025-01-01"]);
    await deletePlan(db, null, "core", day(21));
    await deleteService(db, null, "xbox");
  });
});

test("merges handle every reference to games", async () => {
  const { rows } = await db.execute<{ name: string }>(sql`
    select conrelid::regclass || '.' || attname as name
    from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where confrelid = 'games'::regclass and contype = 'f' and conparentid = 0
    order by 1`);
  expect(rows.map(({ name }) => name)).toEqual([
    "bundle_items.game_id",
    "game_clicks.game_id",
    "game_facts.game_id",
    "game_prices.game_id",
    "game_titles.game_id",
    "game_versions.game_id",
    "games.parent_id",
    "gift_marks.game_id",
    "library_games.game_id",
    "list_items.game_id",
    "match_reviews.game_id",
    "match_reviews.proposed_game_id",
    "notification_events.game_id",
    "notification_rules.game_id",
    "offers.game_id",
    "price_history.game_id",
    "price_overrides.game_id",
    "price_reports.game_id",
    "rule_states.game_id",
    "sale_forecasts.game_id",
    "subscription_memberships.game_id",
    "voided_records.game_id",
  ]);
});

test("merges handle every list of games", async () => {
  const { rows } = await db.execute<{ name: string }>(sql`
    select attrelid::regclass || '.' || attname as name
    from pg_attribute join pg_class on pg_class.oid = attrelid
    where atttypid = 'integer[]'::regtype and relkind = 'r' and relnamespace = 'public'::regnamespace
      and not attisdropped
      and attrelid <> 'game_prices'::regclass
    order by 1`);
  expect(rows.map(({ name }) => name)).toEqual([
    "match_reviews.candidates",
    "rule_searches.game_ids",
    "vouchers.excluded_game_ids",
    "vouchers.game_ids",
  ]);
});

test("what a saved search has found follows a game into another one and back, and is no news", async () => {
  const { id: userId } = await signInUser(db, "Finn");
  const rule = { country: "US", kind: "match", subject: "search", scope: "all" } as const;
  const rules = await db
    .insert(notificationRules)
    .values(["a", "b"].map((search) => ({ ...rule, userId, search, searchName: search })))
    .returning({ id: notificationRules.id });
  const found = [[a], [b, a]];
  await db
    .insert(ruleSearches)
    .values(rules.map(({ id }, n) => ({ ruleId: id, gameIds: found[n]!, basis: "", checkedAt: day(0) })));
  const foundNow = async () =>
    (await db.select().from(ruleSearches).orderBy(ruleSearches.ruleId)).map((row) => row.gameIds);
  await merge();
  expect(await foundNow()).toEqual([[b], [b]]);
  await unmergeGame(db, null, a, day(21));
  expect(await foundNow()).toEqual([
    [b, a],
    [b, a],
  ]);
  await db.execute(sql`delete from users`);
});

test("lists of vouchers follow a game into another one and back", async () => {
  const [other = 0] = await addCatalogue(db, [{ title: "Other" }], day(0));
  const lists = [
    { code: "ONE", gameIds: [a, other], excludedGameIds: [] },
    { code: "BOTH", gameIds: [a, b], excludedGameIds: [] },
    { code: "EXCLUDED", gameIds: [], excludedGameIds: [a] },
  ];
  await db.insert(vouchers).values(lists.map((list) => ({ store: "gog", percent: 10, updatedAt: day(0), ...list })));
  const listsNow = async () => {
    const rows = await db.select().from(vouchers).orderBy(vouchers.id);
    return rows.map(({ gameIds, excludedGameIds }) => [gameIds.toSorted(), excludedGameIds]);
  };
  const before = await listsNow();
  await merge();
  const united = [
    [[b, other].toSorted(), []],
    [[b], []],
    [[], [b]],
  ];
  expect(await listsNow()).toEqual(united);
  // changed meanwhile: that stays
  await db
    .update(vouchers)
    .set({ excludedGameIds: [other] })
    .where(eq(vouchers.code, "EXCLUDED"));
  await unmergeGame(db, null, a, day(21));
  expect(await listsNow()).toEqual([before[0], before[1], [[], [other]]]);
  await db.delete(vouchers);
});

describe("concurrently", () => {
  test("recorded prices go to the other game, or nowhere", async () => {
    for (let round = 0; round < 5; round += 1) {
      const [from = 0, into = 0] = await addCatalogue(db, [{ title: "From" }, { title: "Into" }], day(0));
      await record(1, from, "gog", 900);
      await Promise.all([
        mergeGame(db, null, { id: from, intoId: into, now: day(20 + round) }),
        ...Array.from({ length: 6 }, (_, n) => record(2 + n, n % 2 ? from : into, n < 3 ? "gog" : "steam", 800 - n)),
      ]);
      expect(await db.$count(games, eq(games.id, from))).toBe(0);
      const { rows } = await db.execute(sql`
        select from offers where game_id = ${into} and price_minor is distinct from (
          select price_minor from price_history
          where (game_id, country, store) = (offers.game_id, offers.country, offers.store)
          order by recorded_at desc limit 1)`);
      expect(rows).toEqual([]);
    }
  });

  test("only one of two merges of a game succeeds, and one of two undos", async () => {
    const [other = 0] = await addCatalogue(db, [{ title: "Other" }], day(0));
    const both = await Promise.allSettled([merge(), mergeGame(db, null, { id: a, intoId: other, now: day(20) })]);
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(both.find(({ status }) => status === "rejected")).toMatchObject({ reason: { code: "conflict" } });
    const undos = await Promise.allSettled([unmergeGame(db, null, a, day(21)), unmergeGame(db, null, a, day(21))]);
    expect(undos.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await db.$count(games)).toBe(3);
  });

  test("a merge into a game that is being merged itself is refused", async () => {
    const crossed = await Promise.allSettled([merge(), mergeGame(db, null, { id: b, intoId: a, now: day(20) })]);
    expect(crossed.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await db.$count(games)).toBe(1);
  });

  test("a merge fails during a long transaction that changes one of the games", async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const { promise: changed, resolve: begin } = Promise.withResolvers<void>();
    const changing = db.transaction(async (tx) => {
      await tx.execute(sql`update games set genre = 'RPG' where id = ${a}`);
      begin();
      await released;
    });
    await changed;
    await expect(merge()).rejects.toMatchObject({ code: "conflict", message: expect.stringContaining("Try again") });
    release();
    await changing;
    await merge();
  });
});
