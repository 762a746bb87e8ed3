import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { repeats } from "../server/src/test/processes/soak.ts";
import { asVisitor, newVisitor, opened, type Screen, screens, sharedBrowser, watchRequests } from "./browser.ts";
import { startVisits } from "./visits.ts";

const visits = startVisits("shared");
const { site, browser, here } = visits;

/** Fails on any error in the console that is not expected. */
const visit = (name: string, screen: Screen, steps: (page: Page) => Promise<void>, expectedErrors?: RegExp) =>
  test(name, () => visits.visit(steps, screen, expectedErrors));
const anyError = /./;

visit("text typed while a search is applied is not lost", "desktop", async (page) => {
  await opened(page, "/games");
  const typed = Promise.withResolvers<void>();
  await page.route("**/api/games?**", async (route) => {
    await typed.promise;
    await route.continue();
  });
  const box = page.getByRole("searchbox", { name: "Search games" });
  const requested = page.waitForRequest(/search=por&/);
  await box.pressSequentially("por");
  await requested;
  await box.pressSequentially("tal");
  typed.resolve();
  await page.waitForURL("**/games?search=portal");
  await page.getByText(/games for "portal"$/).waitFor();
  expect(await box.inputValue()).toBe("portal");
});

visit("the login link contains the return address (soak)", "desktop", async (page) => {
  await opened(page, "/games?store=gog");
  const login = page.getByRole("banner").getByRole("link", { name: "Sign in" });
  expect(await login.getAttribute("href")).toBe("/login?from=%2Fgames");
});

visit(
  "an unknown game is a 404 page with a link to the list (soak)",
  "desktop",
  async (page) => {
    for (const path of ["/games/999999999", "/games/not-a-number", "/game/0"]) {
      const response = await page.goto(path);
      expect(response?.status(), path).toBe(404);
      await page.getByRole("heading", { name: "Game not found" }).waitFor();
    }
    await page.getByRole("link", { name: "Browse More Games" }).click();
    await page.waitForURL("**/games");
  },
  anyError,
);

visit("every page shows the sample notice (soak)", "phone", async (page) => {
  for (const path of ["/", "/games", "/free", "/games/1", "/contact", "/login", "/register"]) {
    await opened(page, path);
    const notices = page.getByText("Sample catalogue: prices are made up.").filter({ visible: true });
    await expect.poll(() => notices.count()).toBe(1);
  }
});

visit("invalid query parameters are ignored (soak)", "desktop", async (page) => {
  await opened(page, "/games?store=nowhere&sort=magic&order=up&page=zero");
  await page.getByText(/^Showing 20 of \d+ games$/).waitFor();
});

visit("both addresses of a game show the same page, unknown paths redirect home (soak)", "desktop", async (page) => {
  await opened(page, "/game/1");
  const title = await page.getByRole("heading", { level: 1 }).textContent();
  expect(await page.locator("link[rel=canonical]").getAttribute("href")).toMatch(/\/games\/1$/);
  await opened(page, "/games/1");
  expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe(title);
  await page.goto("/no/such/page");
  expect(here(page)).toBe("/");
});

const failing = [
  ["/games", "Title", "Failed to load games. Please try again.", /^Showing 20 of \d+ games$/],
  ["/free", "Name", "Failed to load free games. Please try again.", /^\d+ free games$/],
] as const;
for (const [path, sort, message, summary] of failing.slice(0, repeats(1, 2)))
  visit(
    `${path} shows an error if it fails to load, and loads on Retry`,
    "desktop",
    async (page) => {
      await opened(page, path);
      const calls = `**/api${path === "/free" ? "/games/free" : "/games"}?**`;
      // not retried
      await page.route(calls, (route) => route.fulfill({ status: 418, json: {} }));
      await page.getByRole("button", { name: sort }).click();
      await page.getByText(message, { exact: true }).waitFor();
      await page.unroute(calls);
      await page.getByRole("button", { name: "Retry" }).click();
      await page.getByText(summary).waitFor();
    },
    anyError,
  );

visit(
  "a list shows an error without a network, and reloads when it is back (soak)",
  "desktop",
  async (page) => {
    await opened(page, "/games");
    await page.waitForLoadState("networkidle");
    await page.context().setOffline(true);
    await page.getByRole("button", { name: "Title" }).click();
    // after three retries, with 1, 2 and 4 seconds between them
    await page.getByText("Failed to load games. Please try again.", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Retry" }).waitFor();
    await page.context().setOffline(false);
    await page.getByText(/^Showing 20 of \d+ games$/).waitFor();
  },
  anyError,
);

visit(
  "a game's page opened without a network loads when it is back (soak)",
  "desktop",
  async (page) => {
    const settled = watchRequests(page);
    await opened(page, "/games/1");
    const title = (await page.getByRole("heading", { level: 1 }).textContent())!;
    await page.getByRole("button", { name: "Explore" }).click();
    await page.getByRole("link", { name: "All Games" }).click();
    // The address changes before the code of the list is loaded, and games are on both pages.
    await page.getByText(/^Showing 20 of \d+ games$/).waitFor();
    await settled();
    const other = page.getByRole("article").getByRole("heading").filter({ hasNotText: title }).first();
    const name = (await other.textContent())!;
    await page.context().setOffline(true);
    await other.getByRole("link").click();
    await page.getByText("Failed to load game details. Please try again.", { exact: true }).waitFor();
    await page.context().setOffline(false);
    await page.getByRole("heading", { level: 1, name, exact: true }).waitFor();
  },
  anyError,
);

visit(
  "a page that crashes offers three retries, then other options",
  "desktop",
  async (page) => {
    await opened(page, "/games");
    await page.route("**/api/games/*", (route) => route.fulfill({ json: { id: 1, title: "Not all of a game" } }));
    await page.getByRole("article").first().getByRole("link").click();
    await page.getByRole("heading", { name: "Something went wrong" }).waitFor();
    await page.getByText("An unexpected error occurred. Please try refreshing the page.", { exact: true }).waitFor();
    for (let retry = 0; retry < 3; retry++) await page.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("button", { name: "Refresh page" }).waitFor();
    await page.getByRole("link", { name: "Go Home" }).click();
    await page.waitForURL(`${site().url}/`);
  },
  anyError,
);

test("a picture that fails to load is replaced by a placeholder", async () => {
  const withImages = await sharedBrowser({ images: true });
  const visitor = { browser: withImages, url: site().url, screen: "desktop", expectedErrors: anyError } as const;
  await asVisitor(visitor, async (page) => {
    await page.route("**/images/games/**", (route) => route.abort());
    await opened(page, "/games/1");
    await expect.poll(() => page.locator("img").count()).toBe(0);
    await page.getByRole("img").first().waitFor();
  });
});

test("the list works without JavaScript (soak)", async () => {
  const { page } = await newVisitor(browser(), site().url, { ...screens.desktop, javaScriptEnabled: false });
  await page.goto("/games");
  expect(await page.getByRole("article").count()).toBe(20);
  await page.getByRole("link", { name: "Next" }).click();
  expect(here(page)).toBe("/games?page=2");
  await page.getByText(/^Page 2 of \d+$/).waitFor();
  await page.getByRole("searchbox", { name: "Search games" }).fill("portal");
  await page.getByRole("searchbox", { name: "Search games" }).press("Enter");
  await page.getByText(/games for "portal"$/).waitFor();
  await page.context().close();
});
