import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { repeats } from "../server/src/test/processes/soak.ts";
import { superAdmin } from "./administrators.ts";
import { opened, type Screen } from "./browser.ts";
import { callApi, newMember, signIn } from "./member.ts";
import { startVisits } from "./visits.ts";

const visits = startVisits("shared");
const { site, here } = visits;

/** Fails on any error in the console. */
const visit = (name: string, screen: Screen, steps: (page: Page) => Promise<void>) =>
  test(name, () => visits.visit(steps, screen));

const summary = (page: Page) => page.getByRole("main").getByRole("status");

/** Whether the element is completely in view. */
function isInView(page: Page, selector: string): Promise<boolean> {
  return page.locator(selector).evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  });
}

/** Whether the list is sorted and not empty. */
function isSorted(list: readonly number[], compare: (one: number, other: number) => number): boolean {
  return list.length > 0 && list.every((price, index) => index === 0 || compare(list[index - 1] ?? price, price) <= 0);
}

/** The prices of the list in dollars. */
async function prices(page: Page): Promise<number[]> {
  const texts = await page.locator("article .figures.text-lg").allTextContents();
  return texts.map((text) => (text === "Free" ? 0 : Number(text.replace("$", ""))));
}

describe("on either screen", () => {
  visit("the home page leads to all games", "phone", async (page) => {
    await opened(page, "/");
    expect(await page.getByRole("heading", { level: 1 }).count()).toBe(1);
    const topRated = page.getByRole("region", { name: "Top Rated Games" });
    expect(await topRated.getByRole("article").count()).toBe(12);
    expect(await page.getByRole("region", { name: "Popular and on sale" }).getByRole("article").count()).toBe(5);
    for (const name of ["Price Comparison", "Top ratings", "Average savings"]) {
      expect(await page.getByRole("heading", { name }).isVisible()).toBe(true);
    }
    await page.getByRole("link", { name: "View All Games" }).click();
    await page.waitForURL("**/games");
    await expect.poll(() => page.getByRole("article").count()).toBe(20);
  });

  visit("a search is applied when typing stops, and can be cleared", "desktop", async (page) => {
    await opened(page, "/games?page=2");
    await page.getByRole("searchbox", { name: "Search games" }).pressSequentially("portal");
    await page.waitForURL("**/games?search=portal");
    await page.getByText(/^Showing \d+ of \d+ games for "portal"$/).waitFor();
    const titles = await page.getByRole("article").getByRole("heading").allTextContents();
    expect(titles.length).toBeGreaterThan(0);
    expect(titles.every((title) => title.toLowerCase().includes("portal"))).toBe(true);

    await page.getByRole("searchbox", { name: "Search games" }).fill("no such game anywhere");
    await page.getByRole("heading", { name: "No Games Found" }).waitFor();
    await page
      .getByText('No games match "no such game anywhere". Try a different search term.', { exact: true })
      .waitFor();
    await page.getByRole("button", { name: "Clear Search" }).click();
    await page.waitForURL("**/games");
    await expect.poll(() => page.getByRole("searchbox", { name: "Search games" }).inputValue()).toBe("");
  });

  visit("clicking the active sort reverses it, a new sort starts in its default direction", "phone", async (page) => {
    await opened(page, "/games?store=steam");
    await page.getByRole("button", { name: "Price" }).click();
    await page.waitForURL("**/games?store=steam&sort=lowest_price");
    await expect.poll(async () => isSorted(await prices(page), (a, b) => a - b)).toBe(true);

    await page.getByRole("button", { name: "Price" }).click();
    await page.waitForURL("**/games?store=steam&sort=lowest_price&order=DESC");
    await page.getByRole("button", { name: "Price", pressed: true }).getByText("↓").waitFor();
    await expect.poll(async () => isSorted(await prices(page), (a, b) => b - a)).toBe(true);
  });

  visit("the free page lists free games (soak)", "phone", async (page) => {
    await opened(page, "/");
    await page.getByRole("button", { name: "Explore" }).click();
    await page.getByRole("link", { name: "Free Games" }).click();
    await page.waitForURL("**/free");
    await page.getByText(/^\d+ free games$/).waitFor();
    expect(new Set(await prices(page))).toEqual(new Set([0]));
    expect(await page.getByText("FREE", { exact: true }).count()).toBe(await page.getByRole("article").count());

    await page.getByRole("button", { name: "Name" }).click();
    await page.waitForURL("**/free?sort=name");
  });

  visit("a game's page compares prices and leads back to the list", "desktop", async (page) => {
    await opened(page, "/games?search=witcher");
    const title = (await page.getByRole("article").first().getByRole("heading").textContent()) ?? "";
    await page.getByRole("article").first().getByRole("link").click();
    await page.getByRole("heading", { level: 1, name: title }).waitFor();
    expect(here(page)).toMatch(/^\/games\/\d+$/);
    expect(await page.title()).toContain(title);

    const comparison = page.getByRole("region", { name: "Price Comparison" });
    const { retailers } = await callApi<{ retailers: { name: string }[] }>(site(), "GET", "/api/retailers");
    const elsewhere = await comparison.getByText(/^Not sold at \d+ stores$/).textContent();
    const sold = await comparison.getByRole("link", { name: /^(Buy|Get it) at / }).count();
    expect(sold).toBeGreaterThan(0);
    // "Other" is not listed among them
    const others = retailers.filter(({ name }) => name !== "Other").length;
    const soldAtOther = await comparison
      .getByRole("listitem")
      .filter({ hasText: /^Other/ })
      .count();
    expect(Number(/\d+/.exec(elsewhere!)![0])).toBe(others - sold + soldAtOther);
    expect(await comparison.getByText("Best deal").count()).toBe(1);
    const buy = page.getByRole("link", { name: /^Buy for \$\d+\.\d\d$/ });
    expect(await buy.getAttribute("rel")).toBe("sponsored nofollow noopener");
    await comparison.getByText(/^Prices checked \d+ (minute|hour|day)s? ago/).waitFor();
    await page.getByText("Login to view price history").waitFor();
    for (const name of ["Rating", "Metacritic", "Players", "Release year"]) {
      expect(await page.getByRole("region", { name: "Statistics" }).getByText(name, { exact: true }).count()).toBe(1);
    }
    await page.getByRole("button", { name: "Go back" }).click();
    await page.waitForURL("**/games?search=witcher");
  });

  visit("offers show regular prices, end dates and check times (soak)", "phone", async (page) => {
    const seen = new Date(Date.now() - 2 * 60 * 60 * 1000).toISOString();
    const offer = {
      currency: "USD",
      price: null,
      converted_price: null,
      regular_price: null,
      reference_store: null,
      cut: 0,
      link: null,
      activates_in: null,
      in_stock: null,
      last_seen_at: seen,
      ends_at: null,
      was_free_until: null,
    };
    const game = {
      steam_price: 10,
      cdkeys_price: 4,
      gog_price: null,
      null_price: 0,
      best_price: 4,
      best_store: "cdkeys",
      best_official_price: 10,
      best_official_store: "steam",
      savings_percentage: 60,
      offers: [
        {
          ...offer,
          store: "steam",
          price: 10,
          converted_price: 10,
          regular_price: 25,
          reference_store: "steam",
          cut: 60,
          ends_at: null,
          was_free_until: "2026-01-02T15:00:00Z",
        },
        { ...offer, store: "cdkeys", price: 4, converted_price: 4, link: "https://store.example/" },
        { ...offer, store: "gog" },
        {
          ...offer,
          store: "other",
          price: 0,
          converted_price: 0,
          link: "https://other.example/",
          ends_at: "2027-03-04T15:00:00Z",
          was_free_until: "2026-01-02T15:00:00Z",
        },
      ],
    };
    await opened(page, "/games?search=witcher");
    await page.route(/\/api\/games\/\d+$/, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), ...game } });
    });
    await page.getByRole("article").first().getByRole("link").click();
    const comparison = page.getByRole("region", { name: "Price Comparison" });
    const rows = comparison.getByRole("listitem");
    const inRow = (store: string, text: string) => rows.filter({ hasText: store }).getByText(text, { exact: true });
    await inRow("Steam", "Was free until Jan 2, 2026").waitFor();
    await page.getByRole("button", { name: "More about the price at Steam" }).click();
    expect(await inRow("Steam", "Checked 2 hours ago").getAttribute("datetime")).toBe(seen);
    await page.keyboard.press("Escape");
    await inRow("Steam", "$25.00").and(page.locator("s")).waitFor();
    await inRow("Other", "Free until Mar 4, 2027").waitFor();
    expect(await inRow("Other", "Was free until Jan 2, 2026").count()).toBe(0);
    await comparison.getByText("Official best: Steam $10.00 · Key shops from $4.00").waitFor();
    await page.getByRole("link", { name: "Get it at Other", exact: true }).waitFor();
    await page.getByText("Not sold at 9 stores", { exact: true }).click();
    await inRow("GOG", "No longer sold").waitFor();
    await inRow("CDKeys", "Key shop").waitFor();
    await page.getByRole("link", { name: "Buy for $4.00", exact: true }).first().waitFor();
    const box = page.getByRole("region", { name: "Best price" });
    await box.getByText("You save $6.00 (60%) against Steam's price", { exact: true }).waitFor();
  });

  visit("the menu closes on a click outside, on Esc, and when an item is chosen (soak)", "desktop", async (page) => {
    await opened(page, "/games");
    const explore = page.getByRole("button", { name: "Explore" });
    const item = page.getByRole("link", { name: "All Games" });
    await explore.click();
    await item.waitFor();
    await page.keyboard.press("Escape");
    await item.waitFor({ state: "hidden" });
    await explore.press("ArrowDown");
    await expect.poll(() => item.evaluate((link) => link === document.activeElement)).toBe(true);
    // The listener for clicks outside is attached 100 ms after the menu opens.
    await expect
      .poll(async () => {
        await summary(page).click();
        return item.isVisible();
      })
      .toBe(false);
    await explore.click();
    await item.click();
    await item.waitFor({ state: "hidden" });
  });

  visit("the logo and All Games scroll to the top on their own pages (soak)", "phone", async (page) => {
    for (const reducedMotion of ["no-preference", "reduce"] as const) {
      await page.emulateMedia({ reducedMotion });
      await opened(page, "/");
      await page.evaluate(() => scrollTo(0, 1000));
      await page.getByRole("link", { name: "Lootwise: Home" }).click();
      await page.waitForFunction(() => scrollY === 0);

      await opened(page, "/games");
      await page.evaluate(() => scrollTo(0, 1000));
      await page.getByRole("button", { name: "Explore" }).click();
      await page.getByRole("link", { name: "All Games" }).click();
      await page.waitForFunction(() => scrollY === 0);
      expect(here(page)).toBe("/games");
    }
  });

  visit("About, Privacy and Terms work on every page (soak)", "phone", async (page) => {
    for (const path of ["/", "/games", "/free", "/games/1", "/contact", "/privacy", "/terms", "/wishlist"]) {
      await opened(page, path);
      for (const name of ["About", "Privacy", "Terms"]) {
        const anchor = name.toLowerCase();
        await page.getByRole("contentinfo").getByRole("link", { name, exact: true }).click();
        await page.waitForURL(`**${path}#${anchor}`);
        await page
          .locator(`#${anchor}:target`)
          .getByText(/Lootwise/)
          .waitFor();
        // Wait, because the page scrolls to the anchor.
        await expect.poll(() => isInView(page, `#${anchor}`), { message: `${path}#${anchor}` }).toBe(true);
      }
    }
    const footer = page.getByRole("contentinfo");
    await footer.getByRole("link", { name: "Privacy policy" }).click();
    await page.getByRole("heading", { level: 1, name: "Privacy policy" }).waitFor();
    expect(here(page)).toBe("/privacy");
    await footer.getByRole("link", { name: "Terms of service" }).click();
    await page.getByRole("heading", { level: 1, name: "Terms of service" }).waitFor();
    expect(await page.evaluate(() => scrollY)).toBe(0);
  });

  visit("a section of the footer stays targeted when the footer's code loads later (soak)", "desktop", async (page) => {
    const gate = Promise.withResolvers<void>();
    await page.route("**/site-footer-*.js", async (route) => {
      await gate.promise;
      await route.continue();
    });
    await opened(page, "/games");
    await page.getByRole("contentinfo").getByRole("link", { name: "Terms", exact: true }).click();
    const terms = page.locator("#terms:target");
    await terms.waitFor();
    const servers = await terms.elementHandle();
    gate.resolve();
    await servers!.waitForElementState("hidden");
    await terms.waitFor();
    await expect.poll(() => isInView(page, "#terms")).toBe(true);
    await page.goBack();
    expect(here(page)).toBe("/games");
  });

  visit("a page past the end shows a notice and a link to the first page (soak)", "phone", async (page) => {
    for (const [path, first, summary] of [
      ["/games?store=gog&page=999", "/games?store=gog", /^Showing 20 of \d+ games filtered by GOG$/],
      ["/free?page=2000", "/free", /^\d+ free games$/],
    ] as const) {
      await opened(page, path);
      const number = path.includes("/free") ? "2,000" : "999";
      await page.getByRole("heading", { name: `Page ${number} is past the end` }).waitFor();
      expect(await page.getByText("No games available at the moment.").count()).toBe(0);
      expect(await page.locator("meta[name=robots]").getAttribute("content")).toContain("noindex");
      await page.getByRole("link", { name: "Go to page 1" }).click();
      await page.getByText(summary).waitFor();
      expect(here(page)).toBe(first);
    }
  });

  visit("a game that no store sells shows N/A (soak)", "desktop", async (page) => {
    const prices = { steam_price: null, cdkeys_price: null, gog_price: null, null_price: null };
    const game = { ...prices, best_price: null, best_store: null, savings_percentage: null, offers: [] };
    await opened(page, "/games?search=witcher");
    await page.route(/\/api\/games\/\d+$/, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), ...game } });
    });
    await page.getByRole("article").first().getByRole("link").click();
    const box = page.getByRole("region", { name: "Best price" });
    await box.getByText("N/A", { exact: true }).waitFor();
    await box.getByText("No store sells this game at the moment.", { exact: true }).waitFor();
    const comparison = page.getByRole("region", { name: "Price Comparison" });
    await comparison.getByText("Not sold at 11 stores", { exact: true }).click();
    await comparison.getByText("Fanatical").waitFor();
  });

  visit("only administrators see the panel in the user menu (soak)", "desktop", async (page) => {
    for (const [who, links] of [
      [await newMember(site()), 0],
      [await superAdmin(site()), 1],
    ] as const) {
      await signIn(page, who);
      await opened(page, "/games");
      await page.getByRole("button", { name: `Account: ${who.username}` }).click();
      await page.getByRole("button", { name: "Sign out", exact: true }).waitFor();
      expect(await page.getByRole("link", { name: "Admin panel" }).count()).toBe(links);
    }
    await page.getByRole("link", { name: "Admin panel" }).click();
    await page.waitForURL("**/admin");
  });

  visit("the theme can be switched and persists", "phone", async (page) => {
    await page.emulateMedia({ colorScheme: "dark" });
    await opened(page, "/games");
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const dark = await ground();
    await page.getByRole("button", { name: "Switch to the light theme" }).click();
    const light = await ground();
    expect(light).not.toBe(dark);
    await opened(page, "/games");
    expect(await ground()).toBe(light);
  });
});

describe.each((["phone", "desktop"] as const).slice(0, repeats(1, 2)))("on a %s", (screen) => {
  visit("the store filter is shown and survives paging and the back button", screen, async (page) => {
    await opened(page, "/games");
    if (screen === "phone") await page.getByRole("button", { name: "Filters" }).click();
    await page.getByRole("checkbox", { name: /^GOG/ }).check();
    await page.waitForURL("**/games?store=gog");
    if (screen === "phone") await page.getByRole("button", { name: /^Show [\d,]+ games$/ }).click();
    await page.getByText(/^Showing 20 of \d+ games filtered by GOG$/).waitFor();
    const first = await page.getByRole("article").first().textContent();

    await page.getByRole("link", { name: "Next" }).click();
    await page.waitForURL("**/games?store=gog&page=2");
    await summary(page)
      .getByText(/^Page 2 of \d+$/)
      .waitFor();
    await page.waitForFunction(() => scrollY === 0);
    expect(await page.getByRole("link", { name: "Page 2" }).getAttribute("aria-current")).toBe("page");

    await page.goBack();
    await summary(page)
      .getByText(/^Page 1 of \d+$/)
      .waitFor();
    expect(await page.getByRole("article").first().textContent()).toBe(first);
  });
});
