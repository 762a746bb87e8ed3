import type { PolledSource, SourceRun } from "contract/prices/source-schema.ts";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect } from "vitest";
import { untilFound } from "../server/src/test/eventually.ts";
import { startUpstream } from "../server/src/test/servers/upstream-server.ts";
import { button, dialog, startPanel } from "./administrators.ts";
import { axeFindings, findingsInBothThemes, opened } from "./browser.ts";

const stores = await startUpstream();
const { allowed, asAdmin, atTab, call, visit } = startPanel({
  PRICE_SYNC: "on",
  GOG_CATALOG_URL: stores.origin,
  STEAM_STORE_URL: stores.origin,
  STEAM_WEB_API_URL: stores.origin,
  EPIC_FREE_GAMES_URL: `${stores.origin}/epic`,
});

const path = "/api/admin/catalogue/sources";
const patient = { timeout: 30_000 };
const perPage = 4;

const pages = 2;

/** GOG, whose pages from `held` on wait until `letGo`. */
function gogSells(held = pages + 1) {
  let waiting: (() => void)[] = [];
  let isHeld = true;
  stores.respondWith((request, response) => {
    const url = new URL(request.url ?? "", stores.origin);
    if (url.pathname !== "/v1/catalog") return void response.writeHead(404).end();
    const page = Number(url.searchParams.get("page"));
    const products = Array.from({ length: perPage }, (_, n) => {
      const id = String(page * perPage + n);
      const amount = n === 0 ? "free" : "9.99";
      const price = { finalMoney: { amount, currency: "USD" }, baseMoney: { amount: "9.99", currency: "USD" } };
      return { id, slug: id, title: `Product ${id}`, productType: "game", storeLink: `${stores.origin}/${id}`, price };
    });
    const productCount = pages * perPage;
    const respond = () =>
      response.end(JSON.stringify({ pages, productCount, currentlyShownProductCount: perPage, products }));
    if (isHeld && page >= held) waiting.push(respond);
    else respond();
  });
  return function letGo() {
    isHeld = false;
    for (const respond of waiting) respond();
    waiting = [];
  };
}

const find = async () => (await call<{ source: PolledSource; runs: SourceRun[] }>("GET", `${path}/gog`)).source;

/** Runs GOG to its end, without the page. */
async function runGog(): Promise<PolledSource> {
  const before = (await find()).last_run?.id;
  await call("POST", `${path}/gog/run`);
  await expect.poll(async () => (await find()).last_run?.id, patient).not.toBe(before);
  await expect.poll(async () => (await find()).last_run?.state, patient).not.toBe("running");
  return find();
}

// no run but those of the tests
beforeAll(async () => {
  gogSells();
  const { configs } = await call<{ configs: { id: number; key: string; type: string }[] }>(
    "GET",
    "/api/admin/config?limit=100&search=sync.",
  );
  const hours = configs.filter(({ type }) => type === "number").map(({ id, type }) => ({ id, type, value: "0" }));
  await call("PUT", "/api/admin/config", { configs: hours });
  await untilFound(async () => (await find()).state === "off");
});

const row = (page: Page) => page.locator("[data-source=gog]");
const seen = (page: Page) => row(page).locator("td").nth(5).textContent();
const statusShows = (page: Page, what: string) => page.getByRole("status").getByText(what, { exact: true }).waitFor();
const stateIs = (page: Page, state: string) => row(page).getByText(state, { exact: true }).waitFor();

/** Starts a run of the page's row, which waits at its second page. */
async function startHeldRun(page: Page): Promise<() => void> {
  const letGo = gogSells(2);
  await button(page, "Run now: GOG").click();
  await statusShows(page, "GOG is about to run.");
  await stateIs(page, "Running");
  return letGo;
}

describe("sources (spec/catalogue 5)", () => {
  atTab("/admin/sources", "a run shows its progress as it comes", async (page) => {
    await row(page).waitFor();
    expect(await findingsInBothThemes(page)).toEqual([]);
    const letGo = await startHeldRun(page);
    await expect.poll(() => seen(page), patient).toBe(String(perPage));
    letGo();
    await stateIs(page, "Turned off");
    await expect.poll(() => seen(page), patient).toBe(String(2 * perPage));
  });

  visit("without the stream of events the page asks again and again (soak)", asAdmin, async (page) => {
    await page.route("**/api/admin/events", (route) => route.abort());
    await opened(page, "/admin/sources");
    const letGo = await startHeldRun(page);
    await expect.poll(() => seen(page), patient).toBe(String(perPage));
    letGo();
    await stateIs(page, "Turned off");
  });

  atTab("/admin/sources", "the keyboard pauses a source and resumes it (soak)", async (page) => {
    await button(page, "Pause GOG").focus();
    await page.keyboard.press("Enter");
    await statusShows(page, "Paused GOG.");
    await stateIs(page, "Paused");
    expect((await find()).paused).toBe(true);
    await row(page).getByText("It is paused: resume it first").waitFor({ state: "attached" });
    await button(page, "Resume GOG").focus();
    await page.keyboard.press("Enter");
    await statusShows(page, "Resumed GOG.");
    await stateIs(page, "Turned off");
  });

  atTab(
    "/admin/sources",
    "a source has its runs, its chart and what was refused; a reset asks first (soak)",
    async (page) => {
      gogSells();
      await runGog();
      await page.getByRole("link", { name: "GOG", exact: true }).click();
      await page.getByRole("heading", { name: "GOG", exact: true }).waitFor();
      expect(new URL(page.url()).searchParams.get("source")).toBe("gog");
      await page.getByRole("img", { name: /^Duration of \d+ runs in 30 days/ }).waitFor();
      await page.getByText("Not a plausible price").waitFor();
      expect(await page.getByRole("table", { name: "Runs" }).locator("tbody tr").count()).toBeGreaterThan(0);
      expect(await findingsInBothThemes(page)).toEqual([]);
      await button(page, "Reset").click();
      const question = dialog(page, "Reset GOG?");
      expect(await axeFindings(page)).toEqual([]);
      await question.getByRole("button", { name: "Reset" }).click();
      await statusShows(page, "GOG starts from the beginning with its next run.");
      await page.getByRole("link", { name: "All sources" }).click();
      await row(page).waitFor();
    },
  );

  visit(
    "a source that failed three times in a row is on the dashboard until it recovers (soak)",
    asAdmin,
    async (page) => {
      stores.respondWith((_, response) => void response.writeHead(404).end());
      const { failures } = await find();
      for (let more = 1; more <= 3; more += 1) expect((await runGog()).failures).toBe(failures + more);
      await opened(page, "/admin");
      const notice = page.getByRole("complementary", { name: "Failing sources" });
      await notice.getByText(/could not be read \d times in a row/).waitFor();
      expect(await axeFindings(page)).toEqual([]);
      await notice.getByRole("link", { name: "GOG" }).click();
      await page.getByRole("heading", { name: "GOG", exact: true }).waitFor();
      gogSells();
      expect(await runGog()).toMatchObject({ failures: 0 });
      await opened(page, "/admin");
      await page.getByRole("heading", { name: "Data" }).waitFor();
      expect(await notice.count()).toBe(0);
    },
  );

  atTab(
    "/admin/sources",
    "who may only read sees why nothing can be changed (soak)",
    async (page) => {
      await row(page).waitFor();
      await page.getByText("This needs the permission sources.write.").first().waitFor();
      await button(page, "Run now: GOG").focus();
      await page.keyboard.press("Enter");
      expect((await find()).state).toBe("off");
    },
    allowed("sources.read"),
  );
});
