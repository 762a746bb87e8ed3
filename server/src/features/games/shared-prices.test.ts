import { expect, test } from "vitest";
import { eq, inArray, sql } from "../../platform/db/drizzle.ts";
import { startTestApp } from "../../test/app.ts";
import { addCatalogue } from "../../test/catalogue.ts";
import { createTestDatabase } from "../../test/database.ts";
import { signInAdmin, signInUser } from "../../test/users.ts";
import { markets } from "../markets/table.ts";
import { recordOffers } from "../prices/offers/commands.ts";
import { priceReports } from "../prices/reports/table.ts";

// France has the prices of Germany, which no visitor chooses
const database = await createTestDatabase();
const { db } = database;
await db
  .update(markets)
  .set({ enabled: false })
  .where(inArray(markets.country, ["US", "DE"]));
await db.update(markets).set({ enabled: true, sharesPricesWith: "DE" }).where(eq(markets.country, "FR"));
const [hades = 0, bare = 0] = await addCatalogue(db, [{ title: "Hades" }, { title: "Bare" }]);
const offer = { gameId: hades, store: "gog", country: "DE", currency: "EUR", priceMinor: 999 } as const;
await recordOffers(db, [offer], { now: new Date() });
const app = await startTestApp(database);
const ada = await signInUser(db, "ada");

async function call(method: "GET" | "POST", url: string, payload?: object, user = ada) {
  const response = await app.inject({ method, url: `/api/${url}`, headers: user.headers, payload });
  expect(response.statusCode, response.body).toBeLessThan(300);
  return response.json();
}

test("a game's page names the market with the price that it shares", async () => {
  const { markets: shown } = await call("GET", `games/${hades}`);
  expect(shown).toMatchObject([{ country: "FR", currency: "EUR", best_price: 9.99, best_store: "gog" }]);
});

test("a list is narrowed by the targets of such a market", async () => {
  for (const gameId of [hades, bare]) {
    await call("POST", "wishlist", { gameId });
    await call("POST", "alerts", { gameId, targetPrice: 10 });
  }
  const { items } = await call("GET", "wishlist?show=below_target");
  expect(items).toMatchObject([{ game_id: hades, lowest_price: 9.99 }]);
});

test("the panel's list shows the prices of a default market that shares them", async () => {
  const admin = await signInAdmin(db, "Admin", ["catalogue.read"]);
  const { games, currency } = await call("GET", "admin/catalogue/games?sortBy=title&sortOrder=DESC", undefined, admin);
  expect(currency).toBe("EUR");
  expect(games).toMatchObject([
    { title: "Hades", best_price: 9.99, offers: 1 },
    { title: "Bare", best_price: null, offers: 0, missing: expect.arrayContaining(["price"]) },
  ]);
});

test("a report of a price is about the offer of the market that has it", async () => {
  const message = { name: "Ada", email: "ada@example.com", subject: "Wrong price", message: "It was 12 euros." };
  await call("POST", "contact/submit", { ...message, report: { game: hades, store: "gog", country: "FR" } });
  expect(await db.select().from(priceReports)).toMatchObject([{ country: "DE", priceMinor: 999, currency: "EUR" }]);
});

test("a rule starts with the prices that its market gets: nothing fires by that, nor by older prices", async () => {
  const [game = 0] = await addCatalogue(db, [{ title: "Celeste" }]);
  const price = async (country: string, priceMinor: number) => {
    await recordOffers(db, [{ gameId: game, store: "gog", country, currency: "EUR", priceMinor }], { now: new Date() });
  };
  const notified = async () => {
    const { rows } = await db.execute<{ price: string }>(sql`
      select old_minor || ' to ' || new_minor as price from notification_events where game_id = ${game} order by id`);
    return rows.map((row) => row.price);
  };
  await db.update(markets).set({ enabled: true, sharesPricesWith: null }).where(eq(markets.country, "IT"));
  await price("IT", 2_000);
  await price("DE", 1_200);
  await db.execute(sql`
    insert into notification_rules (user_id, kind, subject, game_id, country, scope)
    values (${ada.id}, 'drop', 'game', ${game}, 'IT', 'all')`);
  await price("IT", 1_900);
  expect(await notified()).toEqual(["2000 to 1900"]);
  await db.update(markets).set({ sharesPricesWith: "DE" }).where(eq(markets.country, "IT"));
  await price("DE", 1_300);
  expect(await notified()).toHaveLength(1);
  await price("DE", 1_100);
  expect(await notified()).toEqual(["2000 to 1900", "1300 to 1100"]);
  await db.update(markets).set({ sharesPricesWith: null }).where(eq(markets.country, "IT"));
  await price("IT", 1_000);
  expect(await notified()).toEqual(["2000 to 1900", "1300 to 1100", "1900 to 1000"]);
});
