import type { ProductFeed } from "contract/prices/feed-schema.ts";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect } from "vitest";
import { startUpstream } from "../server/src/test/servers/upstream-server.ts";
import { alertOf, button, dialog, startPanel } from "./administrators.ts";
import { findingsInBothThemes, opened } from "./browser.ts";

const shop = await startUpstream();
const { allowed, asAdmin, atTab, call, visit } = startPanel();
const path = "/api/admin/catalogue/feeds";
const address = `${shop.origin}/feed.csv?key=4f3c2b1a`;
const masked = `${shop.origin}/feed.csv?key=***`;

let title = "";
beforeAll(async () => {
  const { games } = await call<{ games: { title: string }[] }>("GET", "/api/admin/catalogue/games?limit=1");
  title = games[0]!.title;
  const rows = `sku,title,price\nk1,${title},4.99 USD\nk2,Unheard Of,9.99 USD\nk3,Foreign,5 EUR\n`;
  shop.respondWith((_, response) => void response.end(rows));
});

const list = async () => (await call<{ feeds: ProductFeed[] }>("GET", path)).feeds;
const statusShows = (page: Page, what: string | RegExp) => page.getByRole("status").getByText(what).waitFor();
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });

describe("feeds (spec/catalogue 8)", () => {
  atTab("/admin/feeds", "a feed is previewed, mapped and added", async (page) => {
    await page.getByText("No feeds yet").waitFor();
    await button(page, "Add feed").click();
    await field(page, "Store").selectOption("Fanatical");
    await field(page, "Market").selectOption("US (USD)");
    await field(page, "Address").fill(address);
    await button(page, "Preview").click();
    await alertOf(page, /no row of it has the column id; they have sku, title, price$/);
    await page.getByText("Its columns: sku, title, price").waitFor();
    await field(page, "id (required)").fill("sku");
    await button(page, "Preview").click();
    const rows = page.getByRole("table", { name: "First rows" });
    await rows.getByRole("link", { name: title, exact: true }).waitFor();
    await rows.getByText('price: "5 EUR" is not in US dollars').waitFor();
    expect(await findingsInBothThemes(page)).toEqual([]);
    await button(page, "Add feed").click();
    await statusShows(page, /^Added the feed/);
    await page.getByRole("table", { name: "Feeds" }).getByText(masked).waitFor();
    expect(await findingsInBothThemes(page)).toEqual([]);
    expect(await list()).toMatchObject([{ store: "fanatical", url: masked, columns: { id: "sku" } }]);
  });

  atTab("/admin/feeds", "what somebody else saved meanwhile is shown before it is overwritten (soak)", async (page) => {
    const [feed] = await list();
    await page.getByRole("link", { name: "Fanatical", exact: true }).click();
    await field(page, "Currency").fill("eur");
    await call("PUT", `${path}/${feed!.id}`, { currency: "GBP", base_version: feed!.version });
    await button(page, "Save feed").click();
    const question = dialog(page, "Changed by someone else");
    await question.getByText("GBP").waitFor();
    expect((await list())[0]!.currency).toBe("GBP");
    await question.getByRole("button", { name: "Save mine" }).click();
    await statusShows(page, "Saved the feed.");
    expect((await list())[0]).toMatchObject({ currency: "EUR", url: masked });
  });

  atTab("/admin/feeds", "a private login, a wrong store and an address that is none are named (soak)", async (page) => {
    await button(page, "Add feed").click();
    await field(page, "Address").fill("feed.csv");
    await button(page, "Add feed").click();
    await page.getByText("Expected an address that begins with https://").first().waitFor();
    expect(await findingsInBothThemes(page)).toEqual([]);
    await button(page, "Discard").click();
  });

  atTab("/admin/feeds", "a feed leads to its runs, and is removed after a question (soak)", async (page) => {
    await page.getByRole("link", { name: "Runs of the feed of Fanatical" }).waitFor();
    await page.getByRole("link", { name: "Fanatical", exact: true }).click();
    await button(page, "Remove feed").click();
    await dialog(page, "Remove the feed of Fanatical?").getByRole("button", { name: "Remove" }).click();
    await statusShows(page, "Removed the feed.");
    expect(await list()).toEqual([]);
  });

  visit("who may only read sees why nothing can be changed (soak)", allowed("sources.read"), async (page) => {
    await opened(page, "/admin/feeds");
    await button(page, "Add feed").waitFor();
    expect(await button(page, "Add feed").getAttribute("aria-disabled")).toBe("true");
  });

  visit("the panel's feeds fit 1024 pixels (soak)", asAdmin, async (page) => {
    await page.setViewportSize({ width: 1024, height: 900 });
    await opened(page, "/admin/feeds?feed=new");
    await field(page, "Address").waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(1024);
  });
});
