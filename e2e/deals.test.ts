import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { repeats } from "../server/src/test/processes/soak.ts";
import { findingsInBothThemes, hrefOf, opened, type Screen } from "./browser.ts";
import { startVisits } from "./visits.ts";

const visits = startVisits({});
const { site, here } = visits;

/** Fails on any error in the console. */
const visit = (name: string, screen: Screen, steps: (page: Page) => Promise<void>) =>
  test(name, () => visits.visit(steps, screen));

const steam = { store: "steam", country: "US", currency: "USD", link: "https://store.steampowered.com/app/1/" };

/** 25 games at a discount and one without, all only at Steam. */
const games = Array.from({ length: 26 }, (_, index) => ({
  title: `Discounted ${index}`,
  genre: "Puzzle",
  developer: "Valve",
  tags: "Puzzle, Co-op",
  prices: [{ ...steam, price: 100 - 3 * index, regular: 100 }],
}));

beforeAll(async () => {
  const file = join(site().dataDir, "games.jsonl");
  await writeFile(file, games.map((game) => JSON.stringify(game)).join("\n"));
  const env = { PATH: process.env.PATH, ...site().env };
  await promisify(execFile)(process.execPath, ["scripts/cli.mjs", "import", "catalogue", file], { env });
  await vi.waitFor(async () => {
    const page = await fetch(`${site().url}/deals?section=cuts`);
    expect(await page.text()).toContain("Discounted");
  }, 10_000);
}, 60_000);

const section = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

describe("on either screen", () => {
  visit("the deals page has sections with discounts, which link to complete lists", "desktop", async (page) => {
    await opened(page, "/");
    await page.getByRole("button", { name: "Explore" }).click();
    await page.locator("[data-menu-panel]").getByRole("link", { name: "Deals", exact: true }).click();
    await page.waitForURL("**/deals");
    const cuts = section(page, "Biggest discounts");
    const first = cuts.getByRole("article").first();
    await first.getByText("−75%").waitFor();
    expect(await first.locator("s").textContent()).toBe("Regular price $100.00");
    expect(await first.locator(".figures.text-lg").textContent()).toBe("$25.00");
    expect(await hrefOf(cuts.getByRole("link", { name: "Feed: Biggest Discounts" }))).toBe("/feeds/deals/cuts.rss");
    await cuts.getByRole("link", { name: "See all 25: Biggest Discounts" }).click();
    await page.waitForURL("**/deals?section=cuts");
    await page.getByText("25 deals", { exact: true }).waitFor();
    expect(await page.getByRole("article").count()).toBe(20);
    await page.getByRole("link", { name: "Next" }).click();
    await page.waitForURL("**/deals?section=cuts&page=2");
    await expect.poll(() => page.getByRole("article").count()).toBe(5);
  });

  visit("a section's heading and its feed share a line, and cards show the discount (soak)", "phone", async (page) => {
    await opened(page, "/deals");
    const middles = (name: string) =>
      section(page, name)
        .locator("h2, h2 ~ * a, h2 ~ a")
        .evaluateAll((parts) =>
          parts.map((part) => {
            const { top, bottom } = part.getBoundingClientRect();
            return Math.round((top + bottom) / 2);
          }),
        );
    for (const name of ["Biggest discounts"]) expect(new Set(await middles(name)).size).toBe(1);
    await opened(page, "/games?search=Discounted&sort=lowest_price");
    const card = page.getByRole("article").first();
    await card.getByText("−75%").waitFor();
    expect(await card.locator("s").textContent()).toBe("Regular price $100.00");
  });
});

describe.each((["phone", "desktop"] as const).slice(0, repeats(1, 2)))("on a %s", (screen) => {
  visit("a game's page shows other games of its developer, and its buy button stays in view", screen, async (page) => {
    await opened(page, "/deals?section=cuts");
    await page.getByRole("article").first().getByRole("link").click();
    await page.waitForURL("**/games/*");
    await section(page, "More by Valve").scrollIntoViewIfNeeded();
    expect(await section(page, "More by Valve").getByRole("article").count()).toBeGreaterThan(3);
    const buttons = page.locator("a", { hasText: "Buy for $25.00" });
    const inView = () =>
      buttons.evaluateAll(
        (all) =>
          all.filter((button) => {
            const { top, bottom } = button.getBoundingClientRect();
            return top >= 0 && bottom <= innerHeight && button.checkVisibility({ visibilityProperty: true });
          }).length,
      );
    if (screen === "phone") await expect.poll(inView).toBe(1);
    await page.evaluate(() => scrollTo(0, 0));
    await expect.poll(inView).toBe(1);
  });
});

visit("a store without deals links to all deals (soak)", "desktop", async (page) => {
  await opened(page, "/deals");
  const stores = page.getByRole("navigation", { name: "Deals by store" });
  expect(await stores.getByRole("link", { name: "GOG" }).count()).toBe(0);
  const marked = stores.locator("[aria-current]");
  expect(await marked.allTextContents()).toEqual(["All stores"]);
  await opened(page, "/deals?store=gog");
  expect(await marked.allTextContents()).toEqual(["GOG"]);
  await page.getByText("GOG has no deals at the moment.").waitFor();
  await page.getByRole("main").getByRole("link", { name: "All deals" }).click();
  await page.waitForURL("**/deals");
  await section(page, "Biggest discounts").waitFor();
});

visit("invalid parameters are dropped, and a page past the end links to the first (soak)", "desktop", async (page) => {
  await opened(page, "/deals?section=nonsense&store=no-such-store&page=-1");
  expect(here(page)).toBe("/deals");
  await section(page, "Biggest discounts").waitFor();
  await opened(page, "/deals?section=cuts&page=99");
  await page.getByText("This list has no page 99.").waitFor();
  await page.getByRole("link", { name: "Go to page 1" }).click();
  await page.waitForURL("**/deals?section=cuts");
});

describe("in both themes", () => {
  visit("axe finds nothing on one list of deals (soak)", "desktop", async (page) => {
    await opened(page, "/deals?section=cuts");
    expect(await findingsInBothThemes(page)).toEqual([]);
  });

  visit("axe finds nothing on the page of a discounted game (soak)", "phone", async (page) => {
    await opened(page, "/deals?section=cuts");
    await page.getByRole("article").first().getByRole("link").click();
    await page.waitForURL("**/games/*");
    expect(await findingsInBothThemes(page)).toEqual([]);
  });
});

test("the deals page is rendered on the server", async () => {
  const html = await (await fetch(`${site().url}/deals`)).text();
  expect(html).toMatch(/<a [^>]*>(<bdi[^>]*>)?Discounted 25</);
  expect(html).toContain("Biggest discounts");
  expect(html).toContain('<link rel="canonical"');
});
