import { type StoreKey, storeOf } from "contract/stores.ts";
import type { Browser, Page, Request } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { launchBrowser, newVisitor, opened, type Screen, screens, seriousFindings } from "./browser.ts";
import { callApi, type Member, newMember, signIn } from "./member.ts";
import { type Site, startSite } from "./site.ts";

interface Game {
  id: number;
  title: string;
  best_price: number | null;
}

interface Item {
  wishlist_id: number;
  game_id: number;
  title: string;
  notes: string;
  priority: number;
  lowest_price: number | null;
  display_order: number;
}

let site: Site;
let browser: Browser;
/** A page of the catalogue, the dearest first: all have a price. */
let games: Game[];

beforeAll(async () => {
  // nobody answers there: pictures are drawn covers
  site = await startSite({ STEAM_IMAGE_URL: "http://127.0.0.1:9", RATE_LIMIT_SCALE: "100" });
  browser = await launchBrowser();
  const path = "/api/games?limit=60&sortBy=lowest_price&order=DESC";
  games = (await callApi<{ games: Game[] }>(site, "GET", path)).games;
});
afterAll(async () => {
  await browser?.close();
  await site?.stop();
});

/** A test as a signed-in member with these games on the list, the last one newest. Only calls that are meant to fail may complain. */
function visit(
  name: string,
  wished: () => Game[],
  steps: (page: Page, member: Member) => Promise<void>,
  screen: Screen = "desktop",
) {
  test(name, async () => {
    const member = await newMember(site);
    for (const game of wished()) await wish(member, game);
    const { page, problems } = await newVisitor(browser, site.url, screens[screen]);
    try {
      await signIn(page, member);
      await steps(page, member);
      expect(problems.filter((text) => !/^(ApiError: )?(Failed to|Full|Not authenticated)/.test(text))).toEqual([]);
    } finally {
      await page.context().close();
    }
  });
}

const wish = (member: Member, { id }: Game) => callApi(site, "POST", "/api/wishlist", { member, body: { gameId: id } });

/** The member's items in their own order, as the server has them. */
async function itemsOf(member: Member): Promise<Item[]> {
  const path = "/api/wishlist?sort=display_order&order=ASC&limit=100";
  return (await callApi<{ items: Item[] }>(site, "GET", path, { member })).items;
}
const orderOf = async (member: Member) => (await itemsOf(member)).map(({ title }) => title);

const here = (page: Page) => page.url().slice(site.url.length);
const titles = (list: readonly Game[]) => list.map(({ title }) => title);
const shownTitles = (page: Page) =>
  page.getByRole("main").getByRole("heading", { level: 2 }).getByRole("link").allTextContents();
const figure = (page: Page, name: string) =>
  page.locator("dt", { hasText: name }).locator("xpath=following-sibling::dd");
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true });
const card = (page: Page, { title }: Game) =>
  page.getByRole("article").filter({ has: page.getByRole("link", { name: title, exact: true }) });

/** Opens a page and waits until its hearts know what they are. */
async function openedWithHearts(page: Page, path: string): Promise<void> {
  const checked = page.waitForResponse("**/api/wishlist/check");
  await opened(page, path);
  await checked;
}

/** Bodies of the calls that the page makes from now on, by method and path. */
function callsOf(page: Page, route: string): unknown[] {
  const bodies: unknown[] = [];
  page.on("request", (request: Request) => {
    if (`${request.method()} ${new URL(request.url()).pathname}` === route) bodies.push(request.postDataJSON());
  });
  return bodies;
}

describe("without a sign-in (spec/wishlist-and-alerts 3.3)", () => {
  test("the wishlist is Access Denied, and its login leads back to it", async () => {
    const { page } = await newVisitor(browser, site.url, screens.desktop);
    await opened(page, "/wishlist?sort=title");
    await page.getByRole("heading", { level: 1, name: "Access Denied" }).waitFor();
    await page.getByText("Please log in to view your wishlist", { exact: true }).waitFor();
    const member = await newMember(site);
    await page.getByRole("main").getByRole("link", { name: "Login" }).click();
    await page.getByLabel("Email", { exact: true }).fill(member.email);
    await page.getByLabel("Password", { exact: true }).fill("secret1");
    await button(page, "Sign In").click();
    await page.waitForURL("**/wishlist?sort=title");
    await page.getByRole("heading", { name: "Your wishlist is empty" }).waitFor();
    await page.context().close();
  });

  test("a heart and a price alert lead to the sign-in page, and nothing is asked for", async () => {
    const { page } = await newVisitor(browser, site.url, screens.desktop);
    const checks = callsOf(page, "POST /api/wishlist/check");
    await opened(page, "/games?sort=title");
    await button(page, "Add to wishlist").first().click();
    await page.waitForURL((url) => url.pathname === "/login");
    expect(new URL(page.url()).searchParams.get("from")).toBe("/games?sort=title");
    await opened(page, "/games/1");
    await page.getByRole("link", { name: "Set Price Alert" }).click();
    await page.waitForURL((url) => url.pathname === "/login");
    expect(new URL(page.url()).searchParams.get("from")).toBe("/games/1");
    expect(checks).toEqual([]);
    await page.context().close();
  });
});

describe("the page (spec/wishlist-and-alerts 3.1)", () => {
  visit(
    "is empty at first and leads to the games",
    () => [],
    async (page) => {
      await opened(page, "/wishlist");
      await page.getByRole("heading", { name: "Your wishlist is empty" }).waitFor();
      await expect.poll(() => figure(page, "Total Games").textContent()).toBe("0");
      expect(await figure(page, "Average Price").textContent()).toBe("$0.00");
      await page.getByRole("link", { name: "Browse Games" }).click();
      await page.waitForURL("**/games");
    },
  );

  visit(
    "opens newest first, with figures and links to the games",
    () => games.slice(0, 4),
    async (page, member) => {
      await opened(page, "/wishlist");
      await expect.poll(() => shownTitles(page)).toEqual(titles(games.slice(0, 4)).reverse());
      const stats = await callApi<Record<string, number>>(site, "GET", "/api/wishlist/stats", { member });
      await expect.poll(() => figure(page, "Total Games").textContent()).toBe("4");
      expect(await figure(page, "Total Value").textContent()).toBe(`$${stats.total_value?.toFixed(2)}`);
      expect(await figure(page, "Total Savings").textContent()).toBe(`$${stats.total_savings?.toFixed(2)}`);
      expect(await figure(page, "Average Price").textContent()).toBe(`$${stats.average_price?.toFixed(2)}`);
      const link = page.getByRole("link", { name: games[0]!.title, exact: true });
      expect(await link.getAttribute("href")).toBe(`/game/${games[0]!.id}`);
    },
  );

  visit(
    "shows N/A where there is no price",
    () => games.slice(0, 1),
    async (page) => {
      await page.route("**/api/wishlist?**", async (route) => {
        const answer = await (await route.fetch()).json();
        const unsold = { lowest_price: null, lowest_price_store: null, steam_price: null, cdkeys_price: null };
        for (const item of answer.items) Object.assign(item, unsold, { gog_price: null, null_price: null });
        await route.fulfill({ json: answer });
      });
      await opened(page, "/wishlist");
      // the best price and that of each store
      await expect.poll(() => card(page, games[0]!).getByText("N/A", { exact: true }).count()).toBe(5);
    },
  );

  visit(
    "sorts: a new key in its own direction, the same flips, but never the custom order",
    () => games.slice(0, 3),
    async (page) => {
      const sorted = titles(games.slice(0, 3)).sort((a, b) => a.localeCompare(b));
      await opened(page, "/wishlist");
      await button(page, "Date Added").click();
      await page.waitForURL("**/wishlist?order=ASC");
      await expect.poll(() => shownTitles(page)).toEqual(titles(games.slice(0, 3)));
      await button(page, "Title").click();
      await page.waitForURL("**/wishlist?sort=title");
      await expect.poll(() => shownTitles(page)).toEqual(sorted);
      await button(page, "Title").click();
      await page.waitForURL("**/wishlist?sort=title&order=DESC");
      await expect.poll(() => shownTitles(page)).toEqual(sorted.toReversed());
      await button(page, "Price").click();
      await page.waitForURL("**/wishlist?sort=lowest_price");
      await page.getByRole("button", { name: "Price", pressed: true }).getByText("↓").waitFor();
      for (let press = 0; press < 2; press++) {
        await button(page, "Custom Order").click();
        await page.waitForURL("**/wishlist?sort=display_order");
        await page.getByRole("button", { name: "Custom Order", pressed: true }).getByText("↑").waitFor();
      }
      await expect.poll(() => shownTitles(page)).toEqual(titles(games.slice(0, 3)));
    },
  );

  visit(
    "asks for 50 at a time and has pages for more",
    () => games.slice(0, 51),
    async (page) => {
      const asked = new Set<string | null>();
      page.on("request", (request) => {
        const { pathname, searchParams } = new URL(request.url());
        if (pathname === "/api/wishlist") asked.add(searchParams.get("limit"));
      });
      await opened(page, "/wishlist?sort=display_order");
      await expect.poll(() => shownTitles(page)).toHaveLength(50);
      await page.getByRole("link", { name: "Page 2" }).click();
      await page.waitForURL("**/wishlist?sort=display_order&page=2");
      await expect.poll(() => shownTitles(page)).toEqual([games[50]!.title]);
      expect([...asked]).toEqual(["50"]);
      // a page that has become empty is left
      await button(page, /^Remove/).click();
      await page.waitForURL("**/wishlist?sort=display_order");
      await expect.poll(() => shownTitles(page)).toHaveLength(50);
    },
  );

  visit(
    "removes an item, says so, and keeps the place of the focus",
    () => games.slice(0, 3),
    async (page) => {
      await opened(page, "/wishlist");
      // the list without it is on the screen well after the removal is known
      await page.evaluate(() => {
        const wait = window.setTimeout;
        const waitLonger = (run: TimerHandler, ms = 0) => wait(run, Math.max(ms, 40));
        window.setTimeout = waitLonger as typeof wait;
      });
      await button(page, `Remove: ${games[1]!.title}`).click();
      await page.getByText(`${games[1]!.title} removed from the wishlist`).waitFor({ state: "attached" });
      await expect.poll(() => shownTitles(page)).toEqual([games[2]!.title, games[0]!.title]);
      await expect.poll(() => figure(page, "Total Games").textContent()).toBe("2");
      await page.getByText("All 2 games").first().waitFor();
      await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(games[0]!.title);
    },
  );

  visit(
    "only logs an item that cannot be removed",
    () => games.slice(0, 1),
    async (page) => {
      const logged: string[] = [];
      page.on("console", (message) => logged.push(message.text()));
      await page.route("**/api/wishlist/game/**", (route) => route.fulfill({ status: 409, json: {} }));
      await opened(page, "/wishlist");
      await button(page, /^Remove/).click();
      await expect.poll(() => logged).toContain("Failed to remove from wishlist");
      expect(await shownTitles(page)).toEqual([games[0]!.title]);
      expect(await page.getByRole("alert").count()).toBe(0);
    },
  );

  visit(
    "shows what the server says under the heading Error, and loads on Retry",
    () => games.slice(0, 1),
    async (page) => {
      await page.route("**/api/wishlist?**", (route) => route.fulfill({ status: 403, json: { error: "Not today" } }));
      await opened(page, "/wishlist");
      await page.getByRole("heading", { level: 1, name: "Error" }).waitFor();
      await page.getByText("Not today", { exact: true }).waitFor();
      await page.unroute("**/api/wishlist?**");
      await page.route("**/api/wishlist?**", (route) => route.fulfill({ status: 400, body: "" }));
      await button(page, "Retry").click();
      await page.getByText("Failed to fetch wishlist", { exact: true }).waitFor();
      await page.unroute("**/api/wishlist?**");
      await button(page, "Retry").click();
      await expect.poll(() => shownTitles(page)).toEqual([games[0]!.title]);
    },
  );

  visit(
    "only logs figures that cannot be had",
    () => games.slice(0, 1),
    async (page) => {
      const logged: string[] = [];
      page.on("console", (message) => logged.push(message.text()));
      await page.route("**/api/wishlist/stats", (route) => route.fulfill({ status: 400, json: {} }));
      await opened(page, "/wishlist");
      await expect.poll(() => shownTitles(page)).toEqual([games[0]!.title]);
      await expect.poll(() => logged.some((text) => text.startsWith("Failed to get wishlist stats"))).toBe(true);
    },
  );

  visit(
    "notes and priority can be changed",
    () => games.slice(0, 1),
    async (page, member) => {
      await opened(page, "/wishlist");
      await button(page, /^Edit notes/).click();
      const dialog = page.getByRole("dialog", { name: "Notes and priority" });
      await dialog.getByLabel("Notes").fill("For the winter\n<b>not bold</b>");
      await dialog.getByRole("combobox", { name: "Priority" }).selectOption("High");
      await page.route("**/api/wishlist/*", (route) => route.fulfill({ status: 400, json: {} }), { times: 1 });
      await dialog.getByRole("button", { name: "Save" }).click();
      await dialog.getByText("Failed to update wishlist item", { exact: true }).waitFor();
      await dialog.getByRole("button", { name: "Save" }).click();
      await dialog.waitFor({ state: "hidden" });
      await page.getByText("<b>not bold</b>").waitFor();
      await page.getByText("High priority").waitFor();
      expect(await itemsOf(member)).toMatchObject([{ notes: "For the winter\n<b>not bold</b>", priority: 1 }]);
    },
  );

  visit(
    "the basket tells the ways to buy it all",
    () => games.slice(0, 6),
    async (page, member) => {
      type Way = { total: number; items: unknown[]; missing: { title: string }[] };
      const basket = await callApi<{
        with_keyshops: Way;
        official_only: Way;
        per_store: { store: StoreKey; way: Way }[];
      }>(site, "GET", "/api/wishlist/basket", { member });
      await opened(page, "/wishlist");
      const panel = page.getByRole("region", { name: "Buy It All" });
      for (const way of [basket.with_keyshops, basket.official_only]) {
        await panel
          .getByText(`$${way.total.toFixed(2)}`)
          .first()
          .waitFor();
      }
      const partial = basket.per_store.find(({ way }) => way.missing.length > 0 && way.items.length > 0)!;
      const details = panel.locator("details details").filter({ hasText: storeOf(partial.store).name });
      await details.getByText(`${partial.way.items.length} of 6 games`).click();
      await details.getByText("Missing:").waitFor();
      expect(await details.textContent()).toContain(partial.way.missing.map(({ title }) => title).join(", "));
    },
  );
});

describe("hearts (spec/wishlist-and-alerts 4)", () => {
  visit(
    "of all cards are asked for at once, and show what is wished for",
    () => games.slice(0, 3),
    async (page) => {
      const checks = callsOf(page, "POST /api/wishlist/check") as { gameIds: number[] }[];
      await opened(page, "/games?sort=lowest_price&order=DESC");
      await expect.poll(() => button(page, "Remove from wishlist").count()).toBe(3);
      expect(checks.map(({ gameIds }) => gameIds.length)).toEqual([20]);
      expect(await button(page, "Add to wishlist").count()).toBe(17);
    },
  );

  visit(
    "add and remove, disabled and Processing... meanwhile",
    () => [],
    async (page, member) => {
      await openedWithHearts(page, `/games/${games[0]!.id}`);
      const added = Promise.withResolvers<void>();
      await page.route("**/api/wishlist", async (route) => {
        await added.promise;
        await route.continue();
      });
      const heart = page.getByRole("main").getByRole("button", { name: /wishlist$/ });
      await heart.click();
      await expect.poll(() => heart.getAttribute("title")).toBe("Processing...");
      expect(await heart.isDisabled()).toBe(true);
      added.resolve();
      await button(page, "Remove from wishlist").waitFor();
      expect(await heart.isDisabled()).toBe(false);
      expect(await heart.evaluate((element) => element === document.activeElement)).toBe(true);
      expect(await orderOf(member)).toEqual([games[0]!.title]);
      await heart.press("Enter");
      await button(page, "Add to wishlist").waitFor();
      expect(await orderOf(member)).toEqual([]);
    },
  );

  visit(
    "that cannot be checked are not in the wishlist; an add that fails is only logged",
    () => games.slice(0, 1),
    async (page) => {
      const logged: string[] = [];
      page.on("console", (message) => logged.push(message.text()));
      await page.route("**/api/wishlist/check", (route) =>
        route.fulfill({ status: 409, json: { error: "Failed to look" } }),
      );
      await page.route("**/api/wishlist", (route) => route.fulfill({ status: 409, json: { error: "Full" } }));
      await openedWithHearts(page, `/games/${games[0]!.id}`);
      await button(page, "Add to wishlist").click();
      await expect.poll(() => logged).toContain("Full");
      await page.unroute("**/api/wishlist");
      await page.route("**/api/wishlist", (route) => route.fulfill({ status: 409, body: "" }));
      await button(page, "Add to wishlist").click();
      await expect.poll(() => logged).toContain("Failed to add to wishlist");
      expect(await button(page, "Add to wishlist").isEnabled()).toBe(true);
    },
  );

  visit(
    "send nothing once the token is gone (spec/wishlist-and-alerts 3.3)",
    () => [],
    async (page) => {
      const logged: string[] = [];
      page.on("console", (message) => logged.push(message.text()));
      const adds = callsOf(page, "POST /api/wishlist");
      await openedWithHearts(page, `/games/${games[0]!.id}`);
      await page.evaluate(() => localStorage.removeItem("authToken"));
      await button(page, "Add to wishlist").click();
      await expect.poll(() => logged).toContain("Not authenticated");
      expect(adds).toEqual([]);
    },
  );

  visit(
    "clear the wishlist's cache, here and in other tabs",
    () => games.slice(0, 1),
    async (page) => {
      await opened(page, "/wishlist");
      await expect.poll(() => shownTitles(page)).toHaveLength(1);
      const other = await page.context().newPage();
      await opened(other, "/games?sort=lowest_price&order=DESC");
      await expect.poll(() => button(other, "Remove from wishlist").count()).toBe(1);
      await button(other, "Add to wishlist").first().click();
      await expect.poll(() => shownTitles(page)).toHaveLength(2);
      await expect.poll(() => figure(page, "Total Games").textContent()).toBe("2");

      await button(page, `Remove: ${games[0]!.title}`).click();
      await expect.poll(() => button(other, "Remove from wishlist").count()).toBe(1);
      // within the two minutes for which an answer counts
      await other.getByRole("banner").getByRole("link", { name: "Wishlist" }).click();
      await expect.poll(() => shownTitles(other)).toHaveLength(1);
    },
  );
});

describe("the custom order (spec/wishlist-and-alerts 3.4)", () => {
  const rows = (page: Page) => page.locator("[data-item]");
  const rowTitles = async (page: Page) => {
    const read = await rows(page).evaluateAll((elements) =>
      elements
        .toSorted((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top)
        .map((row) => row.querySelector("[data-title]")?.textContent ?? ""),
    );
    return read;
  };
  const row = (page: Page, { title }: Game) => rows(page).filter({ has: page.getByText(title, { exact: true }) });
  const edit = async (page: Page) => {
    await opened(page, "/wishlist");
    await button(page, "Edit Custom Order").click();
    await rows(page).first().waitFor();
  };
  /** The middle of a row's handle. */
  const handleOf = async (page: Page, game: Game) => {
    const box = (await row(page, game).locator("[data-handle]").boundingBox())!;
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const [a, b, c, d] = [0, 1, 2, 3];
  const names = (...indexes: number[]) => indexes.map((index) => games[index]!.title);
  const four = () => games.slice(0, 4);

  visit("is edited in its own sort; the code for dragging comes only then", four, async (page) => {
    const scripts: string[] = [];
    page.on("request", (request) => scripts.push(request.url()));
    await opened(page, "/wishlist?sort=title");
    await button(page, "Edit Custom Order").waitFor();
    expect(scripts.some((url) => url.includes("order-editor"))).toBe(false);
    expect(await page.locator("[draggable=true]").count()).toBe(0);
    await button(page, "Edit Custom Order").click();
    await page.waitForURL("**/wishlist?sort=display_order");
    await expect.poll(() => rowTitles(page)).toEqual(names(a, b, c, d));
    expect(scripts.some((url) => url.includes("order-editor"))).toBe(true);
    // another sort ends it
    await button(page, "Title").click();
    await button(page, "Edit Custom Order").waitFor();
    expect(await page.locator("[draggable=true]").count()).toBe(0);
  });

  visit("stays out of its edit mode after another sort, and shows what was moved", four, async (page) => {
    await edit(page);
    await row(page, games[a]!).getByRole("button", { name: "Move down" }).click();
    await expect.poll(() => rowTitles(page)).toEqual(names(b, a, c, d));
    await button(page, "Title").click();
    await button(page, "Edit Custom Order").waitFor();
    await button(page, /^Custom Order/).click();
    await page.waitForURL("**/wishlist?sort=display_order");
    await expect.poll(() => shownTitles(page)).toEqual(names(b, a, c, d));
    expect(await button(page, "Edit Custom Order").isVisible()).toBe(true);
    expect(await page.locator("[draggable=true]").count()).toBe(0);
  });

  visit(
    "is dragged by mouse, follows at once, is sent on drop, and Save leaves the edit mode",
    four,
    async (page, member) => {
      const sent = callsOf(page, "PUT /api/wishlist/reorder") as {
        items: { wishlistId: number; position: number }[];
      }[];
      await edit(page);
      const before = await itemsOf(member);
      const to = (await row(page, games[c]!).boundingBox())!;
      await row(page, games[a]!).hover();
      await page.mouse.down();
      await page.mouse.move(to.x + to.width / 2, to.y + to.height * 0.6, { steps: 8 });
      await page.mouse.move(to.x + to.width / 2, to.y + to.height * 0.9, { steps: 4 });
      await expect.poll(() => rowTitles(page)).toEqual(names(b, c, a, d));
      expect(sent).toEqual([]);
      await page.mouse.up();
      await expect.poll(() => orderOf(member)).toEqual(names(b, c, a, d));
      expect(sent).toEqual([
        {
          items: [before[b], before[c], before[a], before[d]].map((item, index) => ({
            wishlistId: item!.wishlist_id,
            position: index + 1,
          })),
        },
      ]);
      await page.getByText(`${games[a]!.title} moved to place 3 of 4`).waitFor({ state: "attached" });
      await button(page, "Save Custom Order").click();
      await button(page, "Edit Custom Order").waitFor();
      await expect.poll(() => shownTitles(page)).toEqual(names(b, c, a, d));
    },
  );

  visit("stays when dragging is given up by Esc", four, async (page, member) => {
    const sent = callsOf(page, "PUT /api/wishlist/reorder");
    await edit(page);
    const to = (await row(page, games[d]!).boundingBox())!;
    await row(page, games[a]!).hover();
    await page.mouse.down();
    await page.mouse.move(to.x + 200, to.y + to.height * 0.6, { steps: 8 });
    await page.mouse.move(to.x + 200, to.y + to.height * 0.9, { steps: 4 });
    await expect.poll(() => rowTitles(page)).not.toEqual(names(a, b, c, d));
    await page.keyboard.press("Escape");
    await expect.poll(() => rowTitles(page)).toEqual(names(a, b, c, d));
    await page.mouse.up();
    expect(sent).toEqual([]);
    expect(await orderOf(member)).toEqual(names(a, b, c, d));
  });

  visit(
    "is dragged by touch at the handle",
    four,
    async (page, member) => {
      await edit(page);
      await row(page, games[b]!).scrollIntoViewIfNeeded();
      await row(page, games[d]!).scrollIntoViewIfNeeded();
      const finger = await page.context().newCDPSession(page);
      const touch = (type: "touchStart" | "touchMove" | "touchEnd", at?: { x: number; y: number }) =>
        finger.send("Input.dispatchTouchEvent", { type, touchPoints: at ? [at] : [] });
      const from = await handleOf(page, games[d]!);
      const to = await handleOf(page, games[b]!);
      await touch("touchStart", from);
      for (let step = 1; step <= 10; step++) {
        await touch("touchMove", { x: from.x + step * 3, y: from.y + ((to.y - 15 - from.y) * step) / 10 });
        await page.waitForTimeout(20);
      }
      await expect.poll(() => rowTitles(page)).toEqual(names(a, d, b, c));
      expect(await orderOf(member)).toEqual(names(a, b, c, d));
      await touch("touchEnd");
      await expect.poll(() => orderOf(member)).toEqual(names(a, d, b, c));
    },
    "phone",
  );

  visit("is moved by keyboard; the focus stays and the move is told", four, async (page, member) => {
    await edit(page);
    const down = button(page, `Move down: ${games[a]!.title}`);
    await down.focus();
    for (let place = 2; place <= 4; place++) {
      await page.keyboard.press("Enter");
      await page.getByText(`${games[a]!.title} moved to place ${place} of 4`).waitFor({ state: "attached" });
    }
    await expect.poll(() => rowTitles(page)).toEqual(names(b, c, d, a));
    // at the end there is no further down
    expect(await down.isDisabled()).toBe(true);
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute("aria-label")))
      .toBe(`Move up: ${games[a]!.title}`);
    await page.keyboard.press("Enter");
    await expect.poll(() => orderOf(member)).toEqual(names(b, c, a, d));
    expect(await button(page, `Move up: ${games[b]!.title}`).isDisabled()).toBe(true);
  });

  visit("is loaded again when it cannot be sent", four, async (page, member) => {
    const logged: string[] = [];
    page.on("console", (message) => logged.push(message.text()));
    await edit(page);
    await page.route("**/api/wishlist/reorder", (route) => route.fulfill({ status: 409, json: {} }));
    await button(page, `Move down: ${games[a]!.title}`).click();
    await expect.poll(() => logged).toContain("Failed to reorder wishlist");
    await expect.poll(() => rowTitles(page)).toEqual(names(a, b, c, d));
    expect(await page.getByRole("alert").count()).toBe(0);
    expect(await orderOf(member)).toEqual(names(a, b, c, d));
  });

  visit(
    "of a list over several pages is edited as a whole",
    () => games.slice(0, 52),
    async (page, member) => {
      await edit(page);
      await expect.poll(() => rows(page).count()).toBe(52);
      await button(page, `Move up: ${games[51]!.title}`).click();
      await expect.poll(async () => (await orderOf(member)).slice(49)).toEqual(names(49, 51, 50));
    },
  );

  visit(
    "of two tabs at once stays complete, each place given once",
    () => games.slice(0, 8),
    async (page, member) => {
      const other = await page.context().newPage();
      await edit(page);
      await edit(other);
      for (let round = 0; round < 3; round++) {
        await Promise.all([
          button(page, `Move down: ${games[0]!.title}`).click(),
          button(other, `Move up: ${games[7]!.title}`).click(),
        ]);
      }
      await Promise.all([page, other].map((tab) => button(tab, "Save Custom Order").click()));
      await Promise.all([page, other].map((tab) => button(tab, "Edit Custom Order").waitFor()));
      const items = await itemsOf(member);
      expect(items.map((item) => item.display_order)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
      expect(new Set(items.map((item) => item.game_id)).size).toBe(8);
      // and both end up showing the same
      for (const tab of [page, other]) await expect.poll(() => shownTitles(tab)).toEqual(await orderOf(member));
    },
  );
});

describe.each([
  ["desktop", "dark"],
  ["desktop", "light"],
  ["phone", "dark"],
  ["phone", "light"],
] as const)("on a %s, %s", (screen, colorScheme) => {
  visit(
    "nothing is wider than the screen, and axe finds nothing serious",
    () => games.slice(0, 5),
    async (page) => {
      await page.emulateMedia({ colorScheme });
      await opened(page, "/wishlist");
      await page.getByText("All 5 games").first().waitFor();
      const states: [string, () => Promise<void>][] = [
        ["list", async () => {}],
        [
          "notes",
          () =>
            button(page, /^Edit notes/)
              .first()
              .click(),
        ],
        [
          "alert",
          () =>
            button(page, /^Set Price Alert/)
              .first()
              .click(),
        ],
        ["order", () => button(page, "Edit Custom Order").click()],
      ];
      for (const [state, reach] of states) {
        await reach();
        await page.waitForTimeout(300);
        const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect(wider, state).toBeLessThanOrEqual(0);
        expect(await seriousFindings(page), state).toEqual([]);
        await page.keyboard.press("Escape");
      }
      expect(here(page)).toBe("/wishlist?sort=display_order");
    },
    screen,
  );
});
