import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { repeats } from "../server/src/test/processes/soak.ts";
import { axeFindings, findingsInBothThemes, newVisitor, opened, type Screen, screens } from "./browser.ts";
import { startVisits } from "./visits.ts";

const visits = startVisits("shared");
const { site, browser, here } = visits;

/** Fails on any error in the console. */
const visit = (name: string, screen: Screen, steps: (page: Page) => Promise<void>) =>
  test(name, () => visits.visit(steps, screen));

const panel = (page: Page) => page.getByRole("complementary", { name: "Filters" });
const sheet = (page: Page) => page.getByRole("dialog", { name: "Filters" });
const chips = (page: Page) => page.getByRole("list", { name: "Active filters" }).getByRole("button");
/** The name of the button that has the focus. */
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.ariaLabel ?? document.activeElement?.textContent);
/** The number of games that the summary names. */
const total = async (page: Page) =>
  Number(/of ([\d,]+) games/.exec((await page.locator("#list-summary").textContent()) ?? "")?.[1]?.replace(",", ""));
/** Resolves when panel and tools have come alive: until then they are what the server wrote. */
const alive = async (page: Page) => {
  await page.waitForFunction(() =>
    ["aside input", "main select"].every((selector) => {
      const field = document.querySelector(selector);
      return field !== null && Object.keys(field).some((key) => key.startsWith("__reactProps"));
    }),
  );
};

/** How much of the page has moved so far without an input. */
const layoutShift = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          const shifts = list.getEntries() as (PerformanceEntry & { value?: number; hadRecentInput?: boolean })[];
          resolve(shifts.reduce((sum, { value = 0, hadRecentInput }) => sum + (hadRecentInput ? 0 : value), 0));
        }).observe({ type: "layout-shift", buffered: true });
        // without a shift there is no call
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(0)));
      }),
  );

describe("the panel", () => {
  visit("filters combine with the search, page 1 returns, and back and forward work", "desktop", async (page) => {
    await opened(page, "/games?search=e&page=2");
    await alive(page);
    const all = await total(page);
    await panel(page).getByRole("checkbox", { name: /^GOG/ }).check();
    await page.waitForURL("**/games?search=e&store=gog");
    await expect.poll(() => total(page)).toBeLessThan(all);
    const some = await total(page);
    await panel(page).getByRole("textbox", { name: "Max. price" }).fill("10");
    await page.waitForURL("**/games?search=e&max_price=10&store=gog");
    await expect.poll(() => total(page)).toBeLessThan(some);
    await page.goBack();
    await expect.poll(() => total(page)).toBe(some);
    expect(await panel(page).getByRole("textbox", { name: "Max. price" }).inputValue()).toBe("");
    await page.goBack();
    await page.waitForURL("**/games?search=e&page=2");
    expect(await panel(page).getByRole("checkbox", { name: /^GOG/ }).isChecked()).toBe(false);
    await page.goForward();
    await expect.poll(() => panel(page).getByRole("checkbox", { name: /^GOG/ }).isChecked()).toBe(true);
    await page.getByRole("searchbox", { name: "Search games" }).fill("a");
    await page.waitForURL("**/games?search=a&store=gog");
  });

  visit("works by keyboard", "desktop", async (page) => {
    await opened(page, "/games");
    await alive(page);
    await panel(page).getByRole("textbox", { name: "Max. price" }).focus();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Space");
    await page.waitForURL("**/games?free=true");
    await page.keyboard.press("Tab");
    expect(await focused(page)).toMatch(/^Discount/);
    await page.keyboard.press("Enter");
    await panel(page).getByRole("radio", { name: "Any" }).waitFor({ state: "hidden" });
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    // the chosen one of the radio buttons
    expect(
      await panel(page)
        .getByRole("radio", { name: "Any" })
        .evaluate((one) => one === document.activeElement),
    ).toBe(true);
    await page.goBack();
    await expect.poll(() => here(page)).toBe("/games");
  });

  visit("an invalid filter is ignored with a notice, the rest applies (soak)", "desktop", async (page) => {
    await opened(page, "/games?min_price=abc&store=gog&low=far");
    await page.getByText("The filter “min_price” was ignored: expected an amount such as 9.99.").waitFor();
    await page.getByText("The filter “low” was ignored: there is no such choice.").waitFor();
    await page.getByText(/games filtered by GOG$/).waitFor();
    await opened(page, "/games?store=nowhere&max_price=20");
    await page.getByText("The filter “store” was ignored: there is no such choice.").waitFor();
    await page.getByText(/^Showing \d+ of \d+ games up to \$20\.00$/).waitFor();
    await page.getByRole("button", { name: "Remove Up to $20.00" }).click();
    await page.waitForURL("**/games");
    await expect.poll(() => page.getByText(/was ignored/).count()).toBe(0);
  });

  visit("a form that repeats a name sends a list (soak)", "desktop", async (page) => {
    await opened(page, "/games?store=gog&store=steam&min_price=&min_cut=");
    expect(here(page)).toBe("/games?store=gog,steam");
  });
});

describe("chips", () => {
  visit("are removed one by one, the focus moves on, and all are cleared", "desktop", async (page) => {
    await opened(page, "/games?search=e&store=gog,steam&max_price=50&sort=title");
    await expect
      .poll(() => chips(page).evaluateAll((all) => all.map((chip) => chip.ariaLabel ?? chip.textContent)))
      .toEqual([...["Remove Up to $50.00", "Remove GOG", "Remove Steam", "Clear all"]]);
    await alive(page);
    await chips(page).nth(1).focus();
    await page.keyboard.press("Enter");
    await page.waitForURL("**/games?search=e&max_price=50&store=steam&sort=title");
    await expect.poll(() => focused(page)).toBe("Remove Steam");
    await page.keyboard.press("Space");
    await expect.poll(() => focused(page)).toBe("Remove Up to $50.00");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/games?search=e&sort=title");
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("list-summary");
    await opened(page, "/games?search=e&store=gog&max_price=50");
    await page.getByRole("button", { name: "Clear all" }).click();
    await page.waitForURL("**/games?search=e");
  });
});

describe("the sheet", () => {
  visit("covers the screen, counts games, keeps its place and gives the focus back", "phone", async (page) => {
    await opened(page, "/games");
    const opener = page.getByRole("button", { name: /^Filters/ });
    await opener.press("Enter");
    await sheet(page).waitFor();
    const box = (await sheet(page).boundingBox())!;
    expect([box.width, box.height]).toEqual([390, 844]);
    const show = sheet(page).getByRole("button", { name: /^Show / });
    const all = await show.textContent();
    // the panel beside the list has fields of the same filter
    await sheet(page)
      .getByRole("radio", { name: /^10% or more/ })
      .check();
    await page.waitForURL("**/games?min_cut=10");
    await sheet(page).getByRole("radio", { name: "Any" }).first().check();
    await page.waitForURL("**/games");
    await sheet(page).getByRole("checkbox", { name: /^GOG/ }).check();
    await expect.poll(() => show.textContent()).not.toBe(all);
    await expect.poll(async () => `Show ${await total(page)} games`).toBe(await show.textContent());
    const scroll = () =>
      sheet(page)
        .locator("> div")
        .nth(1)
        .evaluate((element) => element.scrollTop);
    const scrolled = await scroll();
    expect(scrolled).toBeGreaterThan(0);
    expect(await axeFindings(page)).toEqual([]);
    await show.press("Enter");
    await sheet(page).waitFor({ state: "hidden" });
    await page.getByRole("button", { name: "Filters (1)" }).waitFor();
    expect(await opener.evaluate((element) => element === document.activeElement)).toBe(true);
    await opener.click();
    await expect.poll(scroll).toBe(scrolled);
    await sheet(page).getByRole("button", { name: "Clear all" }).click();
    await page.waitForURL("**/games");
    await page.keyboard.press("Escape");
    await sheet(page).waitFor({ state: "hidden" });
    expect(await opener.evaluate((element) => element === document.activeElement)).toBe(true);
    // the bar stays in view
    await page.evaluate(() => scrollTo(0, 2000));
    await expect.poll(async () => (await opener.boundingBox())!.y).toBeLessThan(120);
  });
});

describe("sorting and views", () => {
  visit("the menu sorts, relevance is offered while searching (soak)", "desktop", async (page) => {
    await opened(page, "/games");
    const menu = page.getByRole("combobox", { name: "Sort by" });
    await alive(page);
    expect(await menu.locator("option").allTextContents()).not.toContain("Relevance");
    await menu.selectOption("Popularity");
    await page.waitForURL("**/games?sort=popularity");
    await opened(page, "/games?search=portal");
    expect(await menu.inputValue()).toBe("relevance");
    await alive(page);
    await page.getByRole("button", { name: "Reverse the order" }).click();
    await page.waitForURL("**/games?search=portal&order=ASC");
    await page.getByRole("button", { name: "Price" }).click();
    await page.waitForURL("**/games?search=portal&sort=lowest_price");
  });

  visit("the compact list shows 50 rows and is remembered", "desktop", async (page) => {
    await opened(page, "/games?page=2");
    // before that it is a link, which remembers nothing
    await alive(page);
    await page.getByRole("button", { name: "Show as a list" }).click();
    await page.waitForURL("**/games?view=list");
    await expect.poll(() => page.getByRole("article").count()).toBe(50);
    expect(await axeFindings(page)).toEqual([]);
    await opened(page, "/games");
    await page.waitForURL("**/games?view=list");
    // at once: no cards before it that would move
    expect(await layoutShift(page)).toBeLessThan(0.05);
    await page.getByRole("button", { name: "Show as cards" }).click();
    await page.waitForURL("**/games");
    await expect.poll(() => page.getByRole("article").count()).toBe(20);
    await opened(page, "/games");
    await page.getByRole("button", { name: "Show as a list" }).waitFor();
    expect(here(page)).toBe("/games");
  });
});

describe("responses of the server", () => {
  const respond = (page: Page, change: object) =>
    page.route("**/api/games?**", async (route) => {
      // calls that are still under way when the test ends
      const response = await route.fetch().catch(() => null);
      const json = await response?.json().catch(() => null);
      if (response && json) await route.fulfill({ response, json: { ...json, ...change } }).catch(() => {});
    });

  visit("options show counts; those without a game cannot be chosen (soak)", "desktop", async (page) => {
    await opened(page, "/games");
    await alive(page);
    const genres = Array.from({ length: 12 }, (_, index) => ({ value: `Genre ${index}`, count: 1200 - index }));
    const none = { store: [], tag: [], type: [], official: [], activates: [], price: [{ value: "0", count: 3 }] };
    await respond(page, { facets: { ...none, genre: genres, cut: [{ value: "50", count: 7 }] } });
    await page.getByRole("textbox", { name: "Max. price" }).fill("1000");
    const listed = panel(page).getByRole("checkbox", { name: /^Genre/ });
    await expect.poll(() => listed.count()).toBe(8);
    await panel(page).getByRole("checkbox", { name: "Genre 0 1,200 games" }).waitFor();
    expect(await panel(page).getByRole("radio", { name: "50% or more 7 games" }).isEnabled()).toBe(true);
    expect(await panel(page).getByRole("radio", { name: "90% or more 0 games" }).isDisabled()).toBe(true);
    await panel(page).getByPlaceholder("Find a genre…").fill("11");
    await expect.poll(() => listed.count()).toBe(1);
    await listed.check();
    await page.waitForURL("**/games?max_price=1000&genre=Genre+11");
    await panel(page).getByPlaceholder("Find a genre…").fill("");
    await expect.poll(() => listed.count()).toBe(9);
  });

  visit("an empty list says which filter to drop (soak)", "desktop", async (page) => {
    await opened(page, "/games");
    await alive(page);
    await respond(page, { games: [], totalGames: 0, totalPages: 0, without: { max_price: 31, min_price: 0 } });
    await panel(page).getByRole("textbox", { name: "Max. price" }).fill("5");
    await page.getByRole("heading", { name: "No Games Found" }).waitFor();
    await page.unroute("**/api/games?**");
    await page.getByRole("button", { name: "31 games without “Up to $5.00”" }).click();
    await page.waitForURL("**/games");
  });

  visit("a corrected search is named, and what was typed can be searched for (soak)", "desktop", async (page) => {
    await opened(page, "/games");
    await respond(page, { corrected: "stardew valley" });
    await page.getByRole("searchbox", { name: "Search games" }).fill("stardw valley");
    await page.getByText("Showing results for stardew valley. Search instead for stardw valley").waitFor();
    // the suggestions cover it
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "stardw valley", exact: true }).click();
    await page.waitForURL("**/games?search=stardw+valley&exact=true");
    await page.getByText("Showing results for").waitFor({ state: "hidden" });
  });
});

describe.each((["desktop", "phone"] as const).slice(0, repeats(1, 2)))("without JavaScript, on a %s", (screen) => {
  test("the filters are a form, which keeps the search and the sort", async () => {
    const { page } = await newVisitor(browser(), site().url, { ...screens[screen], javaScriptEnabled: false });
    await page.goto("/games?search=e&sort=title");
    await panel(page).getByRole("checkbox", { name: /^GOG/ }).check();
    await panel(page)
      .getByRole("checkbox", { name: /^Steam/ })
      .check();
    await panel(page).getByRole("textbox", { name: "Max. price" }).fill("30");
    await panel(page).getByRole("button", { name: "Apply filters" }).click();
    await page.getByText(/filtered by GOG and Steam up to \$30\.00$/).waitFor();
    expect(await page.getByRole("button", { name: "Title", pressed: true }).count()).toBe(1);
    expect(await page.getByRole("searchbox", { name: "Search games" }).inputValue()).toBe("e");
    expect(await chips(page).allTextContents()).toHaveLength(4);
    await page.getByRole("searchbox", { name: "Search games" }).fill("a");
    await page.getByRole("searchbox", { name: "Search games" }).press("Enter");
    await page.getByText(/for "a" filtered by GOG and Steam up to \$30\.00$/).waitFor();
    await page.context().close();
  });
});

describe("in both themes", () => {
  const pages = [
    ["desktop", "/games?store=gog&max_price=20&min_price=abc"],
    ["phone", "/games?search=zzzz&store=gog"],
    ["phone", "/games?store=gog&max_price=20&min_price=abc"],
    ["desktop", "/games?search=portal&view=list"],
  ] as const;
  test.each(pages)("on a %s, %s has no findings by axe (soak)", (screen, path) =>
    visits.visit(async (page) => {
      await opened(page, path);
      if (screen === "desktop") {
        await panel(page)
          .locator("details")
          .evaluateAll((sections) => {
            for (const section of sections) section.toggleAttribute("open", true);
          });
      }
      expect(await findingsInBothThemes(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    }, screen),
  );
});
