import { expect, test } from "vitest";
import { eq } from "../../platform/db/drizzle.ts";
import { addCatalogue } from "../../test/catalogue.ts";
import { createTestDatabase } from "../../test/database.ts";
import { signInUser } from "../../test/users.ts";
import { setAlert } from "../notifications/rules/commands-rules.ts";
import { listAlerts } from "../notifications/rules/queries-rules.ts";
import { notificationEvents } from "../notifications/table.ts";
import { recordOffers } from "../prices/offers/commands.ts";
import { recomputePrices } from "../prices/offers/commands-recompute.ts";
import { stores } from "../stores/table.ts";
import { storePreferences } from "./table.ts";

const { db } = await createTestDatabase();

let clock = Date.parse("2026-03-01T12:00:00Z");
function nextHour(): Date {
  clock += 3_600_000;
  return new Date(clock);
}

async function enable(key: string, enabled: boolean): Promise<void> {
  await db.update(stores).set({ enabled }).where(eq(stores.key, key));
  await recomputePrices(db, { stores: [key], what: ["enabled"] }, nextHour());
}

test("while every chosen store is disabled, alerts watch all stores (spec/my-stores 1.1)", async () => {
  const { id: userId } = await signInUser(db, "Ada");
  const [gameId = 0] = await addCatalogue(
    db,
    [{ title: "Hades", offers: { steam: { priceMinor: 2_000 }, gog: { priceMinor: 1_800 } } }],
    nextHour(),
  );
  await db.insert(storePreferences).values({ userId, stores: ["gog"] });
  await setAlert(db, { userId, gameId, targetMinor: null }, 100);
  const record = (store: string, priceMinor: number) =>
    recordOffers(db, [{ gameId, store, priceMinor }], { now: nextHour() });
  /** The current price of the alert, and how often it has fired. */
  const alert = async () => {
    const [row] = await listAlerts(db, userId);
    return [row!.currentMinor, await db.$count(notificationEvents)];
  };
  await record("cdkeys", 900);
  expect(await alert()).toEqual([1_800, 0]);
  await record("gog", 1_700);
  expect(await alert()).toEqual([1_700, 1]);
  // switching stores does not fire
  await enable("gog", false);
  expect(await alert()).toEqual([900, 1]);
  await record("cdkeys", 800);
  expect(await alert()).toEqual([800, 2]);
  await enable("gog", true);
  expect(await alert()).toEqual([1_700, 2]);
  await record("cdkeys", 700);
  expect(await alert()).toEqual([1_700, 2]);
  await record("gog", 1_600);
  expect(await alert()).toEqual([1_600, 3]);
});
