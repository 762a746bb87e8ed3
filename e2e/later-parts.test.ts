import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { repeats } from "../server/src/test/processes/soak.ts";
import { opened } from "./browser.ts";
import { startVisits } from "./visits.ts";

const visits = startVisits("shared");
const { here } = visits;

const laterParts = /\/assets\/(sort-tools|filter-panel|list-notices)-/;

/** Opens a page whose lazily loaded parts wait for `release`. */
async function openedInPart(page: Page, path: string): Promise<{ release: () => Promise<void> }> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(laterParts, (route) => released.then(() => route.continue()));
  await opened(page, path);
  return {
    async release() {
      release();
      await page.waitForLoadState("networkidle");
    },
  };
}

test.each((["desktop", "phone"] as const).slice(0, repeats(1, 2)))(
  "lazily loaded parts show the current address on a %s",
  (screen) =>
    visits.visit(async (page) => {
      const { release } = await openedInPart(page, "/games?store=steam");
      await page.getByRole("button", { name: "Price" }).click();
      await page.waitForURL("**/games?store=steam&sort=lowest_price");
      await page.getByRole("searchbox", { name: "Search games" }).pressSequentially("portal");
      await page.waitForURL("**/games?search=portal&store=steam&sort=lowest_price");

      await release();
      const view = page.getByRole("button", { name: "Show as a list" });
      await expect.poll(() => view.getAttribute("href")).toContain("sort=lowest_price");
      expect(here(page)).toBe("/games?search=portal&store=steam&sort=lowest_price");
      if (screen === "desktop") expect(await page.getByRole("checkbox", { name: /^Steam/ }).isChecked()).toBe(true);
    }, screen),
);

test("while the code of the next page loads, the page is never blank", () =>
  visits.visit(async (page) => {
    await opened(page, "/games");
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    await page.route(/\/assets\/.*\.js$/, async (route) => {
      asked.resolve();
      await released;
      await route.continue();
    });
    // the lowest height of what the page shows, at each frame
    await page.evaluate(() => {
      const seen = { frames: 0, lowest: Number.POSITIVE_INFINITY };
      Object.assign(window, { seen });
      const look = () => {
        const parts = [...document.querySelectorAll("main > *")];
        const height = Math.max(0, ...parts.map((part) => part.getBoundingClientRect().height));
        seen.lowest = Math.min(seen.lowest, height);
        seen.frames += 1;
        requestAnimationFrame(look);
      };
      look();
    });
    const seen = () => page.evaluate(() => (window as unknown as { seen: Record<"frames" | "lowest", number> }).seen);
    await page.getByRole("article").first().getByRole("link").first().tap();
    await asked.promise;
    const { frames } = await seen();
    await expect.poll(async () => (await seen()).frames).toBeGreaterThan(frames + 30);
    release();
    await page.getByRole("region", { name: "Best price" }).waitFor();
    expect((await seen()).lowest).toBeGreaterThan(200);
  }, "phone"));

test("lazily loaded parts apply earlier input (soak)", () =>
  visits.visit(async (page) => {
    const { release } = await openedInPart(page, "/games");
    await page.getByRole("checkbox", { name: /^GOG/ }).check();
    await release();
    await page.waitForURL("**/games?store=gog");
  }));
