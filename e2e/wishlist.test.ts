import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { repeats } from "../server/src/test/processes/soak.ts";
import { findingsInBothThemes, hrefOf, opened } from "./browser.ts";
import { callApi, newMember, signIn } from "./member.ts";
import { button, chooseInRow, type Game, shownTitles, startWishlist, stat, watchBodies } from "./wishlist.ts";

const { site, here, games, itemsOf, visit, visitAnonymously } = startWishlist();

const titles = (list: readonly Game[]) => list.map(({ title }) => title);
const card = (page: Page, { title }: Game) =>
  page.getByRole("article").filter({ has: page.getByRole("link", { name: title, exact: true }) });

describe("anonymous visitors (spec/wishlist-and-alerts 3.3)", () => {
  test("the wishlist shows Access Denied, and its login leads back to it", () =>
    visitAnonymously(async (page) => {
      await opened(page, "/wishlist?sort=title");
      await page.getByRole("heading", { level: 1, name: "Access Denied" }).waitFor();
      await page.getByText("Please log in to view your wishlist", { exact: true }).waitFor();
      await page.getByRole("main").getByRole("link", { name: "Sign in" }).click();
      await page.waitForURL("/login?**");
      const { pathname } = new URL(`${site().url}/wishlist`);
      expect(new URL(page.url()).searchParams.get("from")).toBe(`${pathname}?sort=title`);
    }));

  test("a heart and a price alert lead to the sign-in without a request (soak)", () =>
    visitAnonymously(async (page) => {
      const checks = watchBodies(page, "POST /api/wishlist/check");
      await opened(page, "/games?sort=title");
      await button(page, "Add to wishlist").first().click();
      await page.waitForURL("/login?**");
      const { pathname } = new URL(`${site().url}/games`);
      expect(new URL(page.url()).searchParams.get("from")).toBe(`${pathname}?sort=title`);
      await opened(page, "/games/1");
      await page.getByRole("link", { name: "Set price alert" }).click();
      const dialog = page.getByRole("dialog", { name: "Sign in to set a price alert for Counter-Strike 2" });
      for (const [name, path] of [
        ["Create account", "/register"],
        ["Sign in", "/login"],
      ] as const) {
        const address = new URL(await hrefOf(dialog.getByRole("link", { name })), site().url);
        expect([address.pathname, address.searchParams.get("from")]).toEqual([path, `${pathname}/1#set-alert`]);
      }
      await dialog.getByRole("link", { name: "Sign in" }).click();
      await page.waitForURL("/login?**");
      expect(checks).toEqual([]);
      const member = await newMember(site());
      await page.getByLabel("Email", { exact: true }).fill(member.email);
      await page.getByLabel("Password", { exact: true }).fill("a members secret");
      await button(page, "Sign in").click();
      const form = page.getByRole("dialog", { name: "Price alert" });
      await form.waitFor();
      await page.keyboard.press("Escape");
      await form.waitFor({ state: "hidden" });
      expect(here(page)).toBe("/games/1");
    }));
});

describe("the wishlist page (spec/wishlist-and-alerts 3.1)", () => {
  visit(
    "is empty at first and links to the games (soak)",
    () => [],
    async (page) => {
      await opened(page, "/wishlist");
      await page.getByRole("heading", { name: "Your wishlist is empty" }).waitFor();
      await expect.poll(() => stat(page, "Total games").textContent()).toBe("0");
      expect(await stat(page, "Average price").textContent()).toBe("$0.00");
      await page.getByRole("link", { name: "Browse games" }).click();
      await page.waitForURL("**/games");
    },
  );

  visit(
    "lists newest first, with stats and links to the games",
    () => games().slice(0, 4),
    async (page, member) => {
      await opened(page, "/wishlist");
      await expect.poll(() => shownTitles(page)).toEqual(titles(games().slice(0, 4)).reverse());
      const stats = await callApi<Record<string, number>>(site(), "GET", "/api/wishlist/stats", { member });
      await expect.poll(() => stat(page, "Total games").textContent()).toBe("4");
      expect(await stat(page, "Total value").textContent()).toBe(`$${stats.total_value?.toFixed(2)}`);
      expect(await stat(page, "Total savings").textContent()).toBe(`$${stats.total_savings?.toFixed(2)}`);
      expect(await stat(page, "Average price").textContent()).toBe(`$${stats.average_price?.toFixed(2)}`);
      const link = page.getByRole("link", { name: games()[0]!.title, exact: true });
      expect(await hrefOf(link)).toBe(`/game/${games()[0]!.id}`);
    },
  );

  visit(
    "shows N/A for missing prices (soak)",
    () => games().slice(0, 1),
    async (page) => {
      await page.route("**/api/wishlist?**", async (route) => {
        const body = await (await route.fetch()).json();
        const unsold = { lowest_price: null, lowest_price_store: null, steam_price: null, cdkeys_price: null };
        for (const item of body.items) Object.assign(item, unsold, { gog_price: null, null_price: null });
        await route.fulfill({ json: body });
      });
      await opened(page, "/wishlist");
      await expect.poll(() => card(page, games()[0]!).getByText("N/A", { exact: true }).count()).toBe(1);
    },
  );

  visit(
    "a new sort starts in its default direction, a second click reverses it, except for the custom order (soak)",
    () => games().slice(0, 3),
    async (page) => {
      const sorted = titles(games().slice(0, 3)).sort((a, b) => a.localeCompare(b));
      await opened(page, "/wishlist");
      await button(page, "Date Added").click();
      await page.waitForURL("**/wishlist?order=ASC");
      await expect.poll(() => shownTitles(page)).toEqual(titles(games().slice(0, 3)));
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
      await expect.poll(() => shownTitles(page)).toEqual(titles(games().slice(0, 3)));
    },
  );

  visit(
    "loads 50 items per page (soak)",
    () => games().slice(0, 51),
    async (page) => {
      const requested = new Set<string | null>();
      page.on("request", (request) => {
        const { pathname, searchParams } = new URL(request.url());
        if (pathname.endsWith("/api/wishlist")) requested.add(searchParams.get("limit"));
      });
      await opened(page, "/wishlist?sort=display_order");
      await expect.poll(() => shownTitles(page)).toHaveLength(50);
      await page.getByRole("link", { name: "Page 2" }).click();
      await page.waitForURL("**/wishlist?sort=display_order&page=2");
      await expect.poll(() => shownTitles(page)).toEqual([games()[50]!.title]);
      expect([...requested]).toEqual(["50"]);
      // An empty page is replaced by the one before.
      await chooseInRow(page, games()[50]!.title, "Remove");
      await page.waitForURL("**/wishlist?sort=display_order");
      await expect.poll(() => shownTitles(page)).toHaveLength(50);
    },
  );

  visit(
    "removes an item, announces it, and keeps the focus position",
    () => games().slice(0, 3),
    async (page) => {
      await opened(page, "/wishlist");
      // Delays the rendered list until well after the removal.
      await page.evaluate(() => {
        const wait = window.setTimeout;
        const waitLonger = (run: TimerHandler, ms = 0) => wait(run, Math.max(ms, 40));
        window.setTimeout = waitLonger as typeof wait;
      });
      await chooseInRow(page, games()[1]!.title, "Remove");
      await page.getByText(`${games()[1]!.title} removed from the wishlist`).waitFor({ state: "attached" });
      await expect.poll(() => shownTitles(page)).toEqual([games()[2]!.title, games()[0]!.title]);
      await expect.poll(() => stat(page, "Total games").textContent()).toBe("2");
      await page.getByText("All 2 games").first().waitFor();
      await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(games()[0]!.title);
    },
  );

  visit(
    "only logs a failed removal (soak)",
    () => games().slice(0, 1),
    async (page) => {
      const logged: string[] = [];
      page.on("console", (message) => logged.push(message.text()));
      await page.route("**/api/wishlist/game/**", (route) => route.fulfill({ status: 409, json: {} }));
      await opened(page, "/wishlist");
      await chooseInRow(page, games()[0]!.title, "Remove");
      await expect.poll(() => logged).toContain("Failed to remove from wishlist");
      expect(await shownTitles(page)).toEqual([games()[0]!.title]);
      expect(await page.getByRole("alert").count()).toBe(0);
    },
  );

  visit(
    "shows the server's error, and loads on Retry (soak)",
    () => games().slice(0, 1),
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
      await expect.poll(() => shownTitles(page)).toEqual([games()[0]!.title]);
    },
  );

  visit(
    "only logs stats that fail to load (soak)",
    () => games().slice(0, 1),
    async (page) => {
      const logged: string[] = [];
      page.on("console", (message) => logged.push(message.text()));
      await page.route("**/api/wishlist/stats", (route) => route.fulfill({ status: 400, json: {} }));
      await opened(page, "/wishlist");
      await expect.poll(() => shownTitles(page)).toEqual([games()[0]!.title]);
      await expect.poll(() => logged.some((text) => text.startsWith("Failed to get wishlist stats"))).toBe(true);
    },
  );

  visit(
    "notes and priority can be edited",
    () => games().slice(0, 1),
    async (page, member) => {
      await opened(page, "/wishlist");
      await chooseInRow(page, games()[0]!.title, "Edit notes");
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
    "says which games the member's plans have, without moving anything, and nothing without plans (soak)",
    () => games().slice(0, 3),
    async (page, member) => {
      const asked = watchBodies(page, "POST /api/plans/games");
      await opened(page, "/wishlist");
      await page.getByRole("region", { name: "Buy it all" }).locator("summary").first().waitFor();
      expect(asked).toEqual([]);
      await callApi(site(), "PUT", "/api/auth/profile", { member, body: { plans: ["pc", "play"] } });
      const [first, second] = games() as [Game, Game];
      const found = [
        { id: first.id, plan: "pc", name: "PC Game Pass" },
        { id: second.id, plan: "play", name: "EA Play" },
      ];
      const answer = Promise.withResolvers<void>();
      await page.route("**/api/plans/games**", async (route) => {
        await answer.promise;
        await route.fulfill({ json: { games: found } });
      });
      await signIn(page, { ...member, user: { ...member.user, plans: ["pc", "play"] } });
      await opened(page, "/wishlist");
      await expect.poll(() => shownTitles(page)).toHaveLength(3);
      const places = () =>
        page.getByRole("article").evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().top));
      const before = await places();
      answer.resolve();
      await card(page, first).getByText("In your PC Game Pass", { exact: true }).waitFor();
      await card(page, second).getByText("In your EA Play", { exact: true }).waitFor();
      await page.getByText("In your EA Play and PC Game Pass: 2 of these 3", { exact: true }).waitFor();
      expect(await card(page, games()[2]!).getByText("In your").count()).toBe(0);
      expect(await places()).toEqual(before);
      expect(asked).toContainEqual({
        plans: ["pc", "play"],
        gameIds: games()
          .slice(0, 3)
          .map(({ id }) => id)
          .sort((a, b) => a - b),
      });
    },
  );

  visit(
    "the basket lists the options to buy all games",
    () => games().slice(0, 6),
    async (page, member) => {
      type Way = { total: number; items: unknown[]; missing: { title: string }[] };
      const basket = await callApi<{
        with_keyshops: Way;
        official_only: Way;
        per_store: { store: string; way: Way }[];
      }>(site(), "GET", "/api/wishlist/basket", { member });
      await opened(page, "/wishlist");
      const panel = page.getByRole("region", { name: "Buy it all" });
      for (const way of [basket.with_keyshops, basket.official_only]) {
        await panel
          .getByText(`$${way.total.toFixed(2)}`)
          .first()
          .waitFor();
      }
      const partial = basket.per_store.find(({ way }) => way.missing.length > 0 && way.items.length > 0)!;
      const { retailers } = await callApi<{ retailers: { key: string; name: string }[] }>(
        site(),
        "GET",
        "/api/retailers",
      );
      const { name } = retailers.find(({ key }) => key === partial.store)!;
      const details = panel.locator("details details").filter({ hasText: name });
      await details.getByText(`${partial.way.items.length} of 6 games`).click();
      await details.getByText("Missing:").waitFor();
      expect(await details.textContent()).toContain(partial.way.missing.map(({ title }) => title).join(", "));
    },
  );
});

describe("a wishlist of 50 games", () => {
  for (const screen of ["phone", "desktop"] as const)
    visit(
      `shows its first game at once on a ${screen}, and is short (soak)`,
      () => games().slice(0, 50),
      async (page) => {
        // a visitor's first page may be without the site's font, whose letters are narrower
        for (let visit = 0; visit < 2; visit++) await opened(page, "/wishlist");
        await expect.poll(() => shownTitles(page)).toHaveLength(50);
        const bottom = await card(page, games()[49]!).evaluate((row) => row.getBoundingClientRect().bottom);
        expect(bottom).toBeLessThan(await page.evaluate(() => innerHeight));
        const height = await page.evaluate(() => document.documentElement.scrollHeight);
        if (screen === "desktop") expect(height).toBeLessThanOrEqual(4_200);
        const rows = await page.locator("li > article").evaluateAll((all) => all.map((row) => row.clientHeight));
        if (screen === "phone") expect(rows.filter((row) => row > 90).length).toBeLessThanOrEqual(rows.length / 20);
      },
      screen,
    );

  visit(
    "is narrowed down, adds games that are searched for, and loses several at once",
    () => games().slice(0, 3),
    async (page, member) => {
      await callApi(site(), "POST", "/api/alerts", { member, body: { gameId: games()[1]!.id, targetPrice: 999 } });
      await opened(page, "/wishlist");
      await button(page, "Below target").click();
      await page.waitForURL("**/wishlist?show=below_target");
      await expect.poll(() => shownTitles(page)).toEqual([games()[1]!.title]);
      await button(page, "All games").click();
      await button(page, "Add games").click();
      await page.getByRole("searchbox", { name: "Search for a game" }).fill(games()[7]!.title);
      await button(page, `Add ${games()[7]!.title}`).click();
      await button(page, `Added ${games()[7]!.title}`).waitFor();
      await button(page, "Done").click();
      await expect.poll(() => shownTitles(page)).toHaveLength(4);
      await button(page, "Select").click();
      for (const index of [0, 7]) await page.getByLabel(`Select ${games()[index]!.title}`, { exact: true }).check();
      await button(page, "Remove 2 games").click();
      await expect.poll(() => shownTitles(page)).toEqual(titles([games()[2]!, games()[1]!]));
    },
  );
});

describe.each((["phone", "desktop"] as const).slice(0, repeats(1, 2)))("on a %s", (screen) => {
  visit(
    "nothing is wider than the screen, and axe finds nothing (soak)",
    () => games().slice(0, 5),
    async (page) => {
      await opened(page, "/wishlist");
      await expect.poll(() => shownTitles(page)).toHaveLength(5);
      const states: [name: string, reach: () => Promise<void>, appears: Locator][] = [
        ["list", async () => {}, page.getByRole("main")],
        [
          "notes",
          () => chooseInRow(page, games()[0]!.title, "Edit notes"),
          page.getByRole("textbox", { name: "Notes" }),
        ],
        [
          "alert",
          () =>
            button(page, /^Set price alert/)
              .first()
              .click(),
          page.getByRole("dialog"),
        ],
        ["order", () => button(page, "Edit Custom Order").click(), page.locator("[data-item]").first()],
      ];
      for (const [message, reach, appears] of states) {
        await reach();
        await appears.waitFor();
        const wider = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        await expect.poll(wider, { message }).toBeLessThanOrEqual(0);
        expect(await findingsInBothThemes(page), message).toEqual([]);
        await page.keyboard.press("Escape");
      }
      expect(here(page)).toBe("/wishlist?sort=display_order");
    },
    screen,
  );
});
