import type { AdminPlan, AdminService, Membership } from "contract/subscriptions/schema.ts";
import type { Page } from "playwright-core";
import { afterEach, describe, expect } from "vitest";
import { button, dialog, startPanel } from "./administrators.ts";
import { axeFindings, opened } from "./browser.ts";

const { allowed, asAdmin, call, visit } = startPanel();

interface Overview {
  services: AdminService[];
  plans: AdminPlan[];
}

const base = "/api/admin/subscriptions";
const overview = () => call<Overview>("GET", base);
const planOf = async (key: string) => (await overview()).plans.find((plan) => plan.key === key);
const memberships = async () =>
  (await call<{ memberships: Membership[] }>("GET", `${base}/memberships`)).memberships.map(
    ({ plan, since, until, leaving_on }) => [plan, since, until, leaving_on],
  );
const statusShows = (page: Page, what: string) => page.getByRole("status").getByText(what, { exact: true }).waitFor();

async function addPlan() {
  await call("POST", `${base}/services`, { key: "xbox", name: "Xbox" });
  await call("POST", `${base}/plans`, { key: "pc", name: "PC Game Pass", service: "xbox" });
}

afterEach(async () => {
  const { services, plans } = await overview();
  for (const { key } of plans) await call("PUT", `${base}/plans/${key}`, { includes: [] });
  for (const { key } of plans) await call("DELETE", `${base}/plans/${key}`);
  for (const { key } of services) await call("DELETE", `${base}/services/${key}`);
});

describe("services and plans (spec/subscriptions 1)", () => {
  visit("are added, edited and deleted, with errors at their fields", asAdmin, async (page) => {
    await opened(page, "/admin/subscriptions");
    await button(page, "Add service").click();
    const service = dialog(page, "Add service");
    await service.getByLabel("Key").fill("X box");
    await service.getByLabel("Name").fill("Xbox");
    await service.getByRole("button", { name: "Add service" }).click();
    await service.getByText("Expected a key: lower-case letters, digits and hyphens").waitFor();
    await service.getByLabel("Key").fill("xbox");
    await service.getByRole("button", { name: "Add service" }).click();
    await statusShows(page, "Saved Xbox.");

    await button(page, "Add plan").click();
    const added = dialog(page, "Add plan");
    await added.getByLabel("Key").fill("pc");
    await added.getByLabel("Name").fill("PC Game Pass");
    await added.getByLabel("Service").selectOption("Xbox");
    await added.getByLabel("Countries").fill("us, Germany");
    await added.getByRole("button", { name: "Add plan" }).click();
    await expect.poll(() => added.getByLabel("Countries").getAttribute("aria-invalid")).toBe("true");
    await added.getByLabel("Countries").fill("us, de");
    await added.getByRole("button", { name: "Add plan" }).click();
    await statusShows(page, "Saved PC Game Pass.");
    expect(await planOf("pc")).toMatchObject({ service: "xbox", countries: ["DE", "US"], version: 1 });

    await button(page, "PC Game Pass").click();
    const edited = dialog(page, "Edit PC Game Pass");
    await edited.getByLabel("Countries").fill("");
    expect(await axeFindings(page)).toEqual([]);
    await edited.getByRole("button", { name: "Save plan" }).click();
    await edited.waitFor({ state: "detached" });
    expect(await planOf("pc")).toMatchObject({ countries: null, version: 2 });

    await button(page, "PC Game Pass").click();
    await edited.getByRole("button", { name: "Delete plan" }).click();
    await dialog(page, "Delete PC Game Pass?").getByRole("button", { name: "Delete plan" }).click();
    await statusShows(page, "Deleted PC Game Pass.");
    await button(page, "Xbox").click();
    await dialog(page, "Edit Xbox").getByRole("button", { name: "Delete service" }).click();
    await dialog(page, "Delete Xbox?").getByRole("button", { name: "Delete service" }).click();
    await statusShows(page, "Deleted Xbox.");
    expect(await overview()).toMatchObject({ services: [], plans: [] });
  });

  visit("a conflicting edit of a plan shows both values (soak)", asAdmin, async (page) => {
    await addPlan();
    await opened(page, "/admin/subscriptions");
    await button(page, "PC Game Pass").click();
    await dialog(page, "Edit PC Game Pass").getByLabel("Name").fill("PC Pass");
    await call("PUT", `${base}/plans/pc`, { name: "Game Pass for PC", countries: ["US"] });
    await button(page, "Save plan").click();
    const choice = dialog(page, "Changed by someone else");
    await choice.getByText("Game Pass for PC", { exact: true }).waitFor();
    expect(await planOf("pc")).toMatchObject({ name: "Game Pass for PC" });
    await choice.getByRole("button", { name: "Save mine" }).click();
    await statusShows(page, "Saved PC Pass.");
    expect(await planOf("pc")).toMatchObject({ name: "PC Pass", countries: ["US"], version: 3 });
  });

  visit("prices of a plan are set and deleted, and its changes are listed (soak)", asAdmin, async (page) => {
    await addPlan();
    await opened(page, "/admin/subscriptions");
    await button(page, "PC Game Pass").click();
    const plan = dialog(page, "Edit PC Game Pass");
    const prices = plan.getByRole("table", { name: "Prices" });
    const set = async (currency: string, price: string, since: string) => {
      await plan.getByLabel("Country", { exact: true }).fill("us");
      await plan.getByLabel("Currency").fill(currency);
      await plan.getByLabel("Price", { exact: true }).fill(price);
      await plan.getByLabel("From", { exact: true }).fill(since);
      await plan.getByRole("button", { name: "Set price" }).click();
    };
    await set("dollars", "9.99", "2025-01-01");
    await plan.getByText("Expected a currency, such as EUR").waitFor();
    await set("usd", "9.99", "2025-01-01");
    await prices.getByText("9.99 USD").waitFor();
    await set("usd", "11.99", "2025-06-01");
    await prices.getByRole("row", { name: "US 11.99 USD 2025-06-01 Current" }).waitFor();
    await plan.getByText("Set the price of PC Game Pass in US").first().waitFor();
    await button(page, "Delete the price in US from 2025-06-01").click();
    await dialog(page, "Delete this price?").getByRole("button", { name: "Delete price" }).click();
    await prices.getByRole("row", { name: "US 9.99 USD 2025-01-01 Current" }).waitFor();
    expect((await planOf("pc"))!.prices).toMatchObject([{ price: 9.99 }]);
  });
});

describe("cards of games (spec/subscriptions 4)", () => {
  const note = "In your PC Game Pass";
  const asAnonymous = () => null;
  /** The first cards of the list, with whether they have the note, and their heights. */
  const cards = (page: Page) =>
    page.locator("article").evaluateAll((all, text) => {
      return all.map((card) => ({ height: card.clientHeight, noted: card.textContent?.includes(text) }));
    }, note);

  visit("say that a plan of the visitor has the game, and nothing moves", asAnonymous, async (page) => {
    await addPlan();
    await opened(page, "/games");
    const first = page.locator("article a").first();
    await first.waitFor();
    const before = await cards(page);
    expect(before.filter(({ noted }) => noted)).toEqual([]);
    const id = Number(/\d+/.exec((await first.getAttribute("href"))!)![0]);
    await call("POST", `${base}/memberships`, { game_id: id, plan: "pc" });
    await page.evaluate(() => localStorage.setItem("myPlans", "pc"));
    await opened(page, "/games");
    await page.locator("article").first().getByText(note).waitFor();
    const after = await cards(page);
    expect(after.filter(({ noted }) => noted)).toHaveLength(1);
    expect(after.map(({ height }) => height)).toEqual(before.map(({ height }) => height));
  });

  visit("ask for nothing without plans (soak)", asAnonymous, async (page) => {
    const asked: string[] = [];
    page.on("request", (request) => void asked.push(new URL(request.url()).pathname));
    await opened(page, "/games");
    await page.locator("article").first().waitFor();
    await page.waitForLoadState("networkidle");
    expect(asked).not.toContain("/api/plans/games");
  });
});

describe("memberships (spec/subscriptions 2)", () => {
  visit("are added, edited and deleted; a contradiction is named at its field (soak)", asAdmin, async (page) => {
    await addPlan();
    await opened(page, "/admin/subscriptions");
    await button(page, "Add game").click();
    const added = dialog(page, "Add game to plan");
    await added.getByRole("searchbox", { name: "Search for a game" }).fill("a");
    await added.getByRole("list", { name: "Games found" }).getByRole("button").first().click();
    await added.getByLabel("Plan").selectOption("PC Game Pass");
    await added.getByLabel("First day", { exact: true }).fill("2026-02-02");
    await added.getByLabel("First day without it").fill("2026-02-01");
    await added.getByRole("button", { name: "Add game" }).click();
    await added.getByText("It ends before it begins").waitFor();
    await added.getByLabel("First day without it").fill("");
    await added.getByRole("button", { name: "Add game" }).click();
    await page
      .getByRole("status")
      .getByText(/^Added /)
      .waitFor();
    expect(await memberships()).toEqual([["pc", "2026-02-02", null, null]]);

    const row = page.getByRole("table", { name: "Memberships" }).getByRole("row").nth(1);
    await row.getByRole("button").first().click();
    const edited = page.getByRole("dialog");
    await edited.getByLabel("Announced end").fill("2999-01-01");
    await call("PUT", `${base}/memberships/${await firstId()}`, { leaving_on: "2999-02-02" });
    await edited.getByRole("button", { name: "Save membership" }).click();
    const choice = dialog(page, "Changed by someone else");
    await choice.getByRole("button", { name: "Keep theirs" }).click();
    await expect.poll(memberships).toEqual([["pc", "2026-02-02", null, "2999-02-02"]]);
    await edited.getByRole("button", { name: "Delete membership" }).click();
    await page.getByRole("dialog").last().getByRole("button", { name: "Delete membership" }).click();
    await page
      .getByRole("status")
      .getByText(/^Deleted /)
      .waitFor();
    expect(await memberships()).toEqual([]);
  });

  visit("without the permission nothing can be changed (soak)", allowed("subscriptions.read"), async (page) => {
    await addPlan();
    await opened(page, "/admin/subscriptions");
    await page.getByText("This needs the permission subscriptions.write.").first().waitFor();
    for (const name of ["Add service", "Add plan", "Add game"]) {
      expect(await button(page, name).getAttribute("aria-disabled")).toBe("true");
    }
    await button(page, "PC Game Pass").click();
    await dialog(page, "Edit PC Game Pass").getByLabel("Name").fill("Other");
    expect(await button(page, "Save plan").isDisabled()).toBe(true);
  });
});

async function firstId(): Promise<number> {
  const [first] = (await call<{ memberships: Membership[] }>("GET", `${base}/memberships`)).memberships;
  return first!.id;
}
