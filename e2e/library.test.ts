import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { axeFindings, opened } from "./browser.ts";
import { callApi } from "./member.ts";
import { button, shownTitles, startWishlist } from "./wishlist.ts";

const { site, games, visit } = startWishlist();
const none = () => [];

async function openImport(page: Page): Promise<void> {
  await opened(page, "/library?tab=import");
  await page.getByRole("heading", { name: "From a file or a list" }).waitFor();
}

describe("the library (spec/library 6)", () => {
  visit("is empty at first; a pasted list is previewed, imported and exported", none, async (page, member) => {
    await opened(page, "/library");
    await page.getByText("No owned games yet").waitFor();
    expect(await axeFindings(page)).toEqual([]);
    const [first, second] = games();
    await callApi(site(), "POST", "/api/wishlist", { member, body: { gameId: second!.id } });
    await openImport(page);
    await page.getByLabel("Or paste it here").fill(`${first!.title}\n${second!.title}\nNo such game at all`);
    await page.getByLabel("These games are").selectOption({ label: "owned" });
    await button(page, "Find games").click();
    await page.getByText("Found (2)").waitFor();
    await page.getByText("Not found (1)").waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await button(page, "Add 2 games").click();
    await page.getByText("Import finished").waitFor();
    await page.getByText("2 games added to your library").waitFor();
    await page.getByText("1 was on your wishlist:").waitFor();
    await button(page, "Remove from the wishlist").click();
    await page.getByText("Removed from your wishlist").waitFor();

    await openImport(page);
    await page.getByLabel("Format").selectOption({ label: "List of titles" });
    const [download] = await Promise.all([page.waitForEvent("download"), button(page, "Download").click()]);
    const lines = (await readFile(await download.path(), "utf8")).trim().split("\n");
    expect(lines.sort()).toEqual([first!.title, second!.title].sort());
  });

  visit("on a phone, the current tab is in view (soak)", none, async (page) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const tabs = page.getByRole("navigation", { name: "Parts of the library" });
    await openImport(page);
    const inView = () =>
      tabs.locator("[aria-current]").evaluate((tab) => {
        const { left, right } = tab.getBoundingClientRect();
        return left >= 0 && right <= innerWidth;
      });
    expect(await inView()).toBe(true);
    await tabs.getByRole("link").first().click();
    await page.getByText("No owned games yet").waitFor();
    expect(await inView()).toBe(true);
  });

  visit("shows owned games; a removed game is in the lists again (soak)", none, async (page, member) => {
    const game = games()[0]!;
    await callApi(site(), "PUT", `/api/library/${game.id}`, { member, body: { state: "owned" } });
    await opened(page, "/library");
    await page.getByRole("link", { name: game.title }).first().waitFor();
    await opened(page, `/games?search=${encodeURIComponent(game.title)}&exact=true`);
    await expect.poll(() => shownTitles(page)).not.toContain(game.title);
    await opened(page, "/library");
    await button(page, `Remove: ${game.title}`).click();
    await page.getByText(`${game.title} removed from the library`).waitFor();
    await page.getByText("No owned games yet").waitFor();
  });
});
