import { beforeEach, describe, expect, test } from "vitest";
import { asc, eq } from "../../../platform/db/drizzle.ts";
import { addCatalogue } from "../../../test/catalogue.ts";
import { createTestDatabase, emptyTables } from "../../../test/database.ts";
import { signInUser } from "../../../test/users.ts";
import { setAlert } from "../../notifications/rules/commands-rules.ts";
import { notificationEvents, ruleStates } from "../../notifications/table.ts";
import { recordLearned } from "../history/commands-history.ts";
import { matchOffers } from "../matching/find.ts";
import { lockPrices, type OfferObservation, recordOffers } from "../offers/commands.ts";
import { endGiveaways } from "../offers/commands-giveaways.ts";
import { gamePrices, offers, priceHistory, priceOverrides, voidedRecords } from "../table.ts";
import { relinkOffers, unlinkOffers } from "./commands-links.ts";
import { endOverrides, removeOverride, setOverride } from "./commands-overrides.ts";
import { unvoidRecord, voidRecord } from "./commands-records.ts";
import { listPriceChanges } from "./queries-offers.ts";

const { db, pool } = await createTestDatabase();
const hour = 3_600_000;
const start = Date.parse("2026-03-01T12:00:00Z");
const at = (hours: number) => new Date(start + hours * hour);
let game = 0;

beforeEach(async () => {
  await emptyTables(pool, ["games", "match_reviews"]);
  [game = 0] = await addCatalogue(db, [{ title: "Sable" }]);
});

const read = (hours: number, offer: Partial<OfferObservation> & { priceMinor: number | null }) =>
  recordOffers(db, [{ gameId: game, store: "gog", productId: "sable", ...offer }], { now: at(hours), markSeen: true });
const idAt = (hours: number) => ({ gameId: game, store: "gog", country: "US", at: at(hours) });
const voidAt = (hours: number, now: number) => voidRecord(db, null, idAt(hours), "Wrong", at(now));
const history = async () =>
  (await db.select({ price: priceHistory.priceMinor }).from(priceHistory).orderBy(asc(priceHistory.recordedAt))).map(
    ({ price }) => price,
  );
const offer = async () => (await db.select().from(offers).where(eq(offers.gameId, game)))[0]!;
const listed = async () => (await db.select().from(gamePrices).where(eq(gamePrices.gameId, game)))[0]!;

describe("a voided price that the store still reports", () => {
  beforeEach(async () => {
    await read(0, { priceMinor: 2000 });
    await read(10, { priceMinor: 200 });
    await voidAt(10, 11);
  });

  test("is replaced by the price before and not recorded again", async () => {
    expect(await offer()).toMatchObject({ priceMinor: 2000 });
    expect(await listed()).toMatchObject({ bestMinor: 2000, lowMinor: 2000, previousBestMinor: null });
    await read(12, { priceMinor: 200 });
    await read(18, { priceMinor: 200 });
    expect(await history()).toEqual([2000]);
    expect(await offer()).toMatchObject({ priceMinor: 2000, lastSeenAt: at(18) });
  });

  test("is recorded again once the store has reported another price in between", async () => {
    await read(12, { priceMinor: 2000 });
    await read(18, { priceMinor: 200 });
    expect(await history()).toEqual([2000, 200]);
    expect(await listed()).toMatchObject({ bestMinor: 200, lowMinor: 200, lowAt: at(18) });
    await unvoidRecord(db, null, idAt(10), at(19));
    expect(await history()).toEqual([2000, 200, 2000, 200]);
    expect(await listed()).toMatchObject({ lowAt: at(18), lowSince: at(10) });
  });

  test("does not block other prices or other games", async () => {
    await read(12, { priceMinor: 1500 });
    expect(await history()).toEqual([2000, 1500]);
    const [other] = await addCatalogue(db, [{ title: "Other" }]);
    await recordOffers(db, [{ gameId: other!, store: "gog", priceMinor: 200 }], { now: at(13) });
    expect(await history()).toEqual([2000, 1500, 200]);
  });

  test("is in force again when it is restored", async () => {
    await read(12, { priceMinor: 200 });
    await unvoidRecord(db, null, idAt(10), at(13));
    expect(await offer()).toMatchObject({ priceMinor: 200 });
    expect(await listed()).toMatchObject({ bestMinor: 200, lowMinor: 200, previousBestMinor: 2000 });
    await read(14, { priceMinor: 200 });
    expect(await history()).toEqual([2000, 200]);
  });

  test("is not added again by an imported history", async () => {
    const points = [
      { at: at(10), priceMinor: 200, regularMinor: null },
      { at: at(10.5), priceMinor: 200, regularMinor: null },
      { at: at(-10), priceMinor: 2500, regularMinor: null },
    ];
    const learned = { gameId: game, country: "US", store: "gog", currency: "USD", points };
    await db.transaction(async (tx) => {
      await lockPrices(tx);
      expect(await recordLearned(tx, [learned], { now: at(13) })).toBe(1);
    });
    expect(await history()).toEqual([2500, 2000]);
    expect(await db.$count(voidedRecords)).toBe(1);
    expect(await listed()).toMatchObject({ lowMinor: 2000, highestBestMinor: 2500 });
  });
});

test("a voided giveaway ends, and is not recorded again", async () => {
  const endsAt = at(48);
  await read(0, { priceMinor: 2000, link: "https://gog.example/sable" });
  await read(10, { priceMinor: 0, endsAt, link: "https://gog.example/free" });
  await voidAt(10, 11);
  expect(await offer()).toMatchObject({ priceMinor: 2000, endsAt: null, link: "https://gog.example/sable" });
  await read(12, { priceMinor: 2000 });
  await read(13, { priceMinor: 0, endsAt });
  expect(await history()).toEqual([2000]);

  await unvoidRecord(db, null, idAt(10), at(14));
  expect(await offer()).toMatchObject({ priceMinor: 0, endsAt, afterMinor: 2000 });
  await endGiveaways(db, at(49));
  expect(await offer()).toMatchObject({ priceMinor: 2000, wasFreeUntil: endsAt });
  expect(await history()).toEqual([2000, 0, 2000]);
  await voidAt(10, 50);
  expect(await offer()).toMatchObject({ priceMinor: 2000, wasFreeUntil: null });
});

test("alerts do not fire because of a correction, but do later", async () => {
  const user = await signInUser(db, "Ada");
  await read(0, { priceMinor: 2000 });
  await setAlert(db, { userId: user.id, gameId: game, targetMinor: 1000 }, 10);
  await read(10, { priceMinor: 500 });
  expect(await db.$count(notificationEvents)).toBe(1);
  await voidAt(10, 11);
  expect((await db.select().from(ruleStates))[0]).toMatchObject({ armed: true, lastMinor: 2000 });
  await unvoidRecord(db, null, idAt(10), at(12));
  expect(await db.$count(notificationEvents)).toBe(1);
  await voidAt(10, 13);
  await read(14, { priceMinor: 900 });
  expect(await db.$count(notificationEvents)).toBe(2);
});

describe("a price set by hand", () => {
  const override = { price: 5, regular: null, reason: "The store's sale" };
  const id = () => ({ gameId: game, store: "gog", country: "US" });
  const set = (now: number, until: number) => setOverride(db, null, id(), { ...override, until: at(until) }, at(now));

  beforeEach(() => read(0, { priceMinor: 2000, regularMinor: 2500 }));

  test("is not changed by readings, and is replaced by the latest one when it ends", async () => {
    await set(1, 24);
    expect(await listed()).toMatchObject({ bestMinor: 500, lowMinor: 500, previousBestMinor: 2000 });
    await read(2, { priceMinor: 1800, regularMinor: 2500, inStock: false });
    await read(3, { priceMinor: 1500, regularMinor: 2400 });
    expect(await offer()).toMatchObject({ priceMinor: 500, regularMinor: null, inStock: false, lastSeenAt: at(3) });
    expect(await endOverrides(db, at(23))).toBe(0);
    // expired, but the job has not run yet: readings are still held back
    await read(25, { priceMinor: 1600, regularMinor: 2400 });
    expect(await endOverrides(db, at(26))).toBe(1);
    expect(await endOverrides(db, at(26))).toBe(0);
    expect(await offer()).toMatchObject({ priceMinor: 1600, regularMinor: 2400 });
    expect(await history()).toEqual([2000, 500, 1600]);
  });

  test("is replaced without losing the store's price", async () => {
    await set(1, 24);
    await read(2, { priceMinor: 1800 });
    await setOverride(db, null, id(), { ...override, price: 7, until: at(48) }, at(3));
    expect(await db.$count(priceOverrides)).toBe(1);
    await removeOverride(db, null, id(), at(4));
    expect(await offer()).toMatchObject({ priceMinor: 1800 });
    expect(await history()).toEqual([2000, 500, 700, 1800]);
  });

  test("hides a giveaway, which continues when it ends", async () => {
    await read(1, { priceMinor: 0, endsAt: at(100) });
    await set(2, 24);
    expect(await offer()).toMatchObject({ priceMinor: 500, endsAt: null });
    await read(3, { priceMinor: 1900 });
    await endGiveaways(db, at(4));
    await endOverrides(db, at(24));
    expect(await offer()).toMatchObject({ priceMinor: 0, endsAt: at(100), afterMinor: 1900 });
  });

  test("may be the same price as a voided one", async () => {
    await read(1, { priceMinor: 500 });
    await voidAt(1, 2);
    await set(3, 24);
    expect(await offer()).toMatchObject({ priceMinor: 500 });
    await read(4, { priceMinor: 500 });
    await endOverrides(db, at(24));
    expect(await offer()).toMatchObject({ priceMinor: 2000 });
  });

  test("is not changed by an imported history", async () => {
    await set(1, 24);
    const points = [{ at: at(5), priceMinor: 100, regularMinor: null }];
    await db.transaction(async (tx) => {
      await lockPrices(tx);
      await recordLearned(tx, [{ ...id(), currency: "USD", points }], { now: at(6) });
    });
    expect(await offer()).toMatchObject({ priceMinor: 500 });
  });
});

describe("readings after a decision about a product", () => {
  const product = { productId: "sable", title: "Sable", currency: "USD", priceMinor: 1000 };
  const match = () => matchOffers(db, { store: "gog", country: "US" }, [product], at(2), false);

  test("ignore an unlinked product", async () => {
    await read(0, { priceMinor: 2000 });
    await unlinkOffers(db, null, { gameId: game, store: "gog" }, at(1));
    expect(await match()).toMatchObject({ matched: [], unmatched: 1 });
    expect(await listed()).toMatchObject({ bestMinor: null });
  });

  test("match a product that was linked with another game, including its giveaway", async () => {
    const [other] = await addCatalogue(db, [{ title: "Other" }]);
    await read(-1, { priceMinor: 2000 });
    await read(0, { priceMinor: 0, endsAt: at(100) });
    await relinkOffers(db, null, { gameId: game, store: "gog" }, other!, at(1));
    expect((await match()).matched).toMatchObject([{ gameId: other }]);
    const [moved] = await db.select().from(offers).where(eq(offers.gameId, other!));
    expect(moved).toMatchObject({ priceMinor: 0, endsAt: at(100), afterMinor: 2000, productId: "sable" });
    expect(await listed()).toMatchObject({ bestMinor: null });
  });
});

test("the largest and most suspicious changes of best prices come first", async () => {
  const [far = 0, up = 0, small = 0, same = 0, old = 0] = await addCatalogue(db, [
    { title: "Far below the others", offers: { steam: { priceMinor: 2_000 } } },
    { title: "Up" },
    { title: "Small" },
    { title: "Same" },
    { title: "Old" },
  ]);
  const change = async (id: number, from: number, to: number, hours: number) => {
    for (const [priceMinor, time] of [
      [from, hours - 1],
      [to, hours],
    ] as const) {
      await recordOffers(db, [{ gameId: id, store: "gog", priceMinor }], { now: at(time) });
    }
  };
  await change(far, 150, 100, 200);
  await change(up, 1_000, 4_000, 200);
  await change(small, 1_000, 900, 200);
  await change(same, 1_000, 1_000, 200);
  await change(old, 1_000, 100, 20);
  const list = (offset = 0, limit = 10) => listPriceChanges(db, { since: at(40), offset, limit });
  const { changes, total } = await list();
  expect(changes.map((one) => [one.game.title, one.previous_price, one.price, one.next_price])).toEqual([
    ["Far below the others", 1.5, 1, 20],
    ["Up", 10, 40, null],
    ["Small", 10, 9, null],
  ]);
  expect(total).toBe(3);
  expect(changes[0]).toMatchObject({ store: "gog", country: "US", currency: "USD" });
  expect((await list(1, 1)).changes.map((one) => one.game.title)).toEqual(["Up"]);
});
