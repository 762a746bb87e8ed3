import { expect, test } from "vitest";
import { sql } from "../platform/db/drizzle.ts";
import { startTestApp } from "../test/app.ts";
import { addCatalogue } from "../test/catalogue.ts";
import { runCli } from "../test/cli.ts";
import { createTestDatabase } from "../test/database.ts";
import { createTestFolder } from "../test/folder.ts";
import { signInUser } from "../test/users.ts";

const database = await createTestDatabase();
const { db } = database;
const folder = await createTestFolder();

/** Runs `npm run cli --` with these arguments; rejects when it fails. */
async function cli(...args: string[]): Promise<string> {
  const { code, out, err } = await runCli(args, { DATABASE_URL: database.url, INIT_CWD: folder.path(".") });
  if (code !== 0) throw new Error(out + err);
  return out;
}

test("prices of a new store's feed in pounds are shown in its market", { timeout: 180_000 }, async () => {
  const [sable] = (await addCatalogue(db, [{ title: "Sable", steamAppid: 757_310 }])) as [number];
  const app = await startTestApp(database);
  const { headers } = await signInUser(db, "ada");
  const get = async (url: string) => (await app.inject({ url, headers })).json();

  await cli("markets", "enable", "GB");
  await cli("stores", "add", "own-shop", "--name", "Own Shop", "--kind", "official", "--enabled");
  await expect.poll(async () => (await get("/api/markets")).markets.length).toBe(2);
  await app.inject({
    method: "POST",
    url: "/api/alerts?country=GB",
    headers,
    payload: { gameId: sable, targetPrice: 15 },
  });

  await folder.write(
    "feed.csv",
    [
      "id,title,price,sale_price,link,steam_appid",
      "1,Sable (PC),19.99 GBP,14.99 GBP,https://own.example/sable,757310",
      "2,Road 96,9.99 EUR,,https://own.example/road,1466640",
      "3,Other,free of charge,,https://own.example/other,1",
    ].join("\n"),
  );
  const out = await cli("import", "prices", "--store", "own-shop", "--country", "GB", "feed.csv");
  const listed = async () => (await get("/api/games?country=GB&store=own-shop&fields=title,best_price")).games;
  await expect.poll(listed).toEqual([{ id: sable, title: "Sable", best_price: 14.99 }]);

  expect(out).toContain("rows rejected");
  expect(await get(`/api/games/${sable}?country=GB`)).toMatchObject({
    currency: "GBP",
    null_price: 14.99,
    best_store: "own-shop",
    regular_price: 19.99,
    cut: 25,
    historical_low: 14.99,
    offers: [{ store: "own-shop", price: 14.99, link: "https://own.example/sable" }],
  });
  const { history } = await get(`/api/games/${sable}/price-history?country=GB`);
  expect(history).toMatchObject([{ origin: "own-shop", price: 14.99 }]);
  const { rows: alerts } = await db.execute(
    sql`select last_minor, last_fired_at is not null as fired from notification_rules join rule_states on rule_id = id`,
  );
  expect(alerts).toEqual([{ last_minor: 1_499, fired: true }]);
  expect(await get(`/api/games/${sable}`)).toMatchObject({ currency: "USD", best_price: null, offers: [] });
});

test("cached responses show an import at once", { timeout: 60_000 }, async () => {
  const [hades] = await addCatalogue(db, [{ title: "Hades", offers: { steam: { priceMinor: 2_499 } } }]);
  const app = await startTestApp(database, { env: { CACHE_SECONDS: "60" } });
  const price = async () => (await app.inject({ url: `/api/games/${hades}` })).json().best_price;
  await expect.poll(price).toBe(24.99);
  await folder.write("hades.csv", "id,title,price\n1,Hades,19.99 USD\n");
  await cli("import", "prices", "--store", "gog", "--country", "US", "hades.csv");
  await expect.poll(price).toBe(19.99);
});

test("rejects rows in another currency than the market's individually", { timeout: 60_000 }, async () => {
  await folder.write("euros.csv", "id,title,price\n1,Sable,9.99 EUR\n2,Sable,9.99 GBP\n");
  const importing = cli("import", "prices", "--store", "gog", "--country", "GB", "--strict", "euros.csv");
  await expect(importing).rejects.toThrow(/line 2|1: .*EUR/);
});

test.each([
  [["--store", "nowhere", "--country", "GB"], /nowhere/],
  [["--store", "gog", "--country", "ZZ"], /ZZ/],
])("rejects %j and names what is unknown", { timeout: 60_000 }, async (where, message) => {
  await folder.write("feed.csv", "id,price\n1,9.99 USD\n");
  await expect(cli("import", "prices", ...where, "feed.csv")).rejects.toThrow(message);
});

test.each(["ZZZ", "GPB", "pounds"])(
  "rejects the unknown currency %s by name",
  { timeout: 60_000 },
  async (currency) => {
    await folder.write("feed.csv", "id,price\n1,9.99\n");
    const importing = cli("import", "prices", "--store", "gog", "--country", "GB", "--currency", currency, "feed.csv");
    await expect(importing).rejects.toThrow(`Unknown currency "${currency}"`);
  },
);

test("says in one line that nobody will see prices of a market that is not enabled", { timeout: 60_000 }, async () => {
  await folder.write("feed.csv", "id,title,price\n1,Sable,9.99 PLN\n");
  const out = await cli("import", "prices", "--store", "gog", "--country", "PL", "feed.csv");
  expect(out).toContain("Poland is not enabled; visitors do not see these prices");
  expect(out).toContain("npm run cli -- markets enable PL");
});
