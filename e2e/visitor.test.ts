import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { superAdmin } from "./administrators.ts";
import { launchBrowser, newVisitor, opened, type Screen, screens, seriousFindings } from "./browser.ts";
import { newMember, signIn } from "./member.ts";
import { type Site, startSite } from "./site.ts";

let site: Site;
let browser: Browser;

beforeAll(async () => {
  // nobody answers there: pictures are drawn covers
  site = await startSite({ STEAM_IMAGE_URL: "http://127.0.0.1:9", RATE_LIMIT_SCALE: "100" });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await site?.stop();
});

/** A test as a visitor, who must not see any error in the console. */
function visit(name: string, screen: Screen, steps: (page: Page) => Promise<void>) {
  test(name, async () => {
    const { page, problems } = await newVisitor(browser, site.url, screens[screen]);
    try {
      await steps(page);
      expect(problems).toEqual([]);
    } finally {
      await page.context().close();
    }
  });
}

const here = (page: Page) => page.url().slice(site.url.length);
const summary = (page: Page) => page.getByRole("main").getByRole("status");

/** Whether the whole element is on the screen. */
function isInView(page: Page, selector: string): Promise<boolean> {
  return page.locator(selector).evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  });
}

/** Whether the list is in the order that `compare` wants; an empty one is not. */
function isSorted(list: readonly number[], compare: (one: number, other: number) => number): boolean {
  return list.length > 0 && list.every((price, index) => index === 0 || compare(list[index - 1] ?? price, price) <= 0);
}

/** The prices of the list, in dollars, in its order. */
async function prices(page: Page): Promise<number[]> {
  const texts = await page.locator("article .figures.text-lg").allTextContents();
  return texts.map((text) => (text === "Free" ? 0 : Number(text.replace("$", ""))));
}

describe.each(["desktop", "phone"] as const)("on a %s", (screen) => {
  visit("the home page leads to all games", screen, async (page) => {
    await opened(page, "/");
    expect(await page.getByRole("heading", { level: 1 }).count()).toBe(1);
    expect(await page.getByRole("article").count()).toBe(12);
    for (const name of ["Price Comparison", "Top Ratings", "Average Savings"]) {
      expect(await page.getByRole("heading", { name }).isVisible()).toBe(true);
    }
    await page.getByRole("link", { name: "View All Games" }).click();
    await page.waitForURL("**/games");
    await expect.poll(() => page.getByRole("article").count()).toBe(20);
  });

  visit("a search is applied when typing stops, and cleared", screen, async (page) => {
    await opened(page, "/games?page=2");
    await page.getByRole("searchbox").pressSequentially("portal");
    await page.waitForURL("**/games?search=portal");
    await page.getByText(/^Showing \d+ of \d+ games for "portal"$/).waitFor();
    const titles = await page.getByRole("article").getByRole("heading").allTextContents();
    expect(titles.length).toBeGreaterThan(0);
    expect(titles.every((title) => title.toLowerCase().includes("portal"))).toBe(true);

    await page.getByRole("searchbox").fill("no such game anywhere");
    await page.getByRole("heading", { name: "No Games Found" }).waitFor();
    await page
      .getByText('No games match "no such game anywhere". Try a different search term.', { exact: true })
      .waitFor();
    await page.getByRole("button", { name: "Clear Search" }).click();
    await page.waitForURL("**/games");
    await expect.poll(() => page.getByRole("searchbox").inputValue()).toBe("");
  });

  visit("the active sort flips, a new one starts in its own direction", screen, async (page) => {
    await opened(page, "/games?store=steam");
    await page.getByRole("button", { name: "Price" }).click();
    await page.waitForURL("**/games?store=steam&sort=lowest_price");
    await expect.poll(async () => isSorted(await prices(page), (a, b) => a - b)).toBe(true);

    await page.getByRole("button", { name: "Price" }).click();
    await page.waitForURL("**/games?store=steam&sort=lowest_price&order=DESC");
    await page.getByRole("button", { name: "Price", pressed: true }).getByText("↓").waitFor();
    await expect.poll(async () => isSorted(await prices(page), (a, b) => b - a)).toBe(true);
  });

  visit("the store filter is told, kept over pages and by the back button", screen, async (page) => {
    await opened(page, "/games");
    await page.getByRole("combobox", { name: "Store" }).selectOption("gog");
    await page.waitForURL("**/games?store=gog");
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

  visit("free games are free", screen, async (page) => {
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

  visit("a game's page compares its prices and leads back to where the list was", screen, async (page) => {
    await opened(page, "/games?search=witcher");
    const title = (await page.getByRole("article").first().getByRole("heading").textContent()) ?? "";
    await page.getByRole("article").first().getByRole("link").click();
    await page.getByRole("heading", { level: 1, name: title }).waitFor();
    expect(here(page)).toMatch(/^\/games\/\d+$/);
    expect(await page.title()).toContain(title);

    const comparison = page.getByRole("region", { name: "Price Comparison" });
    expect(await comparison.getByRole("listitem").count()).toBe(4);
    expect(await comparison.getByText("Best Deal").count()).toBe(1);
    const buy = page.getByRole("link", { name: /^Buy for (\$\d+\.\d\d|Free)$/ });
    expect(await buy.getAttribute("rel")).toBe("noopener sponsored");
    await comparison
      .getByText(/^Checked \d+ (minute|hour|day)s? ago$/)
      .first()
      .waitFor();
    expect(
      await comparison
        .getByRole("link", { name: /^Go to / })
        .first()
        .locator("svg")
        .isVisible(),
    ).toBe(true);
    await page.getByText("Login to view price history").waitFor();
    for (const name of ["Rating", "Metacritic", "Players", "Release Year"]) {
      expect(await page.getByRole("region", { name: "Statistics" }).getByText(name, { exact: true }).count()).toBe(1);
    }
    await page.getByRole("button", { name: "Go Back" }).click();
    await page.waitForURL("**/games?search=witcher");
  });

  visit("what is known of an offer stands beside it", screen, async (page) => {
    const seen = new Date(Date.now() - 2 * 60 * 60 * 1000).toISOString();
    const offer = { price: null, regular_price: null, link: null, in_stock: null, last_seen_at: seen };
    const game = {
      steam_price: 10,
      cdkeys_price: 4,
      gog_price: null,
      null_price: 0,
      best_price: 4,
      best_store: "cdkeys",
      savings_percentage: 60,
      offers: [
        {
          ...offer,
          store: "steam",
          price: 10,
          regular_price: 25,
          ends_at: null,
          was_free_until: "2026-01-02T15:00:00Z",
        },
        { ...offer, store: "gog", ends_at: null, was_free_until: null },
        { ...offer, store: "other", price: 0, ends_at: "2027-03-04T15:00:00Z", was_free_until: "2026-01-02T15:00:00Z" },
      ],
    };
    await opened(page, "/games?search=witcher");
    await page.route(/\/api\/games\/\d+$/, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), ...game } });
    });
    await page.getByRole("article").first().getByRole("link").click();
    const rows = page.getByRole("region", { name: "Price Comparison" }).getByRole("listitem");
    const inRow = (store: string, text: string) => rows.filter({ hasText: store }).getByText(text, { exact: true });
    await inRow("Steam", "Was free until Jan 2, 2026").waitFor();
    expect(await inRow("Steam", "Checked 2 hours ago").getAttribute("datetime")).toBe(seen);
    await inRow("Steam", "$25.00").and(page.locator("s")).waitFor();
    await inRow("Other", "Free until Mar 4, 2027").waitFor();
    expect(await inRow("Other", "Was free until Jan 2, 2026").count()).toBe(0);
    await inRow("GOG", "No longer sold").waitFor();
    await inRow("CDKeys", "Key shop").waitFor();
    expect(await inRow("CDKeys", "Checked 2 hours ago").count()).toBe(0);
    await page.getByRole("link", { name: "Buy for $4.00", exact: true }).waitFor();
    const box = page.getByRole("region", { name: "Best Price" });
    await box.getByText("You save", { exact: true }).waitFor();
    await box.getByText("$6.00 (60%)", { exact: true }).waitFor();
  });

  visit("the menu closes on a press outside, on Esc, and when an item is chosen", screen, async (page) => {
    await opened(page, "/games");
    const explore = page.getByRole("button", { name: "Explore" });
    const item = page.getByRole("link", { name: "All Games" });
    await explore.click();
    await item.waitFor();
    await page.keyboard.press("Escape");
    await item.waitFor({ state: "hidden" });
    await explore.press("ArrowDown");
    await expect.poll(() => item.evaluate((link) => link === document.activeElement)).toBe(true);
    // the listener for presses outside is attached 100 ms after the menu opens
    await page.waitForTimeout(150);
    await summary(page).click();
    await item.waitFor({ state: "hidden" });
    await explore.click();
    await item.click();
    await item.waitFor({ state: "hidden" });
  });

  visit("the logo and All Games lead to the top of their own pages", screen, async (page) => {
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

  visit("About, Privacy and Terms lead somewhere on every page", screen, async (page) => {
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
        // a move to an anchor on the same page keeps the place
        await expect.poll(() => isInView(page, `#${anchor}`), { message: `${path}#${anchor}` }).toBe(true);
      }
    }
    const footer = page.getByRole("contentinfo");
    await footer.getByRole("link", { name: "Privacy Policy" }).click();
    await page.getByRole("heading", { level: 1, name: "Privacy Policy" }).waitFor();
    expect(here(page)).toBe("/privacy");
    await footer.getByRole("link", { name: "Terms of Service" }).click();
    await page.getByRole("heading", { level: 1, name: "Terms of Service" }).waitFor();
    expect(await page.evaluate(() => scrollY)).toBe(0);
  });

  visit("a page past the end says so and leads to the first", screen, async (page) => {
    for (const [path, first, summary] of [
      ["/games?store=gog&page=999", "/games?store=gog", /^Showing 20 of \d+ games filtered by GOG$/],
      ["/free?page=2000", "/free", /^\d+ free games$/],
    ] as const) {
      await opened(page, path);
      const number = path.includes("/free") ? "2,000" : "999";
      await page.getByRole("heading", { name: `Page ${number} is past the end` }).waitFor();
      expect(await page.getByText("No games available at the moment.").count()).toBe(0);
      expect(await page.locator("meta[name=robots]").getAttribute("content")).toContain("noindex");
      await page.getByRole("link", { name: "Go to Page 1" }).click();
      await page.getByText(summary).waitFor();
      expect(here(page)).toBe(first);
    }
  });

  visit("a game that no store sells costs N/A", screen, async (page) => {
    const prices = { steam_price: null, cdkeys_price: null, gog_price: null, null_price: null };
    const game = { ...prices, best_price: null, best_store: null, savings_percentage: null, offers: [] };
    await opened(page, "/games?search=witcher");
    await page.route(/\/api\/games\/\d+$/, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), ...game } });
    });
    await page.getByRole("article").first().getByRole("link").click();
    const box = page.getByRole("region", { name: "Best Price" });
    await box.getByText("N/A", { exact: true }).waitFor();
    await box.getByText("No store sells this game at the moment.", { exact: true }).waitFor();
    const rows = page.getByRole("region", { name: "Price Comparison" }).getByRole("listitem");
    expect(await rows.getByText("N/A", { exact: true }).count()).toBe(4);
    expect(await rows.getByText("Not sold here", { exact: true }).count()).toBe(4);
  });

  visit("the user menu leads administrators to the panel, and nobody else", screen, async (page) => {
    for (const [who, links] of [
      [await newMember(site), 0],
      [await superAdmin(site), 1],
    ] as const) {
      await signIn(page, who);
      await opened(page, "/games");
      await page.getByRole("button", { name: `Account: ${who.username}` }).click();
      await page.getByRole("button", { name: "Logout" }).waitFor();
      expect(await page.getByRole("link", { name: "Admin Panel" }).count()).toBe(links);
    }
    await page.getByRole("link", { name: "Admin Panel" }).click();
    await page.waitForURL("**/admin");
  });

  visit("the theme is switched and kept", screen, async (page) => {
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

  visit("nothing is wider than the screen, whatever the page", screen, async (page) => {
    for (const path of ["/", "/games", "/free", "/games/1", "/games?search=zzzz"]) {
      await page.goto(path);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), path).toBeLessThanOrEqual(0);
    }
  });

  for (const path of ["/", "/games", "/games?search=zzzz", "/free", "/games/1"]) {
    visit(`${path} is without serious findings of axe`, screen, async (page) => {
      await page.emulateMedia({ colorScheme: "dark" });
      await opened(page, path);
      expect(await seriousFindings(page)).toEqual([]);
      // themes differ in colours alone, and those are the same on every screen
      if (screen === "phone") return;
      await page.emulateMedia({ colorScheme: "light" });
      await opened(page, path);
      expect(await seriousFindings(page, ["color-contrast"])).toEqual([]);
    });
  }
});

visit("what is typed while a search is applied is not lost", "desktop", async (page) => {
  await opened(page, "/games");
  await page.route("**/api/games?**", (route) => setTimeout(() => route.continue(), 400));
  const box = page.getByRole("searchbox");
  const asked = page.waitForRequest(/search=por&/);
  await box.pressSequentially("por");
  await asked;
  await box.pressSequentially("tal");
  await page.waitForURL("**/games?search=portal");
  await page.getByText(/games for "portal"$/).waitFor();
  expect(await box.inputValue()).toBe("portal");
});

visit("links to login carry the place that they lead back to", "desktop", async (page) => {
  await opened(page, "/games?store=gog");
  const login = page.getByRole("link", { name: "Login" });
  expect(await login.getAttribute("href")).toBe("/login?from=%2Fgames");
});

test("an unknown game is a 404 page with a way on", async () => {
  const { page } = await newVisitor(browser, site.url, screens.desktop);
  for (const path of ["/games/999999999", "/games/not-a-number", "/game/0"]) {
    const answer = await page.goto(path);
    expect(answer?.status(), path).toBe(404);
    await page.getByRole("heading", { name: "Game not found" }).waitFor();
  }
  await page.getByRole("link", { name: "Browse More Games" }).click();
  await page.waitForURL("**/games");
  await page.context().close();
});

visit("every page says that the catalogue is a sample", "phone", async (page) => {
  for (const path of ["/", "/games", "/free", "/games/1", "/contact", "/login", "/register"]) {
    await opened(page, path);
    const notices = page.getByText("Sample catalogue: prices are made up.").filter({ visible: true });
    await expect.poll(() => notices.count()).toBe(1);
  }
});

visit("an address with parameters that mean nothing shows the list", "desktop", async (page) => {
  await opened(page, "/games?store=epic&sort=magic&order=up&page=zero");
  await page.getByText(/^Showing 20 of \d+ games$/).waitFor();
});

visit("both addresses of a game show the same, any other path leads home", "desktop", async (page) => {
  await opened(page, "/game/1");
  const title = await page.getByRole("heading", { level: 1 }).textContent();
  expect(await page.locator("link[rel=canonical]").getAttribute("href")).toMatch(/\/games\/1$/);
  await opened(page, "/games/1");
  expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe(title);
  await page.goto("/no/such/page");
  expect(here(page)).toBe("/");
});

test.each([
  ["/games", "Title", "Failed to load games. Please try again.", /^Showing 20 of \d+ games$/],
  ["/free", "Name", "Failed to load free games. Please try again.", /^\d+ free games$/],
])("%s that cannot be loaded says so and loads on Retry", async (path, sort, message, summary) => {
  const { page } = await newVisitor(browser, site.url, screens.desktop);
  await opened(page, path);
  await page.route(`**/api${path === "/free" ? "/games/free" : "/games"}?**`, (route) => route.abort());
  await page.getByRole("button", { name: sort }).click();
  // after three retries, 1, 2 and 4 seconds apart
  await page.getByText(message, { exact: true }).waitFor();
  await page.unrouteAll();
  await page.getByRole("button", { name: "Retry" }).click();
  await page.getByText(summary).waitFor();
  await page.context().close();
});

test.each([
  ["/games", "Title", "Failed to load games. Please try again.", /^Showing 20 of \d+ games$/],
  ["/free", "Name", "Failed to load free games. Please try again.", /^\d+ free games$/],
])("%s without a network says so, and loads by itself when it is back", async (path, sort, message, summary) => {
  const { page } = await newVisitor(browser, site.url, screens.desktop);
  await opened(page, path);
  await page.context().setOffline(true);
  await page.getByRole("button", { name: sort }).click();
  await page.getByText(message, { exact: true }).waitFor();
  await page.getByRole("button", { name: "Retry" }).waitFor();
  await page.context().setOffline(false);
  await page.getByText(summary).waitFor();
  await page.context().close();
});

test("a game's page that was opened without a network loads by itself when it is back", async () => {
  const { page } = await newVisitor(browser, site.url, screens.desktop);
  await opened(page, "/games/1");
  const title = (await page.getByRole("heading", { level: 1 }).textContent())!;
  await page.getByRole("link", { name: "Browse More Games" }).click();
  await page.waitForURL("**/games");
  // the game's code is here, the next game is not
  const other = page.getByRole("article").getByRole("heading").filter({ hasNotText: title }).first();
  const name = (await other.textContent())!;
  await page.context().setOffline(true);
  await other.getByRole("link").click();
  await page.getByText("Failed to load game details. Please try again.", { exact: true }).waitFor();
  await page.context().setOffline(false);
  await page.getByRole("heading", { level: 1, name, exact: true }).waitFor();
  await page.context().close();
});

test("a page that breaks offers three retries, then other ways out", async () => {
  const { page } = await newVisitor(browser, site.url, screens.desktop);
  await opened(page, "/games");
  await page.route("**/api/games/*", (route) => route.fulfill({ json: { id: 1, title: "Not all of a game" } }));
  await page.getByRole("article").first().getByRole("link").click();
  await page.getByRole("heading", { name: "Something went wrong" }).waitFor();
  await page.getByText("An unexpected error occurred. Please try refreshing the page.", { exact: true }).waitFor();
  for (let retry = 0; retry < 3; retry++) await page.getByRole("button", { name: "Try Again" }).click();
  await page.getByRole("button", { name: "Refresh Page" }).waitFor();
  await page.getByRole("link", { name: "Go Home" }).click();
  await page.waitForURL(`${site.url}/`);
  await page.context().close();
});

test("a picture that does not load leaves a placeholder, not a broken image", async () => {
  const { page } = await newVisitor(browser, site.url, screens.desktop);
  await page.route("**/images/games/**", (route) => route.abort());
  await opened(page, "/games/1");
  await expect.poll(() => page.locator("img").count()).toBe(0);
  await page.getByRole("img").first().waitFor();
  await page.context().close();
});

test("the list and its pages work without scripts", async () => {
  const { page } = await newVisitor(browser, site.url, { ...screens.desktop, javaScriptEnabled: false });
  await page.goto("/games");
  expect(await page.getByRole("article").count()).toBe(20);
  await page.getByRole("link", { name: "Next" }).click();
  expect(here(page)).toBe("/games?page=2");
  await page.getByText(/^Page 2 of \d+$/).waitFor();
  await page.getByRole("searchbox").fill("portal");
  await page.getByRole("searchbox").press("Enter");
  await page.getByText(/games for "portal"$/).waitFor();
  await page.context().close();
});
