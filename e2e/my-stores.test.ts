import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Locator, Page } from "playwright-core";
import { beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { repeats } from "../server/src/test/processes/soak.ts";
import { axeFindings, opened, type Screen } from "./browser.ts";
import { callApi, newMember, signIn } from "./member.ts";
import { showPlans } from "./plans.ts";
import { startVisits } from "./visits.ts";

const visits = startVisits({});
const { site } = visits;
const here = (what: Locator) => what.waitFor();

/** Fails on any error in the console. */
const visit = (name: string, screen: Screen, steps: (page: Page) => Promise<void>) =>
  test(name, () => visits.visit(steps, screen));

const offer = (store: string, price: number, regular = 50) => ({
  store,
  country: "US",
  currency: "USD",
  price,
  regular,
  link: `https://store.example/${store}`,
});

const games = Array.from({ length: 12 }, (_, index) => ({
  title: `Trusted ${index}`,
  genre: "Puzzle",
  tags: "Puzzle, Co-op",
  rating: 9,
  prices: [offer("steam", 20 + index), offer("gog", 24 + index), offer("cdkeys", 16 + index)],
}));

beforeAll(async () => {
  const file = join(site().dataDir, "games.jsonl");
  await writeFile(file, games.map((game) => JSON.stringify(game)).join("\n"));
  const env = { PATH: process.env.PATH, ...site().env };
  await promisify(execFile)(process.execPath, ["scripts/cli.mjs", "import", "catalogue", file], { env });
  await vi.waitFor(async () => {
    const page = await fetch(`${site().url}/games`);
    expect(await page.text()).toContain("Trusted");
  }, 10_000);
}, 60_000);

async function chooseOfficial(page: Page): Promise<void> {
  await page.getByRole("button", { name: "My stores", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "My stores" });
  await dialog.getByRole("checkbox", { name: "Official stores only" }).check();
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await here(page.getByText("Prices at official stores."));
}

visit("the dialog saves subscriptions with the stores, or neither", "desktop", async (page) => {
  await showPlans(page);
  // the filters, which the server rendered without subscriptions, hydrate after the dialog has loaded these
  const saved = Promise.withResolvers<void>();
  await page.route(/\/filter-panel-[^/]+\.js/, (route) => saved.promise.then(() => route.continue()));
  await opened(page, "/games");
  const dialog = page.getByRole("dialog", { name: "My stores" });
  const choose = async (end: "Save" | "Cancel") => {
    await page.getByRole("button", { name: "My stores", exact: true }).click();
    for (const name of ["Pro", "Ultimate"]) await dialog.getByRole("checkbox", { name }).check();
    await dialog.getByRole("button", { name: end, exact: true }).click();
    await dialog.waitFor({ state: "detached" });
    return page.evaluate(() => localStorage.getItem("myPlans"));
  };
  expect(await choose("Cancel")).toBeNull();
  expect(await choose("Save")).toBe("pro,ultimate");
  saved.resolve();
  await here(page.getByRole("complementary", { name: "Filters" }).getByText("Included in a subscription").first());
});

const card = (page: Page) => page.getByRole("article").filter({ hasText: "Trusted 3" }).first();

describe("the prices of a visitor's stores (spec/my-stores 4)", () => {
  for (const screen of (["phone", "desktop"] as const).slice(0, repeats(1, 2))) {
    visit(`are on all pages, with what others ask less, on a ${screen}`, screen, async (page) => {
      await opened(page, "/games?search=trusted");
      await here(card(page).getByText("$19.00").first());
      await chooseOfficial(page);
      await here(card(page).getByText("$23.00").first());
      await here(card(page).getByText("$4.00 less at CDKeys"));
      expect(await axeFindings(page)).toEqual([]);
      await shoot(page, `list-${screen}`);

      await card(page).getByRole("link").first().click();
      await here(page.getByRole("region", { name: "Best price" }).getByText("$4.00 less at CDKeys"));
      expect(await axeFindings(page)).toEqual([]);
      await shoot(page, `game-${screen}`);

      // in what the server writes are the prices of all stores
      await page.reload();
      await here(page.getByRole("region", { name: "Best price" }).getByText("$23.00").first());
      await page.getByRole("button", { name: "Show all stores" }).click();
      await here(page.getByText("Prices at all stores."));
      await here(page.getByRole("region", { name: "Best price" }).getByText("$19.00").first());
      await page.getByRole("button", { name: "Show my stores" }).click();
      await here(page.getByRole("region", { name: "Best price" }).getByText("$23.00").first());

      await opened(page, "/deals");
      await here(page.getByText("less at CDKeys").first());
      await shoot(page, `deals-${screen}`);
      await opened(page, "/tag/puzzle");
      await here(page.getByRole("article").filter({ hasText: "Trusted 0" }).getByText("$20.00").first());
      await here(page.getByText("less at CDKeys").first());
      await shoot(page, `landing-${screen}`);
      await opened(page, "/");
      await here(page.getByText("less at CDKeys").first());
      await shoot(page, `home-${screen}`);
      await page.getByRole("button", { name: "Change", exact: true }).click();
      await here(page.getByRole("dialog", { name: "My stores" }));
      expect(await axeFindings(page)).toEqual([]);
      await shoot(page, `dialog-${screen}`);
      await page.getByRole("dialog").getByRole("button", { name: "All stores", exact: true }).click();
      await page.getByText("less at CDKeys").first().waitFor({ state: "hidden" });
    });
  }

  visit(
    "are those of official stores at one press, in the address and in what the server renders",
    "desktop",
    async (page) => {
      const choose = async (name: string) => {
        await page
          .getByRole("banner")
          .getByRole("button", { name: /^Compare:/ })
          .click();
        await page.getByRole("button", { name, exact: true }).click();
      };
      await opened(page, "/games?search=trusted");
      await here(card(page).getByText("$19.00").first());
      await choose("Official only");
      await here(card(page).getByText("$23.00").first());
      await page.waitForURL("**/games?search=trusted&prices_of=official");
      const rendered = await (await fetch(page.url())).text();
      expect(rendered).toContain("$23.00");
      expect(rendered).toContain("/deals?prices_of=official");
      // another page, whose address says it as well, and an address without it
      await page.getByRole("banner").getByRole("link", { name: "Deals", exact: true }).click();
      await page.waitForURL("**/deals?prices_of=official");
      // the address changes before the page does
      await page.locator('a[href^="/feeds/deals"]').first().waitFor();
      expect(await page.locator('a[href^="/feeds/deals"]').first().getAttribute("href")).toContain("official=true");
      await page.goto("/games?search=trusted");
      await page.waitForURL("**/games?search=trusted&prices_of=official");
      await here(card(page).getByText("$23.00").first());
      await page.getByRole("button", { name: "Compare: US · Official only" }).waitFor();
      expect(await axeFindings(page)).toEqual([]);
      await choose("All stores");
      await here(card(page).getByText("$19.00").first());
      await page.waitForURL("**/games?search=trusted");
    },
  );

  visit("are those of official stores at an address that says so, without a choice (soak)", "desktop", async (page) => {
    await opened(page, "/games?search=trusted&prices_of=official");
    await here(card(page).getByText("$23.00").first());
    await page.getByRole("button", { name: "Compare: US · Official only" }).waitFor();
    expect(await page.evaluate(() => localStorage.getItem("pricesOf"))).toBeNull();
    await opened(page, "/games?search=trusted");
    await here(card(page).getByText("$19.00").first());
  });

  visit("can be chosen in the footer, however late its code comes (soak)", "desktop", async (page) => {
    const footer = /\/site-footer-[^/]+\.js/;
    const hydrated = Promise.withResolvers<void>();
    await page.route(footer, async (route) => {
      await hydrated.promise;
      await route.continue();
    });
    const arrived = page.waitForResponse(footer);
    await opened(page, "/games?search=trusted");
    hydrated.resolve();
    await (await arrived).finished();
    await chooseOfficial(page);
  });

  test("replace those of the page, also when the processor is 6 times slower (soak)", () =>
    visits.visit(async (page) => {
      await opened(page, "/games?search=trusted");
      await chooseOfficial(page);
      const game = await card(page).getByRole("link").first().getAttribute("href");
      const devtools = await page.context().newCDPSession(page);
      onTestFinished(() => devtools.detach());
      await devtools.send("Emulation.setCPUThrottlingRate", { rate: 6 });
      // a failed hydration is an error in the console, which fails the visit
      for (const path of ["/", game!, "/games?search=trusted"]) {
        await page.goto(path);
        await here(page.getByText("Prices at official stores."));
      }
      await here(card(page).getByText("$23.00"));
    }, "desktop"));

  visit("are on lists, their baskets, and lists of others (soak)", "desktop", async (page) => {
    const member = await newMember(site());
    const as = { member };
    const { list } = await callApi<{ list: { id: number } }>(site(), "POST", "/api/lists", {
      ...as,
      body: { name: "Trusted" },
    });
    const found = await fetch(`${site().url}/api/games?search=trusted&fields=id,title`);
    const { games } = (await found.json()) as { games: { id: number; title: string }[] };
    for (const title of ["Trusted 3", "Trusted 5"]) {
      const gameId = games.find((game) => game.title === title)!.id;
      await callApi(site(), "POST", `/api/lists/${list.id}/items`, { ...as, body: { gameId } });
    }
    const { token } = await callApi<{ token: string }>(site(), "POST", `/api/lists/${list.id}/share`, {
      ...as,
      body: {},
    });
    await callApi(site(), "PUT", "/api/my-stores", { ...as, body: { stores: [], officialOnly: true } });
    await signIn(page, member, site().url);
    await opened(page, `/lists/${list.id}`);
    const basket = page.getByRole("region", { name: "Buy it all" });
    await here(page.getByText("Prices at official stores."));
    await here(card(page).getByText("$4.00 less at CDKeys"));
    await here(basket.getByText("$8.00 less at all stores"));
    expect(await axeFindings(page)).toEqual([]);
    await shoot(page, "own-list");
    await basket.getByRole("button", { name: "Show all stores" }).click();
    await here(card(page).getByText("$19.00").first());
    await page.getByText("less at").first().waitFor({ state: "hidden" });
    await page.getByRole("button", { name: "Show my stores" }).click();
    await here(card(page).getByText("$4.00 less at CDKeys"));
    await opened(page, `/shared/${token}`);
    await here(card(page).getByText("$4.00 less at CDKeys"));
    await shoot(page, "shared-list");
  });

  visit(
    "are taken into a profile that has none, which wins from then on, and leave with its owner",
    "desktop",
    async (page) => {
      const member = await newMember(site());
      await opened(page, "/games?search=trusted");
      await chooseOfficial(page);
      await signIn(page, member, site().url);
      await opened(page, "/profile");
      await page.getByRole("button", { name: "Keep", exact: true }).click();
      await here(page.getByRole("region", { name: "My stores" }).getByText("Official stores only"));
      expect(await axeFindings(page)).toEqual([]);
      await shoot(page, "profile");
      const response = await fetch(`${site().url}/api/my-stores`, {
        headers: { authorization: `Bearer ${member.token}` },
      });
      expect(await response.json()).toEqual({ myStores: { stores: [], officialOnly: true } });
      await page.evaluate(() => localStorage.removeItem("myStores"));
      const checked = page.waitForResponse("**/api/wishlist/check");
      await opened(page, "/games?search=trusted");
      await here(card(page).getByText("$23.00").first());
      await checked;
      await page.getByRole("button", { name: `Account: ${member.username}` }).click();
      await page.getByRole("button", { name: "Sign out", exact: true }).click();
      await page.getByRole("banner").getByRole("link", { name: "Sign in" }).waitFor();
      await opened(page, "/games?search=trusted");
      await here(card(page).getByText("$19.00").first());
      await expect.poll(() => page.evaluate(() => localStorage.getItem("pricesOf"))).toBeNull();
    },
  );
});

/** Pictures of the screens, to look at them. */
async function shoot(page: Page, name: string): Promise<void> {
  const folder = process.env.SHOTS;
  if (!folder) return;
  for (const theme of ["light", "dark"]) {
    await page.evaluate((chosen) => document.documentElement.setAttribute("data-theme", chosen), theme);
    await page.screenshot({ path: join(folder, `${name}-${theme}.png`) });
  }
}
