import type { RuleKind, RuleScope } from "contract/notifications/rules.ts";
import { expect, test } from "vitest";
import { and, asc, eq, sql } from "../../../platform/db/drizzle.ts";
import { addCatalogue } from "../../../test/catalogue.ts";
import { createTestDatabase } from "../../../test/database.ts";
import { signInUser } from "../../../test/users.ts";
import { games } from "../../games/table.ts";
import { libraryGames } from "../../library/table.ts";
import { addItem, removeItems } from "../../lists/commands-items.ts";
import { gameLists } from "../../lists/table.ts";
import { storePreferences } from "../../my-stores/table.ts";
import { channels } from "../../notifications/channels/table.ts";
import { addRule, changeRule, type RuleInput, removeRule } from "../../notifications/rules/commands-rules.ts";
import {
  notificationDeliveries,
  notificationEvents,
  notificationSettings,
  ruleStates,
} from "../../notifications/table.ts";
import { stores } from "../../stores/table.ts";
import { type OfferObservation, recordOffers } from "../offers/commands.ts";
import { recomputePrices } from "../offers/commands-recompute.ts";
import { asTheyAre, evaluateRules } from "./commands-evaluate.ts";

const database = await createTestDatabase();
const { db } = database;
const { id: ada } = await signInUser(db, "Ada");
const { id: bob } = await signInUser(db, "Bob");

let clock = Date.parse("2026-03-01T12:00:00Z");
/** Observations are an hour apart. */
function nextHour(): Date {
  clock += 3_600_000;
  return new Date(clock);
}

type Offers = Omit<OfferObservation, "gameId">[];

const record = (gameId: number, offers: Offers) =>
  recordOffers(
    db,
    offers.map((offer) => ({ gameId, ...offer })),
    { now: nextHour() },
  );
const steam = (gameId: number, priceMinor: number | null, more: object = {}) =>
  record(gameId, [{ store: "steam", priceMinor, ...more }]);

async function addGame(title: string, priceMinor: number | null, more: object = {}, facts: object = {}) {
  const [id = 0] = await addCatalogue(
    db,
    [{ title, ...facts, offers: { steam: { priceMinor, ...more } } }],
    nextHour(),
  );
  return id;
}

const ruleInput = (
  gameId: number,
  kind: RuleKind,
  value: number | null = null,
  scope: RuleScope = "all",
): RuleInput => ({
  kind,
  subject: { type: "game", id: gameId },
  country: "US",
  value,
  scope,
  channels: [],
});

/** The prices of a game that rules have reported, in order. */
async function notifiedPrices(gameId: number, userId = ada): Promise<number[]> {
  const own = and(eq(notificationEvents.gameId, gameId), eq(notificationEvents.userId, userId));
  const events = await db.select().from(notificationEvents).where(own).orderBy(asc(notificationEvents.id));
  return events.flatMap(({ newMinor }) => newMinor ?? []);
}

test.each<[string, steam: object, scope: RuleScope, offer: object, expected: number[]]>([
  ["Steam's regular price", { priceMinor: 3_900, regularMinor: 4_000 }, "all", { priceMinor: 2_000 }, [2_000]],
  ["Steam's price", { priceMinor: 4_000 }, "all", { priceMinor: 2_000 }, [2_000]],
  ["Steam's price, not quite", { priceMinor: 4_000 }, "all", { priceMinor: 2_030 }, []],
  ["its own regular price first", { priceMinor: 4_000 }, "all", { priceMinor: 2_000, regularMinor: 2_500 }, []],
  ["nothing, where Steam does not sell it", { priceMinor: null }, "all", { priceMinor: 2_000 }, []],
  ["Steam's price in the official scope", { priceMinor: 4_000 }, "official", { priceMinor: 2_000 }, [2_000]],
])("a store without a regular price is compared with %s", async (name, offer, scope, gog, expected) => {
  const offers = { steam: offer, gog: { priceMinor: 3_950 } };
  const [id = 0] = await addCatalogue(db, [{ title: name, offers }], nextHour());
  await addRule(db, ada, ruleInput(id, "discount", 50, scope));
  await record(id, [{ store: "gog", ...gog }]);
  expect(await notifiedPrices(id)).toEqual(expected);
});

/** A price in cents at Steam, alone, with its availability, or with the regular price; `null` = not sold. */
type Step = number | null | [price: number, inStock: boolean] | { price: number; regular: number };

test.each<[string, kind: RuleKind, value: number | null, start: Step, Step[], expected: number[]]>([
  ["drop, rise, drop", "target", 1_500, 2_000, [1_500, 2_000, 1_400], [1_500, 1_400]],
  ["a cent above", "target", 1_500, 2_000, [1_501], []],
  ["lower and lower under it", "target", 1_500, 2_000, [1_500, 1_000, 0], [1_500]],
  ["reached when it was set", "target", 1_500, 1_200, [1_100, 1_000], []],
  ["reached when it was set, then above, then reached again", "target", 1_500, 1_200, [1_600, 1_300], [1_300]],
  [
    "reached out of stock, then in stock",
    "target",
    1_500,
    2_000,
    [
      [1_000, false],
      [1_000, true],
    ],
    [1_000],
  ],
  ["out of stock and back", "target", 1_500, 2_000, [1_000, [1_000, false], [1_000, true]], [1_000]],
  ["no longer sold, and back", "target", 1_500, 2_000, [1_000, null, 1_000], [1_000]],
  ["first sold under it", "target", 1_500, null, [1_000], [1_000]],
  ["drop, rise, drop", "drop", null, 2_000, [1_500, 2_000, 1_400], [1_500, 1_400]],
  ["lower and lower", "drop", null, 2_000, [1_500, 1_000, 0], [1_500, 1_000, 0]],
  ["only rises", "drop", null, 2_000, [2_100, 2_200], []],
  [
    "out of stock and back for the same",
    "drop",
    null,
    2_000,
    [
      [2_000, false],
      [2_000, true],
    ],
    [],
  ],
  ["no longer sold, and back for less", "drop", null, 2_000, [null, 1_800], [1_800]],
  ["first sold", "drop", null, null, [1_000], []],
  ["reached", "discount", 50, 2_000, [{ price: 1_000, regular: 2_000 }], [1_000]],
  ["not quite", "discount", 50, 2_000, [{ price: 1_011, regular: 2_000 }], []],
  ["rounded as it is shown", "discount", 50, 2_000, [{ price: 1_010, regular: 2_000 }], [1_010]],
  ["rounded up from one half", "discount", 51, 1_000, [{ price: 495, regular: 1_000 }], [495]],
  [
    "more of it",
    "discount",
    50,
    2_000,
    [
      { price: 900, regular: 2_000 },
      { price: 500, regular: 2_000 },
    ],
    [900],
  ],
  ["held when it was set", "discount", 50, { price: 900, regular: 2_000 }, [{ price: 800, regular: 2_000 }], []],
  ["by a regular price alone", "discount", 50, 1_000, [{ price: 1_000, regular: 2_000 }], [1_000]],
  ["lower than ever", "low", null, 2_000, [1_500, 2_000, 1_500, 1_400], [1_500, 1_400]],
  ["a giveaway is no low", "low", null, 2_000, [0, 2_000, 1_900], [1_900]],
  ["first sold is no low", "low", null, null, [1_000, 900], [900]],
  [
    "out of stock is no low",
    "low",
    null,
    2_000,
    [
      [1_000, false],
      [1_500, true],
      [1_400, true],
    ],
    [1_500, 1_400],
  ],
  [
    "sold out and back",
    "stock",
    null,
    2_000,
    [
      [2_000, false],
      [2_000, true],
    ],
    [2_000],
  ],
  ["always sold", "stock", null, 2_000, [1_500, 2_000], []],
  ["first sold", "stock", null, null, [1_000], [1_000]],
  ["back twice", "stock", null, 2_000, [null, 1_000, null, 900], [1_000, 900]],
  ["a giveaway", "free", null, 2_000, [0, 2_000, 0], [0]],
  ["free when it was set", "free", null, 0, [0, 1_000], []],
  ["out of stock while free, and back", "free", null, 2_000, [0, [0, false], [0, true]], [0]],
])("%s: %s %j from %j over %j", async (name, kind, value, start, steps, expected) => {
  const offerOf = (step: Step) => {
    if (step === null || typeof step === "number") return { priceMinor: step, inStock: null };
    if (Array.isArray(step)) return { priceMinor: step[0], inStock: step[1] };
    return { priceMinor: step.price, regularMinor: step.regular };
  };
  const gameId = await addGame(`${kind} ${name}`, null, offerOf(start));
  await addRule(db, ada, ruleInput(gameId, kind, value));
  for (const step of steps) await record(gameId, [{ store: "steam", ...offerOf(step) }]);
  expect(await notifiedPrices(gameId)).toEqual(expected);
});

test("an event stores the rule as it was, both prices, the store and the time", async () => {
  const gameId = await addGame("Why", 2_000);
  const { id: ruleId } = await addRule(db, ada, ruleInput(gameId, "target", 1_500));
  await record(gameId, [{ store: "gog", priceMinor: 1_400 }]);
  const [event] = await db.select().from(notificationEvents).where(eq(notificationEvents.gameId, gameId));
  expect(event).toMatchObject({
    userId: ada,
    ruleId,
    kind: "target",
    value: 1_500,
    scope: "all",
    subject: "game",
    store: "gog",
    currency: "USD",
    oldMinor: 2_000,
    newMinor: 1_400,
    at: new Date(clock),
    readAt: null,
  });
  await removeRule(db, ada, ruleId);
  const [retained] = await db.select().from(notificationEvents).where(eq(notificationEvents.gameId, gameId));
  expect(retained).toEqual({ ...event, ruleId: null });
});

test("each usable channel of a rule gets each event once", async () => {
  const gameId = await addGame("Channels", 2_000);
  const row = { userId: ada, kind: "ntfy" as const, name: "", config: "" };
  const added = await db
    .insert(channels)
    .values([
      { ...row, verifiedAt: new Date() },
      { ...row, verifiedAt: new Date() },
      { ...row, verifiedAt: null },
      { ...row, verifiedAt: new Date(), disabledAt: new Date() },
    ])
    .returning();
  const ids = added.map(({ id }) => id);
  await addRule(db, ada, { ...ruleInput(gameId, "drop"), channels: ids });
  await steam(gameId, 1_000);
  await steam(gameId, 1_000);
  const deliveries = await db
    .select({ channelId: notificationDeliveries.channelId })
    .from(notificationDeliveries)
    .innerJoin(notificationEvents, eq(notificationEvents.id, notificationDeliveries.eventId))
    .where(eq(notificationEvents.gameId, gameId));
  expect(deliveries.map(({ channelId }) => channelId).sort()).toEqual(ids.slice(0, 2));
});

test("rules that are re-evaluated without a change do not fire", async () => {
  const gameId = await addGame("Looked at", 2_000);
  for (const kind of ["drop", "low", "stock", "free"] as const) await addRule(db, ada, ruleInput(gameId, kind));
  await steam(gameId, 1_000);
  for (let time = 0; time < 20; time += 1) {
    const now = nextHour();
    await evaluateRules(db, { games: asTheyAre(sql`select ${gameId}::int, 'US'`), now });
    await evaluateRules(db, { games: asTheyAre(sql`select ${gameId}::int, 'US'`), now, isCorrection: true });
  }
  expect(await notifiedPrices(gameId)).toEqual([1_000, 1_000]);
});

test.each<[RuleScope, expected: number[]]>([
  ["all", [900, 800, 700, 600]],
  ["official", [900, 700, 600]],
  ["mine", [800, 600]],
])("scope %s: only drops at its stores fire", async (scope, expected) => {
  const { id: userId } = await signInUser(db, `Looks_at_${scope}`);
  await db.insert(storePreferences).values({ userId, stores: ["steam", "cdkeys"] });
  const gameId = await addGame(`Scope ${scope}`, 1_000);
  await record(gameId, [
    { store: "gog", priceMinor: 1_000 },
    { store: "cdkeys", priceMinor: 1_000, inStock: true },
    { store: "other", priceMinor: 1_000 },
  ]);
  await addRule(db, userId, ruleInput(gameId, "drop", null, scope));
  await record(gameId, [{ store: "other", priceMinor: 900 }]);
  await record(gameId, [{ store: "cdkeys", priceMinor: 800, inStock: true }]);
  await record(gameId, [{ store: "gog", priceMinor: 700 }]);
  await record(gameId, [{ store: "steam", priceMinor: 600 }]);
  expect(await notifiedPrices(gameId, userId)).toEqual(expected);
});

test("a low of some stores is measured against their own history", async () => {
  const gameId = await addGame("Own low", 2_000);
  await steam(gameId, 1_000);
  await steam(gameId, 2_000);
  await record(gameId, [{ store: "cdkeys", priceMinor: 500, inStock: true }]);
  await addRule(db, ada, ruleInput(gameId, "low", null, "official"));
  await steam(gameId, 1_100);
  await steam(gameId, 900);
  await record(gameId, [{ store: "cdkeys", priceMinor: 400, inStock: true }]);
  await record(gameId, [{ store: "gog", priceMinor: 950 }]);
  await record(gameId, [{ store: "gog", priceMinor: 800 }]);
  expect(await notifiedPrices(gameId)).toEqual([900, 800]);
});

test("changed store preferences do not fire a rule, nor does editing it", async () => {
  const gameId = await addGame("Preferences", 2_000);
  await record(gameId, [{ store: "gog", priceMinor: 1_000 }]);
  const { id: userId } = await signInUser(db, "Chooser");
  const prefer = (keys: string[]) =>
    db
      .insert(storePreferences)
      .values({ userId, stores: keys })
      .onConflictDoUpdate({ target: storePreferences.userId, set: { stores: keys } });
  await prefer(["steam"]);
  const rule = await addRule(db, userId, ruleInput(gameId, "drop", null, "mine"));
  await steam(gameId, 1_900);
  expect(await notifiedPrices(gameId, userId)).toEqual([1_900]);
  await prefer(["steam", "gog"]);
  await steam(gameId, 1_800);
  expect(await notifiedPrices(gameId, userId)).toEqual([1_900]);
  await record(gameId, [{ store: "gog", priceMinor: 900 }]);
  expect(await notifiedPrices(gameId, userId)).toEqual([1_900, 900]);
  await changeRule(db, userId, rule.id, ruleInput(gameId, "drop", null, "official"));
  await prefer(["steam"]);
  await changeRule(db, userId, rule.id, ruleInput(gameId, "target", 1_850, "mine"));
  await steam(gameId, 1_840);
  await record(gameId, [{ store: "gog", priceMinor: 800 }]);
  expect(await notifiedPrices(gameId, userId)).toEqual([1_900, 900]);
  await steam(gameId, 1_900);
  await steam(gameId, 1_850);
  expect(await notifiedPrices(gameId, userId)).toEqual([1_900, 900, 1_850]);
});

test.each(["wishlist", "list"] as const)("a %s: games are watched from when they are added", async (type) => {
  const { id: userId } = await signInUser(db, `Keeper_of_a_${type}`);
  const [a, b] = [await addGame(`${type} a`, 2_000), await addGame(`${type} b`, 2_000)];
  const [list] = await db.insert(gameLists).values({ userId, name: "For summer" }).returning();
  const own = { userId, listId: type === "wishlist" ? type : list!.id };
  const add = (gameId: number) => addItem(db, own, { gameId });
  const remove = (gameId: number) => removeItems(db, own, { gameIds: [gameId] });
  const subject = type === "wishlist" ? { type } : { type, id: list!.id };
  await add(a);
  await addRule(db, userId, { ...ruleInput(0, "drop"), subject });
  await steam(a, 1_500);
  await steam(b, 1_500);
  expect([await notifiedPrices(a, userId), await notifiedPrices(b, userId)]).toEqual([[1_500], []]);
  await add(b);
  await steam(b, 1_400);
  expect(await notifiedPrices(b, userId)).toEqual([1_400]);
  await remove(a);
  await steam(a, 1_000);
  await add(a);
  await steam(a, 1_200);
  await steam(a, 1_100);
  expect(await notifiedPrices(a, userId)).toEqual([1_500, 1_100]);
  const [event] = await db.select().from(notificationEvents).where(eq(notificationEvents.userId, userId));
  expect(event).toMatchObject({ subject: type, listName: type === "list" ? "For summer" : null });
});

test.each(["stopped", "owns"])("rules of who %s do not fire, nor later for what already holds", async (why) => {
  const { id: userId } = await signInUser(db, why);
  const gameId = await addGame(why, 2_000);
  await addRule(db, userId, ruleInput(gameId, "target", 1_500));
  const settings = { timeZone: "UTC", digestHour: 9, digestWeekday: 1, stoppedAt: new Date() };
  if (why === "stopped") await db.insert(notificationSettings).values({ userId, ...settings });
  else await db.insert(libraryGames).values({ userId, gameId, state: "owned", source: "file" });
  await steam(gameId, 1_000);
  await db.update(notificationSettings).set({ stoppedAt: null });
  await db.delete(libraryGames);
  await steam(gameId, 900);
  expect(await notifiedPrices(gameId, userId)).toEqual([]);
  await steam(gameId, 2_000);
  await steam(gameId, 1_400);
  expect(await notifiedPrices(gameId, userId)).toEqual([1_400]);
});

test("an unreleased game fires no drops and lows, a hidden one nothing", async () => {
  const gameId = await addGame("Soon", 6_000, {}, { releaseDate: "2026-12-24" });
  for (const kind of ["drop", "low"] as const) await addRule(db, ada, ruleInput(gameId, kind));
  await addRule(db, bob, ruleInput(gameId, "target", 4_500));
  await steam(gameId, 4_000);
  expect([await notifiedPrices(gameId), await notifiedPrices(gameId, bob)]).toEqual([[], [4_000]]);
  await db.update(games).set({ releaseDate: "2026-01-01" }).where(eq(games.id, gameId));
  await steam(gameId, 3_900);
  expect(await notifiedPrices(gameId)).toEqual([3_900, 3_900]);
  await db.update(games).set({ hidden: true }).where(eq(games.id, gameId));
  await steam(gameId, 3_000);
  expect(await notifiedPrices(gameId)).toEqual([3_900, 3_900]);
});

test("re-enabling a store is a change for rules that have a state of the game", async () => {
  const gameId = await addGame("Enabled", 2_000);
  await addRule(db, ada, ruleInput(gameId, "drop"));
  await record(gameId, [{ store: "gog", priceMinor: 1_500 }]);
  const setEnabled = async (enabled: boolean) => {
    await db.update(stores).set({ enabled }).where(eq(stores.key, "gog"));
    await recomputePrices(db, { stores: ["gog"], what: ["enabled"] }, nextHour());
  };
  await setEnabled(false);
  expect(await notifiedPrices(gameId)).toEqual([1_500]);
  // a price repeats at most once a day
  for (let hour = 0; hour < 24; hour += 1) nextHour();
  await setEnabled(true);
  expect(await notifiedPrices(gameId)).toEqual([1_500, 1_500]);
});

test("states are stored only for games that have changed", async () => {
  const gameId = await addGame("Quiet", 2_000);
  const { id } = await addRule(db, ada, ruleInput(gameId, "drop"));
  expect(await db.$count(ruleStates, eq(ruleStates.ruleId, id))).toBe(0);
  await steam(gameId, 2_000, { link: "https://store.example/quiet" });
  expect(await db.$count(ruleStates, eq(ruleStates.ruleId, id))).toBe(0);
  await steam(gameId, 1_900);
  expect(await db.$count(ruleStates, eq(ruleStates.ruleId, id))).toBe(1);
});
