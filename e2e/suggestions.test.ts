import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { repeats } from "../server/src/test/processes/soak.ts";
import { findingsInBothThemes, opened, type Screen } from "./browser.ts";
import { callApi } from "./member.ts";
import { startVisits } from "./visits.ts";

const visits = startVisits("shared");
const { site, here } = visits;

/** Fails on any error in the console. */
const visit = (name: string, screen: Screen, steps: (page: Page) => Promise<void>) =>
  test(name, () => visits.visit(steps, screen));

const field = (page: Page) => page.getByRole("combobox", { name: "Search games" });
const list = (page: Page) => page.getByRole("listbox", { name: "Suggestions" });
const option = (page: Page, index: number) => list(page).getByRole("option").nth(index);

/** The text of the active suggestion; `null` = the field itself is active. */
async function active(page: Page): Promise<string | null> {
  const id = await field(page).getAttribute("aria-activedescendant");
  return id === null ? null : await page.locator(`[id="${id}"]`).textContent();
}

/** Types a search, and waits for its suggestions: before, the list may be that of a prefix. */
async function typed(page: Page, path: string, search: string) {
  type Suggested = { games: { title: string }[]; total: number };
  const { games, total } = await callApi<Suggested>(site(), "GET", `/api/games/suggest?q=${search}`);
  await opened(page, path);
  await field(page).pressSequentially(search, { delay: 20 });
  await list(page)
    .getByText(total === 1 ? "See 1 result" : `See all ${total.toLocaleString("en-US")} results`, { exact: true })
    .waitFor();
  await option(page, 0).getByText(games[0]!.title).waitFor();
  expect(await field(page).getAttribute("aria-expanded")).toBe("true");
}

const fields = [
  ["desktop", "/"],
  ["desktop", "/deals"],
  ["desktop", "/games/1"],
  ["phone", "/"],
] as const;
describe.each(fields.slice(0, repeats(1, 4)))("on a %s, in the search field of %s", (screen, path) => {
  visit("suggestions update while typing, and Enter opens one", screen, async (page) => {
    await typed(page, path, "portal");
    expect((await option(page, 0).textContent())?.toLowerCase()).toContain("portal");
    expect(await active(page)).toBeNull();
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => active(page)).toBe(await option(page, 0).textContent());
    expect(await option(page, 0).getAttribute("aria-selected")).toBe("true");
    // the list does not cover the field
    const [above, below] = [await field(page).boundingBox(), await list(page).boundingBox()];
    expect(below!.y).toBeGreaterThanOrEqual(above!.y + above!.height);
    expect(below!.x).toBeGreaterThanOrEqual(0);
    expect(below!.x + below!.width).toBeLessThanOrEqual(page.viewportSize()!.width);
    const address = (await list(page).getByRole("option", { selected: true }).getAttribute("href"))!;
    await page.keyboard.press("Enter");
    await page.waitForURL(`**${address}`);
    await list(page).waitFor({ state: "detached" });
  });
});

visit("axe finds nothing in open suggestions in both themes (soak)", "desktop", async (page) => {
  await typed(page, "/", "po");
  await page.keyboard.press("ArrowDown");
  expect(await findingsInBothThemes(page)).toEqual([]);
});

visit("arrow keys, Home and End move through the suggestions and the field", "desktop", async (page) => {
  await typed(page, "/", "po");
  const last = (await list(page).getByRole("option").count()) - 1;
  const keys = async (...pressed: string[]) => {
    for (const key of pressed) await page.keyboard.press(key);
    return () => active(page);
  };
  await expect.poll(await keys("ArrowUp")).toBe(await option(page, last).textContent());
  await expect.poll(await keys("Home")).toBe(await option(page, 0).textContent());
  await expect.poll(await keys("End")).toBe(await option(page, last).textContent());
  await expect.poll(await keys("ArrowDown")).toBeNull();
  await expect.poll(await keys("ArrowDown", "ArrowDown")).toBe(await option(page, 1).textContent());
});

visit("Esc closes the list and keeps the text, Tab leaves, ArrowDown opens again (soak)", "desktop", async (page) => {
  await typed(page, "/", "portal");
  await page.keyboard.press("Escape");
  await list(page).waitFor({ state: "detached" });
  expect(await field(page).inputValue()).toBe("portal");
  expect(await field(page).getAttribute("aria-expanded")).toBe("false");
  await page.keyboard.press("ArrowDown");
  await list(page).waitFor();
  await page.keyboard.press("Tab");
  await list(page).waitFor({ state: "detached" });
  expect(await field(page).evaluate((input) => input === document.activeElement)).toBe(false);
});

visit("the last suggestion opens all results, as does Enter in the field (soak)", "desktop", async (page) => {
  await typed(page, "/", "portal");
  await list(page)
    .getByRole("option", { name: /^See all \d+ results$/ })
    .click();
  await page.waitForURL("**/games?search=portal");
  await typed(page, "/", "portal");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/games?search=portal");
});

visit("a suggestion is chosen with the mouse (soak)", "desktop", async (page) => {
  await typed(page, "/deals", "stardw vall");
  await list(page).getByRole("option", { name: "See 1 result", exact: true }).waitFor();
  const address = (await option(page, 0).getAttribute("href"))!;
  await option(page, 0).click();
  await page.waitForURL(`**${address}`);
});

visit(
  "a suggestion chosen right after typing opens its game, even if loading is slow (soak)",
  "desktop",
  async (page) => {
    const clicked = Promise.withResolvers<void>();
    await page.route(/\/api\/games\/\d+/, async (route) => {
      await clicked.promise;
      await route.continue();
    });
    await opened(page, "/deals");
    await field(page).fill("portal");
    const address = await option(page, 0).getAttribute("href");
    await option(page, 0).click();
    await list(page).waitFor({ state: "detached" });
    clicked.resolve();
    await page.getByRole("heading", { level: 1, name: /^Portal/ }).waitFor();
    expect(here(page)).toBe(address);
  },
);

visit("a cached search needs no request (soak)", "desktop", async (page) => {
  const requested: string[] = [];
  page.on("request", (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === "/api/games/suggest") requested.push(searchParams.get("q")!);
  });
  await opened(page, "/");
  // in one step, so that no shorter search is requested, whose response might be complete
  await field(page).fill("portal");
  await expect.poll(() => requested).toContain("portal");
  await list(page).getByText("See all").waitFor();
  const before = requested.length;
  await page.keyboard.press("Backspace");
  await page.keyboard.press("Backspace");
  await page.keyboard.type("al", { delay: 20 });
  await list(page).waitFor();
  // a later search is requested after this one would have been
  await field(page).fill("witcher");
  await expect.poll(() => requested).toContain("witcher");
  expect(requested.slice(before).filter((search) => search === "portal")).toEqual([]);
});

visit("suggestions load when the field is first used (soak)", "desktop", async (page) => {
  const scripts: string[] = [];
  page.on("request", (request) => void (request.resourceType() === "script" && scripts.push(request.url())));
  await opened(page, "/");
  await page.waitForLoadState("networkidle");
  expect(scripts.filter((url) => url.includes("suggestions"))).toEqual([]);
  await field(page).focus();
  await expect.poll(() => scripts.filter((url) => url.includes("suggestions")).length).toBe(1);
  expect(here(page)).toBe("/");
});

visit("on phones the search fills the screen, takes the focus, and offers the last searches", "phone", async (page) => {
  await opened(page, "/deals");
  const search = page.getByRole("navigation", { name: "Shortcuts" }).getByRole("button", { name: "Search" });
  await search.click();
  const dialog = page.getByRole("dialog", { name: "Search games" });
  await dialog.waitFor();
  await expect.poll(() => field(page).evaluate((input) => input === document.activeElement)).toBe(true);
  expect(await findingsInBothThemes(page)).toEqual([]);
  await page.keyboard.type("portal", { delay: 20 });
  await option(page, 0).waitFor();
  expect((await option(page, 0).boundingBox())!.height).toBeGreaterThanOrEqual(56);
  expect(await findingsInBothThemes(page)).toEqual([]);
  await page.keyboard.press("Enter");
  await page.waitForURL("**/games?search=portal");
  await dialog.waitFor({ state: "detached" });

  await search.click();
  await dialog.getByRole("button", { name: "portal" }).waitFor();
  await page.keyboard.type("no such game", { delay: 5 });
  await dialog.getByText('No games match "no such game".').waitFor();
  await dialog.getByRole("link", { name: "Browse all games" }).click();
  await page.waitForURL((url) => url.pathname === "/games" && url.search === "");
  await dialog.waitFor({ state: "detached" });
});

visit("/ and Ctrl K move to the search field from anywhere", "desktop", async (page) => {
  const movesTo = async (key: string, part: "banner" | "main") => {
    const input = page.getByRole(part).getByRole("combobox", { name: "Search games" });
    // again, until the page listens
    await expect
      .poll(async () => {
        await page.keyboard.press(key);
        return input.evaluate((element) => element === document.activeElement);
      })
      .toBe(true);
    await page.keyboard.press("Tab");
  };
  await opened(page, "/deals");
  await movesTo("/", "banner");
  await movesTo("Control+k", "banner");
  // the page's own field, as long as it is in view
  await opened(page, "/");
  await movesTo("/", "main");
  await page.evaluate(() => scrollTo(0, 1_500));
  await page.getByRole("banner").getByRole("combobox", { name: "Search games" }).waitFor();
  await movesTo("/", "banner");
});
