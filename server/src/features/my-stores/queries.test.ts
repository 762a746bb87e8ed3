import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { addCatalogue } from "../../test/catalogue.ts";
import { createTestDatabase } from "../../test/database.ts";
import { signInUser } from "../../test/users.ts";
import { setAlert } from "../alerts/commands.ts";
import { prepareListAlerts } from "../alerts/queries.ts";
import { firedAlerts } from "../alerts/table.ts";
import { addRule } from "../notifications/rules/commands-rules.ts";
import { listRules } from "../notifications/rules/queries-rules.ts";
import { notificationEvents } from "../notifications/table.ts";
import { recordOffers } from "../prices/offers/commands.ts";
import { recomputePrices } from "../prices/offers/commands-recompute.ts";
import { stores } from "../stores/table.ts";
import { storePreferences } from "./table.ts";

const { db } = await createTestDatabase();
const listAlerts = prepareListAlerts(db);

let clock = Date.parse("2026-03-01T12:00:00Z");
function nextHour(): Date {
  clock += 3_600_000;
  return new Date(clock);
}

async function enable(key: string, enabled: boolean): Promise<void> {
  await db.update(stores).set({ enabled }).where(eq(stores.key, key));
  await recomputePrices(db, { stores: [key], what: ["enabled"] }, nextHour());
}

test("while every chosen store is disabled, alerts and rules watch all stores (spec/my-stores 1.1)", async () => {
  const { id: userId } = await signInUser(db, "Ada");
  const [gameId = 0] = await addCatalogue(
    db,
    [{ title: "Hades", offers: { steam: { priceMinor: 2_000 }, gog: { priceMinor: 1_800 } } }],
    nextHour(),
  );
  await db.insert(storePreferences).values({ userId, stores: ["gog"] });
  await setAlert(db, { userId, gameId, targetMinor: null }, 100);
  await addRule(db, userId, {
    kind: "drop",
    subject: { type: "game", id: gameId },
    country: "US",
    value: null,
    scope: "mine",
    channels: [],
  });
  const record = (store: string, priceMinor: number) =>
    recordOffers(db, [{ gameId, store, priceMinor }], { now: nextHour() });
  /** The current prices of the alert and the rule, and how often each has fired. */
  const both = async () => {
    const [[alert], [rule]] = [await listAlerts(userId), await listRules(db, userId)];
    return [alert!.currentMinor, rule!.currentMinor, await db.$count(firedAlerts), await db.$count(notificationEvents)];
  };
  await record("cdkeys", 900);
  expect(await both()).toEqual([1_800, 1_800, 0, 0]);
  await record("gog", 1_700);
  expect(await both()).toEqual([1_700, 1_700, 1, 1]);
  // switching stores does not fire
  await enable("gog", false);
  expect(await both()).toEqual([900, 900, 1, 1]);
  await record("cdkeys", 800);
  expect(await both()).toEqual([800, 800, 2, 2]);
  await enable("gog", true);
  expect(await both()).toEqual([1_700, 1_700, 2, 2]);
  await record("cdkeys", 700);
  expect(await both()).toEqual([1_700, 1_700, 2, 2]);
  await record("gog", 1_600);
  expect(await both()).toEqual([1_600, 1_600, 3, 3]);
});
