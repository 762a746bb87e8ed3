import type { Checklist } from "contract/dashboard/checklist.ts";
import type { SetupState } from "contract/setup/api.ts";
import { expect, onTestFinished, test } from "vitest";
import { readStarterGames } from "../features/catalogue/sources/starter-games.ts";
import { createTestFolder } from "../test/folder.ts";
import { repeats } from "../test/processes/soak.ts";
import { startUpstream } from "../test/servers/upstream-server.ts";
import { startSiteProcess, stopSiteProcess } from "../test/site.ts";

/** What a stranger who has read nothing needs at most. */
const bars = { firstPageMs: 60_000, realPriceMs: 180_000 };

const folder = await createTestFolder();
const stores = await startUpstream();
const starters = await readStarterGames();

const noProducts = { pages: 1, productCount: 0, currentlyShownProductCount: 0, products: [] };

/** Steam's prices in the currency of the country, and its details, in the shape of its responses. */
stores.respondWith((request, response) => {
  const url = new URL(request.url!, stores.origin);
  const end = (body: unknown) => void response.end(JSON.stringify(body));
  const appids = url.searchParams.get("appids")?.split(",").map(Number) ?? [];
  if (url.pathname === "/v1/catalog") return end(noProducts);
  if (url.searchParams.get("filters") === "price_overview") {
    const currency = url.searchParams.get("cc") === "de" ? "EUR" : "USD";
    const price = { currency, initial: 1_999, final: 999, discount_percent: 50 };
    return end(Object.fromEntries(appids.map((appid) => [appid, { success: true, data: { price_overview: price } }])));
  }
  if (url.pathname === "/api/appdetails") {
    const title = starters.find(({ appid }) => appid === appids[0])?.title ?? "Unknown";
    return end({ [appids[0]!]: { success: true, data: { type: "game", name: title, is_free: false } } });
  }
  if (url.pathname.includes("GetNumberOfCurrentPlayers")) return end({ response: { player_count: 5, result: 1 } });
  response.writeHead(404).end();
});

/** The site on an empty folder, without settings of an operator, with the stores in place of the real ones. */
async function startFromNothing() {
  const site = await startSiteProcess({
    dataDir: folder.path("data"),
    env: {
      ...{ ADMIN_EMAIL: "", ADMIN_PASSWORD: "", RATE_LIMIT_SCALE: "1" },
      STEAM_STORE_URL: stores.origin,
      STEAM_WEB_API_URL: stores.origin,
      GOG_CATALOG_URL: stores.origin,
      EPIC_FREE_GAMES_URL: `${stores.origin}/epic`,
      ECB_RATES_URL: `${stores.origin}/rates.xml`,
    },
  });
  onTestFinished(async () => void (await stopSiteProcess(site)));
  let token = "";
  async function call(method: string, path: string, body?: object) {
    const response = await fetch(site.url + path, {
      method,
      headers: {
        ...(body && { "content-type": "application/json" }),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text === "" ? null : JSON.parse(text) };
  }
  return { site, call, signIn: (given: string) => (token = given) };
}

test("a stranger's first hour: only what the site prints and shows, from nothing to prices of the chosen country", {
  timeout: repeats(300_000, 4 * 3_600_000),
}, async () => {
  const startedAt = performance.now();
  const { site, call, signIn } = await startFromNothing();
  expect((await call("GET", "/api/games?limit=1")).status).toBe(200);
  expect(performance.now() - startedAt).toBeLessThan(bars.firstPageMs);

  const [, email, password] = /Sign in as (\S+) with the password (\S+)/.exec(site.output())!;
  expect(site.output()).toMatch(/Set up the site at http:\/\/localhost:\d+\/admin\/setup/);
  const signedIn = await call("POST", "/api/auth/login", { email, password });
  expect(signedIn.status).toBe(200);
  signIn(signedIn.body.token);
  const dashboard: Checklist = (await call("GET", "/api/admin/dashboard/checklist")).body;
  expect(dashboard.is_new).toBe(true);

  expect((await call("PUT", "/api/admin/setup/countries", { countries: ["DE"] })).status).toBe(204);
  expect((await call("PUT", "/api/admin/setup/catalogue", { games: "starter" })).status).toBe(204);
  const steamPrice = async () => {
    const { body } = await call("GET", "/api/games?country=DE&store=steam&limit=1");
    // not one of the sample, which the first real game replaces
    return body.games[0]?.steam_price;
  };
  await expect.poll(steamPrice, { timeout: bars.realPriceMs, interval: 1_000 }).toBe(9.99);
  const pricedAfter = performance.now() - startedAt;
  expect(pricedAfter).toBeLessThan(bars.realPriceMs);

  const { filling } = (await call("GET", "/api/admin/dashboard/checklist")).body as Checklist;
  expect(filling!.seconds_left).toBeLessThan(3 * 3_600);
  const { missing }: SetupState = (await call("GET", "/api/admin/setup")).body;
  expect(missing.map(({ what }) => what)).toEqual(["mail", "contact_email", "public_url", "backups", "blank_texts"]);
  if (repeats(0, 1) === 0) return;

  // the long run, at the pace that Steam allows
  const isWhole = async () => {
    const { filling } = (await call("GET", "/api/admin/dashboard/checklist")).body as Checklist;
    return filling === null || (filling.priced >= starters.length && filling.described >= 0.99 * starters.length);
  };
  await expect.poll(isWhole, { timeout: 3 * 3_600_000, interval: 60_000 }).toBe(true);
  console.info(`all ${starters.length} games after ${Math.round((performance.now() - startedAt) / 60_000)} min`);
});
