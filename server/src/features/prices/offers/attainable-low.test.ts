import { expect, test } from "vitest";
import { startTestApp } from "../../../test/app.ts";
import { addCatalogue } from "../../../test/catalogue.ts";
import { createTestDatabase } from "../../../test/database.ts";
import { signInUser } from "../../../test/users.ts";
import { recordOffers } from "./commands.ts";

const database = await createTestDatabase();
const { db } = database;
const app = await startTestApp(database);
const { headers } = await signInUser(db, "Ada");
const [game = 0, unsold = 0] = await addCatalogue(db, [{ title: "Hades" }, { title: "Unsold" }]);

const start = Date.parse("2024-01-01T00:00:00Z");
const dayMs = 24 * 60 * 60 * 1000;
const day = (number: number) => new Date(start + number * dayMs);

const steamPrices = [
  { priceMinor: 499, regularMinor: 1_999 },
  { priceMinor: 1_999, regularMinor: 1_999 },
  { priceMinor: 2_499, regularMinor: 2_499 },
  { priceMinor: 1_249, regularMinor: 2_499 },
  { priceMinor: 2_499, regularMinor: 2_499 },
  { priceMinor: 0, regularMinor: 2_499 },
  { priceMinor: 1_249, regularMinor: 2_499 },
];
for (const [index, price] of steamPrices.entries()) {
  await recordOffers(db, [{ gameId: game, store: "steam", ...price }], { now: day(index) });
}

const historyOf = async (id: number, query = "") =>
  (await app.inject({ url: `/api/games/${id}/price-history${query}`, headers })).json();

test.each(["", "?days=7", "?days=365&origin=gog"])(
  "the price history%s has the lowest price since the regular price last rose, and its number of occurrences",
  async (query) => {
    expect((await historyOf(game, query)).attainable_low).toEqual({
      price: 12.49,
      store: "steam",
      times: 2,
      since: day(2).toISOString(),
    });
  },
);

test("a game without prices has no attainable low", async () => {
  expect((await historyOf(unsold)).attainable_low).toBeNull();
});
