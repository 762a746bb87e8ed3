import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { axeFindings, newVisitor, opened, screens, watchRequests } from "./browser.ts";
import { newMember, send, signIn } from "./member.ts";
import { startVisits } from "./visits.ts";

const { site, browser } = startVisits("shared", { images: true });

/** Workers need a secure origin, such as `localhost`. */
const address = () => site().url.replace("127.0.0.1", "localhost");

async function visitWithWorker(steps: (page: Page) => Promise<void>, url = address()): Promise<void> {
  const { page } = await newVisitor(browser(), url, { ...screens.desktop, serviceWorkers: "allow" });
  try {
    await opened(page, "/");
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await steps(page);
  } finally {
    await page.context().close();
  }
}

/** A proxy in front of the site that can deliver the service worker of another build. */
async function startRebuilt(): Promise<{ url: string; rebuild(worker: string): void }> {
  let worker: string | null = null;
  const server = createServer(({ url, method, headers }, outgoing) => {
    if (url === "/service-worker.js" && worker !== null) {
      outgoing.writeHead(200, { "content-type": "text/javascript", "cache-control": "no-cache" }).end(worker);
      return;
    }
    const forwarded = request(`${site().url}${url}`, { method, headers, agent: false }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.rawHeaders);
      response.pipe(outgoing);
    });
    forwarded.on("error", () => outgoing.destroy());
    forwarded.end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${port}`,
    rebuild(changed) {
      worker = changed;
    },
  };
}

/** Paths of what is kept in the caches whose names contain the word. */
function cachedAddresses(page: Page, word: string): Promise<string[]> {
  return page.evaluate(async (word) => {
    const found: string[] = [];
    for (const name of (await caches.keys()).filter((name) => name.includes(word))) {
      for (const { url } of await (await caches.open(name)).keys()) found.push(new URL(url).pathname);
    }
    return found;
  }, word);
}

const note = (page: Page) => page.getByText(/^Offline: as of \d\d:\d\d$/);

test("the site can be installed (spec/app 1)", async () => {
  await visitWithWorker(async (page) => {
    const session = await page.context().newCDPSession(page);
    const { url, errors, data } = await session.send("Page.getAppManifest");
    expect([new URL(url).pathname, errors]).toEqual(["/manifest.webmanifest", []]);
    const { icons, shortcuts, ...manifest } = JSON.parse(data!);
    expect(manifest).toMatchObject({ name: "Lootwise", start_url: "/", scope: "/", display: "standalone" });
    expect(shortcuts.map(({ name, url }: { name: string; url: string }) => [name, url])).toEqual([
      ["Deals", "/deals"],
      ["Free Games", "/free"],
      ["Wishlist", "/wishlist"],
    ]);
    const { installabilityErrors } = await session.send("Page.getInstallabilityErrors");
    expect(installabilityErrors.filter(({ errorId }) => errorId !== "in-incognito")).toEqual([]);
    for (const { src } of icons) expect((await page.request.get(src)).headers()["content-type"]).toBe("image/png");
    const markets = await (await send(site(), "GET", "/manifest.webmanifest?country=ZZ")).json();
    expect(markets.start_url).toBe("/");
  });
});

test("offline, lists and games that were seen are there with their date, others say that they are not", async () => {
  await visitWithWorker(async (page) => {
    await opened(page, "/games");
    await opened(page, "/games/1");
    const title = await page.getByRole("heading", { level: 1 }).textContent();
    await expect
      .poll(() => cachedAddresses(page, "-pages"))
      .toEqual(expect.arrayContaining(["/", "/games", "/games/1"]));
    expect(await note(page).count()).toBe(0);

    await page.context().setOffline(true);
    await opened(page, "/games/1");
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe(title);
    await note(page).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await opened(page, "/games");
    await note(page).waitFor();
    await page.goto("/contact");
    await page.getByRole("heading", { name: "You are offline" }).waitFor();
    expect(await axeFindings(page)).toEqual([]);

    await page.context().setOffline(false);
    await opened(page, "/games");
    expect(await note(page).count()).toBe(0);
  });
});

test("a page that was reached by a link is there offline, too (soak)", async () => {
  await visitWithWorker(async (page) => {
    const link = page.locator("main a[href^='/games/']").first();
    const path = (await link.getAttribute("href"))!;
    await link.click();
    await page.waitForURL(`**${path}`);
    await expect.poll(() => cachedAddresses(page, "-pages")).toContain(path);
    await page.context().setOffline(true);
    await opened(page, path);
    await note(page).waitFor();
  });
});

test("the wishlist is available offline, for its user only, and removed by signing out", async () => {
  await visitWithWorker(async (page) => {
    const account = await newMember(site());
    await send(site(), "POST", "/api/wishlist", { token: account.token, body: { gameId: 1 } });
    await signIn(page, account, address());
    const settled = watchRequests(page);
    await opened(page, "/wishlist");
    const { title } = await (await send(site(), "GET", "/api/games/1")).json();
    const game = page.getByRole("main").getByRole("link", { name: title, exact: true });
    await game.waitFor();
    // going offline must not interrupt what is to be cached
    await settled();
    await expect.poll(() => cachedAddresses(page, "-user-")).toContain("/api/wishlist");
    await expect.poll(() => cachedAddresses(page, "-pages")).toContain("/wishlist");
    expect(await cachedAddresses(page, "-kept-")).not.toContainEqual(expect.stringMatching(/^\/api\/auth/));
    await page.context().setOffline(true);
    await opened(page, "/wishlist");
    await game.waitFor();
    await note(page).waitFor();

    await page.context().setOffline(false);
    await opened(page, "/wishlist");
    await page
      .getByRole("button", { name: /^Account: / })
      .first()
      .click();
    await page.getByText("Sign out").last().click();
    await page.waitForURL(`${address()}/`);
    await expect.poll(() => cachedAddresses(page, "-user-")).toEqual([]);
    expect(await page.evaluate(async () => (await caches.keys()).filter((name) => name.includes("-user-")))).toEqual(
      [],
    );
  });
});

test("pages that can contain a token, the panel and the account are never cached (soak)", async () => {
  await visitWithWorker(async (page) => {
    for (const path of ["/reset-password?token=x", "/verify-email?token=x", "/auth/callback?token=x", "/admin"]) {
      await page.goto(path);
    }
    await page.goto("/login");
    await opened(page, "/games");
    await expect.poll(() => cachedAddresses(page, "-pages")).toContain("/games");
    const all = await cachedAddresses(page, "-kept-");
    expect(all.filter((path) => /password|verify|callback|admin|login|auth/.test(path))).toEqual(
      all.filter((path) => path.startsWith("/assets/") && /password|verify|callback|admin|login|auth/.test(path)),
    );
  });
});

test("a new build replaces the caches of the old one (soak)", async () => {
  const rebuilt = await startRebuilt();
  await visitWithWorker(async (page) => {
    await expect.poll(() => cachedAddresses(page, "-pages")).toContain("/");
    await page.evaluate(async () => {
      await (await caches.open("lootwise-kept-files")).put("/assets/old-build.js", new Response("old"));
      await (await caches.open("lootwise-kept-pages")).put("/games/old-page", new Response("old"));
    });
    const script = await (await page.request.get("/service-worker.js")).text();
    const changed = script.replace(/assets\/entry-client-[\w-]+\.js/, "assets/new-build.js");
    expect(changed).not.toBe(script);
    rebuilt.rebuild(changed);
    const taken = page.evaluate(
      () =>
        new Promise<void>((resolve) => navigator.serviceWorker.addEventListener("controllerchange", () => resolve())),
    );
    await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
    await taken;
    await expect.poll(() => cachedAddresses(page, "-files")).not.toContain("/assets/old-build.js");
    expect(await cachedAddresses(page, "-pages")).not.toContain("/games/old-page");
  }, rebuilt.url);
});
