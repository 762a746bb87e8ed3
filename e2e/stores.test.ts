import type { AdminMarket } from "contract/markets/schema.ts";
import type { AdminStore } from "contract/stores/schema.ts";
import type { Page } from "playwright-core";
import { describe, expect, onTestFinished } from "vitest";
import { breakCall, button, dialog, startPanel } from "./administrators.ts";
import { axeFindings, opened } from "./browser.ts";

const { allowed, asAdmin, call, visit } = startPanel();

const keysInOrder = async () =>
  (await call<{ stores: AdminStore[] }>("GET", "/api/admin/stores")).stores.map(({ key }) => key);
const storeOf = async (key: string) => (await call<{ store: AdminStore }>("GET", `/api/admin/stores/${key}`)).store;
const shownKeys = (page: Page) =>
  page.locator("[data-item]").evaluateAll((rows) => rows.map((row) => (row as HTMLElement).dataset.item));
const statusShows = (page: Page, what: string) => page.getByRole("status").getByText(what, { exact: true }).waitFor();
const toggle = (page: Page, name: string) => page.getByRole("switch", { name: `${name} enabled`, exact: true });
const keepOrder = async () => {
  const keys = await keysInOrder();
  onTestFinished(async () => void (await call("PUT", "/api/admin/store-order", { keys })));
};

describe("stores (spec/administration 7)", () => {
  visit("one is added, edited and deleted", asAdmin, async (page) => {
    await opened(page, "/admin/stores");
    await button(page, "Add store").click();
    const form = dialog(page, "Add store");
    await form.getByRole("button", { name: "Add store" }).click();
    await form.getByText("Name is required").waitFor();
    await form.getByLabel("Key").fill("own-shop");
    await form.getByLabel("Name").fill("Own Shop");
    await form.getByLabel("Kind").selectOption("Key shop");
    await form.getByLabel("Color").selectOption("teal");
    await form.getByLabel("Website").fill("https://own.example/shop");
    await form.getByLabel("Activation").fill("steam-key, drm-free");
    await form.getByLabel("Link templates").fill("https://go.example/?to={link}");
    expect(await axeFindings(page)).toEqual([]);
    await form.getByRole("button", { name: "Add store" }).click();
    await statusShows(page, "Added Own Shop.");
    expect((await shownKeys(page)).at(-1)).toBe("own-shop");
    expect(await storeOf("own-shop")).toMatchObject({
      kind: "keyshop",
      activation: ["steam-key", "drm-free"],
      link_templates: { "*": "https://go.example/?to={link}" },
      enabled: false,
    });
    await button(page, "Edit Own Shop").click();
    await dialog(page, "Edit Own Shop").getByLabel("Reports stock").check();
    await button(page, "Save store").click();
    await statusShows(page, "Saved Own Shop.");
    expect(await storeOf("own-shop")).toMatchObject({ reports_stock: true, version: 2 });
    await button(page, "Edit Own Shop").click();
    await button(page, "Delete store").click();
    await statusShows(page, "Deleted Own Shop.");
    expect(await shownKeys(page)).not.toContain("own-shop");
  });

  visit("they are put in order by buttons and by mouse (soak)", asAdmin, async (page) => {
    await keepOrder();
    await opened(page, "/admin/stores");
    await button(page, "Move GOG up").click();
    await statusShows(page, "Moved GOG to place 1 of 46.");
    expect((await shownKeys(page)).slice(0, 2)).toEqual(["gog", "steam"]);
    await expect.poll(async () => (await keysInOrder())[0]).toBe("gog");
    // at the top only the other button can have the focus
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute("aria-label")))
      .toBe("Move GOG down");
    await page.locator("[data-item=epic] [data-handle]").hover();
    await page.mouse.down();
    const { x, y } = (await page.locator("[data-item=gog]").boundingBox())!;
    await page.mouse.move(x + 200, y + 20, { steps: 10 });
    await page.mouse.move(x + 200, y + 4, { steps: 4 });
    await page.mouse.up();
    await statusShows(page, "Moved Epic Games Store to place 1 of 46.");
    expect((await shownKeys(page)).slice(0, 3)).toEqual(["epic", "gog", "steam"]);
    await expect.poll(async () => (await keysInOrder()).slice(0, 3)).toEqual(["epic", "gog", "steam"]);
  });

  visit("a disabled one is no longer shown to visitors (soak)", asAdmin, async (page) => {
    onTestFinished(async () => void (await call("PUT", "/api/admin/stores/gog", { enabled: true })));
    const retailers = async () =>
      (await call<{ retailers: { key: string }[] }>("GET", "/api/retailers")).retailers.map(({ key }) => key);
    await opened(page, "/admin/stores");
    await toggle(page, "GOG").press("Space");
    await statusShows(page, "The prices of GOG are no longer shown.");
    expect(await toggle(page, "GOG").isChecked()).toBe(false);
    await expect.poll(retailers).not.toContain("gog");
    await toggle(page, "GOG").press("Space");
    await statusShows(page, "The prices of GOG are shown.");
    await expect.poll(retailers).toContain("gog");
    expect(await axeFindings(page)).toEqual([]);
  });

  visit("a conflicting edit shows both values (soak)", asAdmin, async (page) => {
    await opened(page, "/admin/stores");
    await button(page, "Edit Humble Store").click();
    await page.getByLabel("Name", { exact: true }).fill("Humble");
    await call("PUT", "/api/admin/stores/humble", { name: "Humble Bundle", color: "red" });
    await button(page, "Save store").click();
    const choice = dialog(page, "Changed by someone else");
    await choice.getByText("Humble Bundle", { exact: true }).waitFor();
    await choice.getByRole("button", { name: "Save mine" }).click();
    await statusShows(page, "Saved Humble.");
    expect(await storeOf("humble")).toMatchObject({ name: "Humble", color: "red", version: 3 });
  });

  visit("without the permission there is nothing to change (soak)", allowed("stores.read"), async (page) => {
    await opened(page, "/admin/stores");
    await page.getByText("This needs the permission stores.write.").first().waitFor();
    expect(await toggle(page, "GOG").isDisabled()).toBe(true);
    expect(await button(page, "Move GOG up").getAttribute("aria-disabled")).toBe("true");
    expect(await button(page, "Add store").getAttribute("aria-disabled")).toBe("true");
  });
});

describe("markets (spec/administration 7)", () => {
  const marketOf = async (country: string) =>
    (await call<{ markets: AdminMarket[] }>("GET", "/api/admin/markets")).markets.find(
      (market) => market.country === country,
    );

  visit("one is found and enabled", asAdmin, async (page) => {
    onTestFinished(async () => void (await call("PUT", "/api/admin/markets/NO", { enabled: false })));
    await opened(page, "/admin/markets");
    const rows = page.getByRole("table", { name: "All markets" }).getByRole("row");
    await expect.poll(() => rows.count()).toBe(53);
    await page.getByLabel("Search by country or currency").fill("nok");
    await page.waitForURL("**/admin/markets?search=nok");
    await expect.poll(() => rows.count()).toBe(2);
    await toggle(page, "Norway").press("Space");
    await statusShows(page, "Prices for Norway are shown, in NOK.");
    expect(await marketOf("NO")).toMatchObject({ enabled: true, version: 2 });
  });

  visit("one that cannot be disabled stays enabled, with the reason (soak)", asAdmin, async (page) => {
    await opened(page, "/admin/markets");
    await breakCall(page, "/api/admin/markets/US", 409, { error: "United States is the last enabled market" });
    await toggle(page, "United States").press("Space");
    await page.getByRole("alert").getByText("United States is the last enabled market").waitFor();
    await expect.poll(() => toggle(page, "United States").isChecked()).toBe(true);
  });
});
