import type { ProductFeed } from "contract/prices/feed-schema.ts";
import type { PolledSource } from "contract/prices/source-schema.ts";
import { expect, test } from "vitest";
import { eq } from "../../../platform/db/drizzle.ts";
import { enqueue } from "../../../platform/jobs/enqueue.ts";
import { startTestApp } from "../../../test/app.ts";
import { addCatalogue } from "../../../test/catalogue.ts";
import { createTestDatabase } from "../../../test/database.ts";
import { startUpstream } from "../../../test/servers/upstream-server.ts";
import { signInAdmin } from "../../../test/users.ts";
import { offers } from "../table.ts";

const database = await createTestDatabase();
const { db } = database;
const shop = await startUpstream();
const titles = ["Alpha", "Beta", "Gamma", "Delta"];
await addCatalogue(
  db,
  titles.map((title) => ({ title })),
);

/** The shop's feed with this number of products. */
function serve(products: number): void {
  const rows = titles.slice(0, products).map((title, n) => `${n},${title},${products}.99 USD\n`);
  shop.respondWith(({ url }, response) => {
    if (url === "/feed.csv") response.end(`id,title,price\n${rows.join("")}`);
    else response.writeHead(404).end();
  });
}

test("a feed added in one process is read by another, which refuses it once it has shrunk by half", async () => {
  const common = { WEBHOOK_ALLOW_PRIVATE: "on", STEAM_STORE_URL: shop.origin, STEAM_WEB_API_URL: shop.origin };
  const stores = { GOG_CATALOG_URL: shop.origin, EPIC_FREE_GAMES_URL: `${shop.origin}/epic` };
  const web = await startTestApp(database, { alone: true, env: { ROLE: "web", ...common } });
  await startTestApp(database, { alone: true, env: { ROLE: "worker", PRICE_SYNC: "on", ...common, ...stores } });
  const { headers } = await signInAdmin(db, "Editor", ["sources.read", "sources.write"]);
  const call = (method: "GET" | "POST" | "DELETE", path: string, payload?: object) =>
    web.inject({ method, url: `/api/admin/catalogue/${path}`, headers, ...(payload && { payload }) });
  const prices = async () => {
    // checks what is due, like every minute
    await enqueue(db, "price-polls", [{}]);
    const rows = await db.select({ price: offers.priceMinor }).from(offers).where(eq(offers.store, "fanatical"));
    return rows.map(({ price }) => price);
  };

  serve(4);
  const added = await call("POST", "feeds", { store: "fanatical", country: "US", url: `${shop.origin}/feed.csv` });
  const { id, source } = added.json().feed as ProductFeed;
  await expect.poll(prices).toEqual([499, 499, 499, 499]);
  await expect.poll(async () => (await call("GET", `feeds/${id}`)).json().feed.offers).toBe(4);

  serve(2);
  const find = async (): Promise<PolledSource> => (await call("GET", `sources/${source}`)).json().source;
  await expect.poll(async () => (await call("POST", `sources/${source}/run`)).statusCode).toBe(202);
  await expect.poll(async () => (await find()).last_run?.problem).toMatch(/^the feed has 2 good rows where it had 4/);
  expect(await prices()).toEqual([499, 499, 499, 499]);

  await call("DELETE", `feeds/${id}`);
  const { sources } = (await call("GET", "sources")).json() as { sources: PolledSource[] };
  expect(sources.map(({ key }) => key)).not.toContain(source);
  expect(await prices()).toEqual([499, 499, 499, 499]);
});
