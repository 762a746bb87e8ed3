// A site whose PUBLIC_URL has a path. `TEST_BASE_PATH=/games-prices npm test -- e2e/visitor` runs other files so.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { fillLogin, signedInAs } from "./accounts.ts";
import { superAdmin } from "./administrators.ts";
import { newVisitor, opened, screens, watchRequests } from "./browser.ts";
import { callApi, signIn } from "./member.ts";
import { startVisits } from "./visits.ts";

const { site, browser, visit, here } = startVisits({ TEST_BASE_PATH: "/games-prices" });

/** The requests for what is beside the site. */
function watchStrays(page: Page): string[] {
  const strays: string[] = [];
  page.on("request", (request) => {
    if (/^https?:/.test(request.url()) && !request.url().startsWith(`${site().url}/`)) strays.push(request.url());
  });
  return strays;
}

/** The addresses on the page that are beside the site. */
function addressesBeside(page: Page): Promise<string[]> {
  return page.evaluate(
    (base) =>
      [...document.querySelectorAll("[href], [src], [action]")]
        .map((element) => ["href", "src", "action"].map((name) => element.getAttribute(name)).find(Boolean) ?? "")
        .filter((address) => address.startsWith("/") && !address.startsWith(base)),
    `${new URL(site().url).pathname}/`,
  );
}

test("a visitor finds a game, signs in, and has it on the wishlist; an administrator opens the panel", async () => {
  const member = await superAdmin(site());
  const found = await callApi<{ games: { id: number; title: string }[] }>(site(), "GET", "/api/games?search=portal");
  const { id, title } = found.games[0]!;
  await visit(async (page) => {
    const strays = watchStrays(page);
    await opened(page, "/");
    await page.getByRole("link", { name: "View All Games" }).click();
    await page.waitForURL("/games");
    await page.getByRole("searchbox", { name: "Search games" }).pressSequentially("portal");
    await page.waitForURL("/games?search=portal");
    await page.getByRole("article").getByRole("link", { name: title, exact: true }).click();
    await page.waitForURL(`/games/${id}`);
    await page.getByRole("heading", { level: 1, name: title }).waitFor();

    await page.getByRole("banner").getByRole("link", { name: "Sign in" }).click();
    await page.waitForURL("/login?**");
    await fillLogin(page, member.email, member.password);
    await page.waitForURL(`/games/${id}`);
    await page.getByRole("main").getByRole("button", { name: "Add to Wishlist" }).first().click();
    await page.getByRole("banner").getByRole("link", { name: "Wishlist" }).click();
    await page.waitForURL("/wishlist");
    await page.getByRole("main").getByRole("link", { name: title, exact: true }).waitFor();
    const cookies = await page.context().cookies();
    expect(cookies.map((cookie) => cookie.path)).toEqual(cookies.map(() => expect.stringMatching(/^\/games-prices\//)));

    await signedInAs(page, "admin").click();
    await page.getByRole("link", { name: "Admin Panel" }).first().click();
    await page.waitForURL("/admin");
    await page.getByRole("region", { name: "Quick Stats" }).waitFor();
    await page.getByRole("link", { name: "Site Config" }).click();
    await page.waitForURL("/admin/config");
    await page.reload();
    await page.getByRole("heading", { level: 1, name: "Site Config" }).waitFor();
    expect(strays).toEqual([]);
  });
});

test("what scripts render for members and administrators names only addresses below the path (soak)", async () => {
  const member = await superAdmin(site());
  await callApi(site(), "POST", "/api/wishlist", { member, body: { gameId: 1 } });
  await visit(async (page) => {
    await signIn(page, member);
    const strays = watchStrays(page);
    const settled = watchRequests(page);
    const own = ["/games/1", "/wishlist", "/lists", "/notifications", "/library?tab=import", "/profile"];
    const tabs = ["", "/strings", "/games?game=1", "/prices?game=1", "/imports", "/feeds"].map((tab) => `/admin${tab}`);
    for (const path of [...own, ...tabs]) {
      await opened(page, path);
      await settled();
      expect([path, ...(await addressesBeside(page))]).toEqual([path]);
    }
    expect(strays).toEqual([]);
  });
});

test("without scripts, and in another language, links and forms stay below the path", async () => {
  const { page } = await newVisitor(browser(), site().url, { ...screens.desktop, javaScriptEnabled: false });
  await page.goto("/us-de");
  await page.locator("main a[href*='/games/']").first().click();
  expect(here(page)).toMatch(/^\/us-de\/games\/\d+$/);
  await page.goto("/us-de/games");
  await page.getByRole("searchbox").first().fill("portal");
  await page.getByRole("searchbox").first().press("Enter");
  await page.waitForURL("/us-de/games?**search=portal**");
  await page.context().close();
});

test("the chosen language is remembered, and restored on an address without it (soak)", () =>
  visit(async (page) => {
    await opened(page, "/us-de/games");
    await page.evaluate(() => localStorage.setItem("place", "/us-de"));
    await page.goto("/deals");
    await page.waitForURL("/us-de/deals");
    await page.goto("/");
    await page.waitForURL("/us-de");
  }));

test("a push message reaches the worker, whose notification opens an address below the path (soak)", async () => {
  const { origin, pathname } = new URL(site().url.replace("127.0.0.1", "localhost"));
  const { page } = await newVisitor(browser(), origin + pathname, { ...screens.desktop, serviceWorkers: "allow" });
  const devTools = await page.context().newCDPSession(page);
  const registered = Promise.withResolvers<string>();
  devTools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
    const own = registrations.find(({ scopeURL }) => scopeURL === `${origin}${pathname}/`);
    if (own) registered.resolve(own.registrationId);
  });
  await devTools.send("ServiceWorker.enable");
  await opened(page, "/");
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.evaluate(() => {
    const received: unknown[] = [];
    Object.assign(window, { received });
    navigator.serviceWorker.addEventListener(
      "message",
      ({ data }) => void (data.type === "push" && received.push(data)),
    );
  });
  const message = { id: "rule-1", title: "Hades is $9.99", body: "At Steam", url: "/games/3" };
  const registrationId = await registered.promise;
  await devTools.send("ServiceWorker.deliverPushMessage", { origin, registrationId, data: JSON.stringify(message) });
  await expect
    .poll(() => page.evaluate(() => Reflect.get(window, "received")))
    .toEqual([{ type: "push", message: { ...message, url: `${origin}${pathname}/games/3` } }]);
  await page.context().close();
});

test("seen pages are there offline, and others say that they are not (soak)", async () => {
  // workers need a secure origin
  const url = site().url.replace("127.0.0.1", "localhost");
  const { page } = await newVisitor(browser(), url, { ...screens.desktop, serviceWorkers: "allow" });
  await opened(page, "/");
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  expect(await page.evaluate(async () => (await navigator.serviceWorker.ready).scope)).toBe(`${url}/`);
  const session = await page.context().newCDPSession(page);
  const { errors, data } = await session.send("Page.getAppManifest");
  expect(errors).toEqual([]);
  expect(JSON.parse(data!)).toMatchObject({ start_url: "/games-prices/", scope: "/games-prices/" });
  await opened(page, "/games/1");
  const cached = () =>
    page.evaluate(async () => {
      const keys = await (await caches.open("lootwise-kept-pages")).keys();
      return keys.map((request) => new URL(request.url).pathname);
    });
  await expect.poll(cached).toContain("/games-prices/games/1");
  await page.context().setOffline(true);
  await opened(page, "/games/1");
  await page.getByText(/^Offline: as of /).waitFor();
  await page.goto("/contact");
  await page.getByRole("heading", { name: "You are offline" }).waitFor();
  expect(await page.getByRole("link").last().getAttribute("href")).toBe("/games-prices/");
  await page.context().close();
});
