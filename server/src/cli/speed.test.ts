import { expect, test } from "vitest";
import { startTestApp } from "../test/app.ts";
import { addCatalogue } from "../test/catalogue.ts";
import { runCli } from "../test/cli.ts";
import { createTestDatabase } from "../test/database.ts";
import { createTestFolder } from "../test/folder.ts";
import { leeway, timeOf } from "../test/speed.ts";

const database = await createTestDatabase();
const folder = await createTestFolder();

test("prices of a feed are shown within a second of its import", async () => {
  const [sable] = await addCatalogue(database.db, [{ title: "Sable", offers: { steam: { priceMinor: 2_499 } } }]);
  const app = await startTestApp(database);
  const price = async () => (await app.inject({ url: `/api/games/${sable}` })).json().best_price;
  await expect.poll(price).toBe(24.99);
  await folder.write("feed.csv", "id,title,price\n1,Sable,14.99 USD\n");
  const variables = { DATABASE_URL: database.url, INIT_CWD: folder.path(".") };
  const imported = await runCli(["import", "prices", "--store", "gog", "--country", "US", "feed.csv"], variables);
  const time = await timeOf(() => expect.poll(price, { interval: 20 }).toBe(14.99));
  expect(imported).toMatchObject({ code: 0 });
  expect(time).toBeLessThan(1_000 * leeway);
});
