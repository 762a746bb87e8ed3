import { spawnSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { DeskOffer, DeskRecord } from "contract/prices/desk-schema.ts";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { repeats } from "../server/src/test/processes/soak.ts";
import { button, dialog, startPanel } from "./administrators.ts";
import { findingsInBothThemes } from "./browser.ts";
import { repository } from "./site-process.ts";

const { allowed, atTab, call, here, site } = startPanel();

interface Chosen {
  id: number;
  title: string;
}
let game: Chosen;
let other: Chosen;

const offersOf = async ({ id }: Chosen) =>
  (await call<{ offers: DeskOffer[] }>("GET", `/api/admin/catalogue/offers?game=${id}`)).offers;
/** The offer in the United States. */
const offerOf = async (one: Chosen, store: string) =>
  (await offersOf(one)).find((offer) => offer.store === store && offer.country === "US");
const recordsOf = async ({ id }: Chosen, { store, country }: DeskOffer) =>
  (
    await call<{ records: DeskRecord[] }>(
      "GET",
      `/api/admin/catalogue/records?game=${id}&store=${store}&country=${country}&limit=100`,
    )
  ).records;
const statusShows = (page: Page, what: RegExp) => page.getByRole("status").getByText(what).waitFor();
const offersTable = (page: Page) => page.getByRole("table", { name: /^Offers of / });

async function inBothThemes(page: Page): Promise<void> {
  expect(await findingsInBothThemes(page)).toEqual([]);
}

/** Imports a feed of the key shop with these prices of the game; returns what the command line says. */
async function importPrice(price: string, salePrice = ""): Promise<string> {
  const file = join(site().dataDir, "feed.csv");
  await writeFile(file, `id,title,price,sale_price\nkey-1,"${game.title}",${price},${salePrice}\n`);
  const args = ["server/src/cli/main.ts", "import", "prices", file, "--store", "cdkeys"];
  const env = { PATH: process.env.PATH, ...site().env };
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: repository, env, encoding: "utf8" });
  return stdout + stderr;
}

// a game with a product at a key shop, and one that this shop does not sell
beforeAll(async () => {
  const { games } = await call<{ games: Chosen[] }>("GET", "/api/games?limit=50&store=steam&sortBy=title&order=ASC");
  game = games[0]!;
  for (const one of games.slice(1)) {
    other = one;
    if (!(await offersOf(one)).some(({ store }) => store === "cdkeys")) break;
  }
  const imported = await importPrice("9.99 USD");
  expect((await offerOf(game, "cdkeys"))?.product_id, imported).toBe("key-1");
});

describe("prices (spec/catalogue 4)", () => {
  atTab("/admin/prices", "a game is found, and a wrong record voided and taken back", async (page) => {
    await page.getByRole("searchbox", { name: "Search for a game" }).fill(game.title);
    await page
      .getByRole("list", { name: "Games found" })
      .getByRole("button", { name: game.title, exact: true })
      .click();
    await offersTable(page).waitFor();
    expect(here(page)).toContain(`game=${game.id}`);
    await inBothThemes(page);

    const offer = await offerOf(game, "steam");
    const before = await recordsOf(game, offer!);
    // by keyboard alone
    await button(page, "Steam in US: history").focus();
    await page.keyboard.press("Enter");
    const history = page.getByRole("table", { name: /^Price history of / });
    await history.waitFor();
    await inBothThemes(page);
    await history
      .getByRole("button", { name: /^Void: / })
      .first()
      .focus();
    await page.keyboard.press("Enter");
    await dialog(page, "Void a price").waitFor();
    await page.keyboard.press("Enter");
    await dialog(page, "Void a price").getByText("Say why, in 3 to 500 characters").waitFor();
    await inBothThemes(page);
    await page.getByLabel("Reason").fill("A typing error");
    await page.keyboard.press("Enter");
    await statusShows(page, /no longer counts/);
    await history.getByText(/Void, by admin .*: A typing error/).waitFor();
    expect(await history.locator("s").first().textContent()).not.toBe("");
    expect((await recordsOf(game, offer!))[0]).toMatchObject({ voided: { by: "admin" } });
    await inBothThemes(page);

    await history.getByRole("button", { name: /^Take back: / }).click();
    await statusShows(page, /counts again/);
    expect(await recordsOf(game, offer!)).toEqual(before);
  });

  atTab("/admin/prices", "a price is set by hand and ended", async (page) => {
    await page.goto(`/admin/prices?game=${game.id}`);
    const offer = await offerOf(game, "steam");
    await button(page, "Set price: Steam in US").click();
    const form = page.getByRole("dialog");
    await form.getByLabel(/^Price \(/).fill("1.239");
    await form.getByLabel("Reason").fill("The store's own sale");
    await form.getByRole("button", { name: "Set price" }).click();
    await form.getByText(/An amount in USD/).waitFor();
    await inBothThemes(page);
    await form.getByLabel(/^Price \(/).fill("1.23");
    await form.getByRole("button", { name: "Set price" }).click();
    await statusShows(page, /holds until/);
    await offersTable(page)
      .getByText(/Set by admin until .*: The store's own sale/)
      .waitFor();
    await expect
      .poll(async () => (await call<{ best_price: number }>("GET", `/api/games/${game.id}`)).best_price)
      .toBe(1.23);
    await button(page, "End price: Steam in US").click();
    await page.getByRole("dialog").getByRole("button", { name: "End price" }).click();
    await statusShows(page, /holds again/);
    expect(await offerOf(game, "steam")).toMatchObject({ price: offer!.price, override: null });
  });

  atTab("/admin/prices", "a change by somebody else is shown before it is overwritten (soak)", async (page) => {
    await page.goto(`/admin/prices?game=${game.id}`);
    const offer = await offerOf(game, "steam");
    const path = `/api/admin/catalogue/offers/${game.id}/${offer!.store}/${offer!.country}/override`;
    await button(page, "Set price: Steam in US").click();
    const form = page.getByRole("dialog");
    await form.getByLabel(/^Price \(/).fill("1");
    await form.getByLabel("Reason").fill("My own price");
    const until = new Date(Date.now() + 3_600_000).toISOString();
    await call("PUT", path, { price: 2, until, reason: "Somebody else's" });
    await form.getByRole("button", { name: "Set price" }).click();
    await form.getByText("The price of this offer changed meanwhile").waitFor();
    await offersTable(page)
      .getByText(/Somebody else's/)
      .waitFor();
    expect(await offerOf(game, "steam")).toMatchObject({ price: 2 });
    await call("DELETE", path);
  });

  test("what is voided leaves page, list and deals within a second (soak)", async () => {
    const title = encodeURIComponent(game.title);
    const paths = [`/games/${game.id}`, `/api/games?search=${title}`, `/api/deals?section=cuts&search=${title}`];
    const price = "0.37";
    const output = await importPrice("9.99 USD", `${price} USD`);
    const shows = async (path: string) => {
      const response = await fetch(`${site().url}${path}`);
      return new RegExp(`\\b${price}\\b`).test(await response.text());
    };
    const shown = () => Promise.all(paths.map(shows));
    await expect.poll(shown, { message: output }).not.toContain(false);
    const [record] = await recordsOf(game, (await offerOf(game, "cdkeys"))!);
    expect(record).toMatchObject({ price: Number(price) });
    const path = `/api/admin/catalogue/records/${game.id}/cdkeys/US/${record!.recorded_at}/void`;
    const start = performance.now();
    await call("POST", path, { reason: "A typing error" });
    await expect.poll(shown, { interval: 20 }).not.toContain(true);
    // other tests run meanwhile, except in `npm run soak`
    expect(performance.now() - start).toBeLessThan(repeats(10_000, 1_000));
  });

  atTab("/admin/prices", "a product is linked with another game, and unlinked there (soak)", async (page) => {
    await page.goto(`/admin/prices?game=${game.id}`);
    await button(page, "Relink: CDKeys in US").click();
    const relinking = dialog(page, "Relink from CDKeys");
    await relinking.getByRole("searchbox").fill(other.title);
    await relinking.getByRole("button", { name: other.title, exact: true }).click();
    await inBothThemes(page);
    await relinking.getByRole("button", { name: `Relink with ${other.title}` }).click();
    await statusShows(page, /from now on/);
    expect(await offerOf(game, "cdkeys")).toMatchObject({ price: null });
    expect(await offerOf(other, "cdkeys")).toMatchObject({
      ...{ price: 9.99, product_id: "key-1", is_linked_by_hand: true },
    });

    await page.goto(`/admin/prices?game=${other.id}`);
    await button(page, "Unlink: CDKeys in US").click();
    await inBothThemes(page);
    await dialog(page, "Unlink from CDKeys").getByRole("button", { name: "Unlink" }).click();
    await statusShows(page, /no longer sells/);
    const path = "/api/admin/catalogue/matches?state=decided&store=cdkeys";
    const { matches } = await call<{ matches: object[] }>("GET", path);
    expect(matches).toContainEqual(expect.objectContaining({ product_id: "key-1", decision: "rejected" }));
  });

  atTab(
    "/admin/prices",
    "who may only read sees why nothing can be changed (soak)",
    async (page) => {
      await page.goto(`/admin/prices?game=${game.id}`);
      await offersTable(page).waitFor();
      await page.getByText("You can look around here, but not change anything.").waitFor();
      expect(
        await button(page, /^Set price: /)
          .first()
          .getAttribute("aria-disabled"),
      ).toBe("true");
      await inBothThemes(page);
    },
    allowed("prices.read"),
  );
});
