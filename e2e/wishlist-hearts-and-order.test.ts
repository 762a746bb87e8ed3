import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { opened, watchRequests } from "./browser.ts";
import { button, chooseInRow, type Game, shownTitles, startWishlist, stat, watchBodies } from "./wishlist.ts";

const { games, itemsOf, orderOf, visit } = startWishlist();

/** Opens a page and waits until its hearts show what is wishlisted. */
async function openedWithHearts(page: Page, path: string): Promise<void> {
  const checked = page.waitForResponse("**/api/wishlist/check");
  await opened(page, path);
  await checked;
}

/** That of the page's own game: the cards of others follow it. */
const addButton = (page: Page) => button(page, "Add to wishlist").first();

describe("hearts (spec/wishlist-and-alerts 4)", () => {
  visit(
    "check all cards in one request and mark wishlisted games (soak)",
    () => games().slice(0, 3),
    async (page) => {
      const checks = watchBodies(page, "POST /api/wishlist/check") as { gameIds: number[] }[];
      await opened(page, "/games?sort=lowest_price&order=DESC");
      await expect.poll(() => button(page, "Remove from wishlist").count()).toBe(3);
      expect(checks.map(({ gameIds }) => gameIds.length)).toEqual([20]);
      expect(await button(page, "Add to wishlist").count()).toBe(17);
    },
  );

  visit(
    "add and remove a game, and are disabled meanwhile",
    () => [],
    async (page, member) => {
      await openedWithHearts(page, `/games/${games()[0]!.id}`);
      const added = Promise.withResolvers<void>();
      await page.route("**/api/wishlist", async (route) => {
        await added.promise;
        await route.continue();
      });
      const heart = page
        .getByRole("main")
        .getByRole("button", { name: /wishlist$/ })
        .first();
      await heart.click();
      await expect.poll(() => heart.getAttribute("title")).toBe("Processing...");
      expect(await heart.isDisabled()).toBe(true);
      added.resolve();
      await button(page, "Remove from wishlist").waitFor();
      await expect.poll(() => heart.isDisabled()).toBe(false);
      await expect.poll(() => heart.evaluate((element) => element === document.activeElement)).toBe(true);
      expect(await orderOf(member)).toEqual([games()[0]!.title]);
      await heart.press("Enter");
      // The hearts of other games say "Add to wishlist" already.
      await expect.poll(() => orderOf(member)).toEqual([]);
      await button(page, "Remove from wishlist").waitFor({ state: "detached" });
    },
  );

  visit(
    "stay empty if the check fails; a failed add is only logged (soak)",
    () => games().slice(0, 1),
    async (page) => {
      const logged: string[] = [];
      page.on("console", (message) => logged.push(message.text()));
      await page.route("**/api/wishlist/check", (route) =>
        route.fulfill({ status: 409, json: { error: "Failed to look" } }),
      );
      await page.route("**/api/wishlist", (route) => route.fulfill({ status: 409, json: { error: "Full" } }));
      await openedWithHearts(page, `/games/${games()[0]!.id}`);
      await addButton(page).click();
      await expect.poll(() => logged).toContain("Full");
      await page.unroute("**/api/wishlist");
      await page.route("**/api/wishlist", (route) => route.fulfill({ status: 409, body: "" }));
      await addButton(page).click();
      await expect.poll(() => logged).toContain("Failed to add to wishlist");
      expect(await addButton(page).isEnabled()).toBe(true);
    },
  );

  visit(
    "send nothing after the token is removed (spec/wishlist-and-alerts 3.3) (soak)",
    () => [],
    async (page) => {
      const logged: string[] = [];
      page.on("console", (message) => logged.push(message.text()));
      const adds = watchBodies(page, "POST /api/wishlist");
      const settled = watchRequests(page);
      await openedWithHearts(page, `/games/${games()[0]!.id}`);
      await settled();
      await page.evaluate(() => localStorage.removeItem("authToken"));
      await addButton(page).click();
      await expect.poll(() => logged).toContain("Not authenticated");
      expect(adds).toEqual([]);
    },
  );

  visit(
    "invalidate the cached wishlist in all tabs (soak)",
    () => games().slice(0, 1),
    async (page) => {
      await opened(page, "/wishlist");
      await expect.poll(() => shownTitles(page)).toHaveLength(1);
      const other = await page.context().newPage();
      await opened(other, "/games?sort=lowest_price&order=DESC");
      await expect.poll(() => button(other, "Remove from wishlist").count()).toBe(1);
      await button(other, "Add to wishlist").first().click();
      await expect.poll(() => shownTitles(page)).toHaveLength(2);
      await expect.poll(() => stat(page, "Total games").textContent()).toBe("2");

      await chooseInRow(page, games()[0]!.title, "Remove");
      await expect.poll(() => button(other, "Remove from wishlist").count()).toBe(1);
      // Within the two minutes for which the response is cached.
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
  const names = (...indexes: number[]) => indexes.map((index) => games()[index]!.title);
  const four = () => games().slice(0, 4);

  visit("editing switches to the custom sort and loads the code for dragging (soak)", four, async (page) => {
    const scripts: string[] = [];
    page.on("request", (request) => scripts.push(request.url()));
    await opened(page, "/wishlist?sort=title");
    await button(page, "Edit Custom Order").waitFor();
    expect(scripts.some((url) => url.includes("ranking-editor"))).toBe(false);
    expect(await page.locator("[draggable=true]").count()).toBe(0);
    await button(page, "Edit Custom Order").click();
    await page.waitForURL("**/wishlist?sort=display_order");
    await expect.poll(() => rowTitles(page)).toEqual(names(a, b, c, d));
    expect(scripts.some((url) => url.includes("ranking-editor"))).toBe(true);
    // Another sort ends the edit mode.
    await button(page, "Title").click();
    await button(page, "Edit Custom Order").waitFor();
    expect(await page.locator("[draggable=true]").count()).toBe(0);
  });

  visit("another sort ends the edit mode; moved games stay moved (soak)", four, async (page) => {
    await edit(page);
    await row(page, games()[a]!).getByRole("button", { name: "Move down" }).click();
    await expect.poll(() => rowTitles(page)).toEqual(names(b, a, c, d));
    await button(page, "Title").click();
    await button(page, "Edit Custom Order").waitFor();
    await button(page, /^Custom Order/).click();
    await page.waitForURL("**/wishlist?sort=display_order");
    await expect.poll(() => shownTitles(page)).toEqual(names(b, a, c, d));
    expect(await button(page, "Edit Custom Order").isVisible()).toBe(true);
    expect(await page.locator("[draggable=true]").count()).toBe(0);
  });

  visit("an order that is still being saved when the list is shown again is shown then (soak)", four, async (page) => {
    await edit(page);
    const saved = Promise.withResolvers<void>();
    await page.route("**/api/wishlist/reorder", async (route) => {
      await saved.promise;
      await route.continue();
    });
    await row(page, games()[a]!).getByRole("button", { name: "Move down" }).click();
    await button(page, "Title").click();
    await button(page, "Edit Custom Order").waitFor();
    await button(page, /^Custom Order/).click();
    await page.waitForURL("**/wishlist?sort=display_order");
    await expect.poll(() => shownTitles(page)).toEqual(names(a, b, c, d));
    saved.resolve();
    await expect.poll(() => shownTitles(page)).toEqual(names(b, a, c, d));
  });

  visit(
    "dragging by mouse reorders immediately and saves on drop; Save leaves the edit mode",
    four,
    async (page, member) => {
      const sent = watchBodies(page, "PUT /api/wishlist/reorder") as {
        items: { wishlistId: number; position: number }[];
      }[];
      await edit(page);
      const before = await itemsOf(member);
      const to = (await row(page, games()[c]!).boundingBox())!;
      await row(page, games()[a]!).hover();
      await page.mouse.down();
      await page.mouse.move(to.x + to.width / 2, to.y + to.height * 0.6, { steps: 8 });
      await page.mouse.move(to.x + to.width / 2, to.y + to.height * 0.9, { steps: 4 });
      await expect.poll(() => rowTitles(page)).toEqual(names(b, c, a, d));
      expect(sent).toEqual([]);
      await page.mouse.up();
      await expect.poll(() => orderOf(member)).toEqual(names(b, c, a, d));
      await expect
        .poll(() => sent)
        .toEqual([
          {
            items: [before[b], before[c], before[a], before[d]].map((item, index) => ({
              wishlistId: item!.wishlist_id,
              position: index + 1,
            })),
          },
        ]);
      await page.getByText(`${games()[a]!.title} moved to place 3 of 4`).waitFor({ state: "attached" });
      await button(page, "Save Custom Order").click();
      await button(page, "Edit Custom Order").waitFor();
      await expect.poll(() => shownTitles(page)).toEqual(names(b, c, a, d));
    },
  );

  visit("Esc cancels dragging (soak)", four, async (page, member) => {
    const sent = watchBodies(page, "PUT /api/wishlist/reorder");
    await edit(page);
    const to = (await row(page, games()[d]!).boundingBox())!;
    await row(page, games()[a]!).hover();
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
    "dragging by touch works at the handle (soak)",
    four,
    async (page, member) => {
      await edit(page);
      await row(page, games()[b]!).scrollIntoViewIfNeeded();
      await row(page, games()[d]!).scrollIntoViewIfNeeded();
      const finger = await page.context().newCDPSession(page);
      const touch = (type: "touchStart" | "touchMove" | "touchEnd", at?: { x: number; y: number }) =>
        finger.send("Input.dispatchTouchEvent", { type, touchPoints: at ? [at] : [] });
      const from = await handleOf(page, games()[d]!);
      const to = await handleOf(page, games()[b]!);
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

  visit("moving by keyboard keeps the focus and announces the position", four, async (page, member) => {
    await edit(page);
    const down = button(page, `Move down: ${games()[a]!.title}`);
    await down.focus();
    for (let place = 2; place <= 4; place++) {
      await page.keyboard.press("Enter");
      await page.getByText(`${games()[a]!.title} moved to place ${place} of 4`).waitFor({ state: "attached" });
    }
    await expect.poll(() => rowTitles(page)).toEqual(names(b, c, d, a));
    // The last position has no Move down.
    expect(await down.isDisabled()).toBe(true);
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute("aria-label")))
      .toBe(`Move up: ${games()[a]!.title}`);
    await page.keyboard.press("Enter");
    await expect.poll(() => orderOf(member)).toEqual(names(b, c, a, d));
    expect(await button(page, `Move up: ${games()[b]!.title}`).isDisabled()).toBe(true);
  });

  visit("a failed save reloads the order (soak)", four, async (page, member) => {
    const logged: string[] = [];
    page.on("console", (message) => logged.push(message.text()));
    await edit(page);
    await page.route("**/api/wishlist/reorder", (route) => route.fulfill({ status: 409, json: {} }));
    await button(page, `Move down: ${games()[a]!.title}`).click();
    await expect.poll(() => logged).toContain("Failed to reorder wishlist");
    await expect.poll(() => rowTitles(page)).toEqual(names(a, b, c, d));
    expect(await page.getByRole("alert").count()).toBe(0);
    expect(await orderOf(member)).toEqual(names(a, b, c, d));
  });

  visit(
    "editing covers all pages of the list (soak)",
    () => games().slice(0, 52),
    async (page, member) => {
      await edit(page);
      await expect.poll(() => rows(page).count()).toBe(52);
      await button(page, `Move up: ${games()[51]!.title}`).click();
      await expect.poll(async () => (await orderOf(member)).slice(49)).toEqual(names(49, 51, 50));
    },
  );

  visit(
    "concurrent edits in two tabs keep all positions distinct (soak)",
    () => games().slice(0, 8),
    async (page, member) => {
      const other = await page.context().newPage();
      await edit(page);
      await edit(other);
      for (let round = 0; round < 3; round++) {
        await Promise.all([
          button(page, `Move down: ${games()[0]!.title}`).click(),
          button(other, `Move up: ${games()[7]!.title}`).click(),
        ]);
      }
      await Promise.all([page, other].map((tab) => button(tab, "Save Custom Order").click()));
      await Promise.all([page, other].map((tab) => button(tab, "Edit Custom Order").waitFor()));
      const items = await itemsOf(member);
      expect(items.map((item) => item.display_order)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
      expect(new Set(items.map((item) => item.game_id)).size).toBe(8);
      // Both tabs show the same order.
      for (const tab of [page, other]) await expect.poll(() => shownTitles(tab)).toEqual(await orderOf(member));
    },
  );
});
