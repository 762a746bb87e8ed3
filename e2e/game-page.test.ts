import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { repeats } from "../server/src/test/processes/soak.ts";
import { opened } from "./browser.ts";
import { startVisits } from "./visits.ts";

const visits = startVisits("shared");

/** Whether the element is completely in the first screen, with nothing above it. */
const isAboveTheFold = (part: Locator) =>
  part.evaluate((element) => {
    const { top, bottom, left, width, height } = element.getBoundingClientRect();
    const shown = document.elementFromPoint(left + Math.min(width, 20) / 2, top + height / 2);
    return scrollY === 0 && top >= 0 && bottom <= innerHeight && (element === shown || element.contains(shown));
  });

/** Opens a game that this many stores sell, a key shop cheapest. */
async function openGame(page: Page, stores: number): Promise<void> {
  await opened(page, "/games?search=witcher");
  await page.route(/\/api\/games\/\d+(\?|$)/, async (route) => {
    const response = await route.fetch();
    const offer = { currency: "USD", link: "https://store.example/", cut: 0, activates_on: ["steam"] };
    const offers = Array.from({ length: stores }, (_, n) => {
      const price = { price: 10 + n, converted_price: 10 + n, regular_price: null, in_stock: null };
      return { ...offer, ...price, store: n === 0 ? "cdkeys" : n === 1 ? "steam" : `store${n}` };
    });
    const official = stores > 1 ? { best_official_price: 11, best_official_store: "steam" } : {};
    const best = { best_price: 10, best_store: "cdkeys", reference_price: 30, cut: 67, steam_price: 30 };
    await route.fulfill({ response, json: { ...(await response.json()), ...best, ...official, offers } });
  });
  await page.getByRole("article").first().getByRole("link").click();
  await page.getByRole("link", { name: "Buy for $10.00" }).first().waitFor();
}

describe.each((["phone", "desktop"] as const).slice(0, repeats(1, 2)))("on a %s", (screen) => {
  test("what decides about buying is above the fold, however many stores there are", () =>
    visits.visit(async (page) => {
      for (const stores of [1, 40, 4, 12].slice(0, repeats(2, 4))) {
        await openGame(page, stores);
        const box = page.getByRole("region", { name: "Best price" });
        const parts = {
          title: page.getByRole("heading", { level: 1 }),
          price: box.getByText("$10.00", { exact: true }),
          ...(stores > 1 && { official: box.getByText("Official best: Steam $11.00") }),
          buy: box.getByRole("link", { name: "Buy for $10.00" }),
          verdict: box.getByText(/(Great|Good|Fair) price|Worth waiting|Not enough history/),
        };
        for (const [name, part] of Object.entries(parts))
          await expect.poll(() => isAboveTheFold(part), { message: `${name} with ${stores} stores` }).toBe(true);
      }
    }, screen));
});

test("rows of the comparison are 52 pixels high, 64 on phones; links of the facts suit fingers (soak)", async () => {
  for (const [screen, height] of [
    ["desktop", 52],
    ["phone", 64],
  ] as const)
    await visits.visit(async (page) => {
      await openGame(page, 12);
      const rows = page.getByRole("region", { name: "Price Comparison" }).getByRole("listitem");
      await expect.poll(() => rows.count()).toBe(12);
      const heights = await rows.evaluateAll((all) => all.map((row) => Math.floor(row.getBoundingClientRect().height)));
      // a line between rows adds a pixel
      for (const one of heights) expect(one).toBeLessThanOrEqual(height + 1);
      const facts = page.getByRole("main").locator("header dl a");
      expect(await facts.count()).toBeGreaterThan(1);
      for (const link of await facts.all()) expect((await link.boundingBox())!.height).toBeGreaterThanOrEqual(24);
    }, screen);
});
