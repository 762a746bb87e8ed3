import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { findingsInBothThemes, newVisitor, opened, screens } from "./browser.ts";
import { startVisits } from "./visits.ts";

const visits = startVisits("shared");
const { site, here } = visits;

const main = (page: Page) => page.getByRole("main");
/** The games of the list, without the best deals above it. */
const listed = (page: Page) => page.locator("ul > li > article");
const breadcrumbs = (page: Page) => page.getByRole("navigation", { name: "Breadcrumbs" });

describe("landing pages (spec/games 9)", () => {
  test("show text, facts, games and links without scripts", async () => {
    const { page } = await newVisitor(visits.browser(), site().url, { ...screens.phone, javaScriptEnabled: false });
    await page.goto("/store/steam");
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("Games at Steam");
    await main(page).getByText("at its prices").waitFor();
    expect(await main(page).getByRole("term").allTextContents()).toEqual([
      "Games",
      "On sale now",
      "At their low",
      "Typical discount",
    ]);
    expect(await listed(page).count()).toBe(20);
    expect(await breadcrumbs(page).getByRole("listitem").allTextContents()).toEqual([
      "Home",
      "All Games",
      "Games at Steam",
    ]);
    await page.getByRole("link", { name: "Page 2" }).click();
    await page.waitForURL("**/store/steam?page=2");
    expect(await listed(page).count()).toBe(20);
    await breadcrumbs(page).getByRole("link", { name: "All Games" }).click();
    await page.waitForURL("**/games");
    await page.getByRole("navigation", { name: "Popular genres" }).getByRole("link").first().click();
    await page.waitForURL("**/genre/*");
    await page.context().close();
  });

  test("a game links to its genre, whose list is paged (soak)", () =>
    visits.visit(async (page) => {
      await opened(page, "/games/1");
      const genre = page.locator("dd").getByRole("link").first();
      const name = await genre.textContent();
      await genre.click();
      await page.getByRole("heading", { level: 1, name: `${name} Games` }).waitFor();
      expect(here(page)).toMatch(/^\/genre\/[a-z-]+$/);
      const first = await listed(page).first().getByRole("heading").textContent();
      await page.getByRole("link", { name: "Page 2" }).click();
      await page.waitForURL("**/genre/*?page=2");
      await expect.poll(() => listed(page).first().getByRole("heading").textContent()).not.toBe(first);
      await page.goBack();
      await page.waitForURL(/\/genre\/[a-z-]+$/);
      await expect.poll(() => listed(page).first().getByRole("heading").textContent()).toBe(first);
      await page.goBack();
      await page.waitForURL("**/games/1");
    }));

  test("a list is sorted (soak)", () =>
    visits.visit(async (page) => {
      await opened(page, "/genre/action");
      expect(await page.getByRole("region", { name: "Best deals" }).getByRole("article").count()).toBe(3);
      await page.getByRole("button", { name: "Price" }).click();
      await page.waitForURL("**/genre/action?sort=lowest_price");
      await page.getByRole("button", { name: "Price" }).click();
      await page.waitForURL("**/genre/action?sort=lowest_price&order=DESC");
    }));

  test("a list is filtered and searched on its own page", () =>
    visits.visit(async (page) => {
      await opened(page, "/genre/action");
      const status = page.locator("#list-summary");
      const all = await status.textContent();
      const panel = page.getByRole("complementary", { name: "Filters" });
      expect(await panel.getByRole("group", { name: "Genre" }).count()).toBe(0);
      await panel.getByRole("radio", { name: /^50% or more/ }).check();
      await page.waitForURL("**/genre/action?min_cut=50");
      await expect.poll(() => status.textContent()).not.toBe(all);
      await page.getByRole("heading", { level: 1, name: "Action games" }).waitFor();
      await page.getByRole("list", { name: "Active filters" }).getByRole("button").first().click();
      await page.waitForURL(/\/genre\/action$/);
      await expect.poll(() => status.textContent()).toBe(all);
      const title = (await listed(page).nth(2).getByRole("heading").textContent())!;
      await main(page).getByRole("searchbox", { name: "Search these games" }).fill(title);
      await page.waitForURL(/\/genre\/action\?search=/);
      await expect.poll(() => listed(page).first().getByRole("heading").textContent()).toBe(title);
      await page.goBack();
      await page.waitForURL(/\/genre\/action$/);
    }));

  test("a page past the end links to the first, and an unknown name is not found (soak)", () =>
    visits.visit(
      async (page) => {
        await opened(page, "/store/steam?page=9999");
        await page.getByRole("link", { name: "Go to page 1" }).click();
        await page.waitForURL(/\/store\/steam$/);
        await opened(page, "/genre/no-such-genre");
        await page.getByRole("heading", { level: 1, name: "Page not found" }).waitFor();
      },
      "desktop",
      /404/,
    ));

  test.each(["/store/steam?page=2", "/under/10"])("axe finds nothing at %s (soak)", (path) =>
    visits.visit(async (page) => {
      await opened(page, path);
      expect(await findingsInBothThemes(page)).toEqual([]);
    }),
  );
});
