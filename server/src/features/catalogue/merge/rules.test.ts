import { beforeEach, expect, test } from "vitest";
import { asc, eq } from "../../../platform/db/drizzle.ts";
import { addCatalogue } from "../../../test/catalogue.ts";
import { createTestDatabase } from "../../../test/database.ts";
import { signInUser } from "../../../test/users.ts";
import { games } from "../../games/table.ts";
import { channels } from "../../notifications/channels/table.ts";
import { addRule } from "../../notifications/rules/commands-rules.ts";
import { listRules } from "../../notifications/rules/queries-rules.ts";
import { notificationEvents } from "../../notifications/table.ts";
import { recordOffers } from "../../prices/offers/commands.ts";
import { gameMerges } from "../table.ts";
import { mergeGame } from "./commands-merge.ts";
import { unmergeGame } from "./commands-unmerge.ts";

const { db } = await createTestDatabase();
const day = (number: number) => new Date(Date.parse("2026-03-01T00:00:00Z") + number * 24 * 3_600_000);
const { id: ada } = await signInUser(db, "Ada");
const { id: ben } = await signInUser(db, "Ben");
const [channel] = await db
  .insert(channels)
  .values({ userId: ada, kind: "ntfy", name: "Phone", config: "", verifiedAt: new Date() })
  .returning();
let [a, b] = [0, 0];

beforeEach(async () => {
  for (const table of [games, gameMerges]) await db.delete(table);
  [a = 0, b = 0] = await addCatalogue(
    db,
    [
      { title: "Hades II", offers: { gog: { priceMinor: 2_000 } } },
      { title: "Hades 2", offers: { steam: { priceMinor: 3_000 } } },
    ],
    day(0),
  );
});

const add = (userId: number, gameId: number, channelIds: number[] = []) =>
  addRule(db, userId, {
    kind: "drop",
    subject: { type: "game", id: gameId },
    country: "US",
    value: null,
    scope: "all",
    channels: channelIds,
  });
const record = (number: number, gameId: number, store: string, priceMinor: number) =>
  recordOffers(db, [{ gameId, store, priceMinor }], { now: day(number) });
const notifiedPrices = async (gameId: number) => {
  const events = await db
    .select({ userId: notificationEvents.userId, price: notificationEvents.newMinor })
    .from(notificationEvents)
    .where(eq(notificationEvents.gameId, gameId))
    .orderBy(asc(notificationEvents.id));
  return events.map(({ userId, price }) => [userId, price]);
};
/** Without present prices. */
const rulesOf = async () =>
  [await listRules(db, ada), await listRules(db, ben)].map((rules) =>
    rules.map(({ currentMinor: _, ...rule }) => rule),
  );

test("rules and their events move with a merge without firing, and return with its undo", async () => {
  await add(ada, a, [channel!.id]);
  await add(ada, b);
  await add(ben, a);
  await record(1, a, "gog", 1_900);
  await record(2, b, "steam", 2_900);
  const before = await rulesOf();
  const eventsBefore = [await notifiedPrices(a), await notifiedPrices(b)];
  await mergeGame(db, null, { id: a, intoId: b, now: day(20) });
  const merged = (await rulesOf()).map((rules) => rules.map(({ gameId }) => gameId));
  expect(merged).toEqual([[b], [b]]);
  expect(await notifiedPrices(b)).toHaveLength(3);
  await record(21, b, "steam", 2_800);
  expect(await notifiedPrices(b)).toHaveLength(3);
  await unmergeGame(db, null, a, day(22));
  expect(await rulesOf()).toEqual(before);
  expect([await notifiedPrices(a), await notifiedPrices(b)]).toEqual(eventsBefore);
  await record(23, a, "gog", 1_800);
  expect((await notifiedPrices(a)).slice(-2)).toEqual([
    [ada, 1_800],
    [ben, 1_800],
  ]);
});

test("a moved rule fires below the united price", async () => {
  await add(ben, a);
  await mergeGame(db, null, { id: a, intoId: b, now: day(20) });
  await record(21, b, "steam", 1_950);
  await record(22, b, "steam", 1_940);
  expect(await notifiedPrices(b)).toEqual([
    [ben, 1_950],
    [ben, 1_940],
  ]);
});
