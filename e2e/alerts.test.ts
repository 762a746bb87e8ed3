import type { GameDetail } from "contract/games/schema.ts";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { repeats } from "../server/src/test/processes/soak.ts";
import { setPriceAtGog } from "./administrators.ts";
import { axeFindings, findingsInBothThemes, opened, type Screen } from "./browser.ts";
import { callApi, type Member, newMember, signIn } from "./member.ts";
import { mailedPath } from "./outbox.ts";
import { startVisits } from "./visits.ts";

interface Alert {
  game_id: number;
  target_price: number | null;
}

const visits = startVisits("worker");
const { site } = visits;
/** A game with a price at several stores, all of which can deliver it. */
let game: { id: number; title: string; best_price: number; gog_price: number | null; cdkeys_stock: boolean };

beforeAll(async () => {
  const path = "/api/games?limit=100&store=cdkeys&sortBy=lowest_price&order=DESC";
  const { games } = await callApi<{ games: (typeof game)[] }>(site(), "GET", path);
  const { id } = games.find((one) => one.cdkeys_stock && one.gog_price !== null)!;
  // its best price of all stores: a list of one store shows that store's
  game = await callApi<typeof game>(site(), "GET", `/api/games/${id}`);
});

/** A test as a signed-in member. */
function visit(name: string, steps: (page: Page, member: Member) => Promise<void>, screen?: Screen) {
  test(name, async () => {
    const member = await newMember(site());
    const signedIn = async (page: Page) => {
      await signIn(page, member);
      await steps(page, member);
    };
    await visits.visit(signedIn, screen, /^(Failed to load resource|ApiError: Authentication required)/);
  });
}

const alertsOf = async (member: Member) =>
  (await callApi<{ alerts: Alert[] }>(site(), "GET", "/api/alerts", { member })).alerts;
const setAlert = (member: Member, targetPrice: number | null) =>
  callApi(site(), "POST", "/api/alerts", { member, body: { gameId: game.id, targetPrice } });

/** Uses the link of the registration mail. */
async function confirmEmail(member: Member): Promise<void> {
  const path = await mailedPath(site().dataDir, member.email, /\/verify-email\?token=[\w-]+/);
  await callApi(site(), "POST", "/api/auth/email/confirm", { body: { token: path.slice(path.indexOf("=") + 1) } });
}

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const dialog = (page: Page) => page.getByRole("dialog", { name: "Price alert" });
const inDialog = (page: Page, name: string) => dialog(page).getByRole("button", { name, exact: true });
const target = (page: Page) => dialog(page).getByLabel("Target price in dollars");

type Listed = Pick<GameDetail, "id" | "title" | "best_store" | "offers">;

describe("a price alert (spec/wishlist-and-alerts 5)", () => {
  visit(
    "is set on the game's page, changed to any drop, and removed",
    async (page, member) => {
      await opened(page, `/games/${game.id}`);
      await button(page, "Set price alert").click();
      await target(page).fill("0");
      await inDialog(page, "Set alert").click();
      await dialog(page).getByText("Enter a price from $0.01 to $10,000, with two decimals").waitFor();
      await target(page).fill("$1.50");
      await inDialog(page, "Set alert").click();
      await dialog(page).waitFor({ state: "detached" });
      expect(await alertsOf(member)).toMatchObject([{ game_id: game.id, target_price: 1.5 }]);

      await button(page, "Alert at $1.50").click();
      expect(await target(page).inputValue()).toBe("1.50");
      await dialog(page).getByLabel("At any price drop").check();
      await inDialog(page, "Change alert").click();
      await button(page, "Alert: any drop").waitFor();
      expect(await alertsOf(member)).toMatchObject([{ game_id: game.id, target_price: null }]);

      await button(page, "Alert: any drop").click();
      expect(await dialog(page).getByLabel("At any price drop").isChecked()).toBe(true);
      await inDialog(page, "Remove alert").click();
      await button(page, "Set price alert").waitFor();
      expect(await alertsOf(member)).toEqual([]);
    },
    "phone",
  );

  visit("shows when the target is already reached (soak)", async (page) => {
    await opened(page, `/games/${game.id}`);
    await button(page, "Set price alert").click();
    await target(page).fill((game.best_price - 0.01).toFixed(2));
    expect(await dialog(page).getByRole("status").textContent()).toBe("");
    await target(page).fill(game.best_price.toFixed(2));
    await dialog(page).getByText("It already costs").waitFor();
    await inDialog(page, "Set alert").click();
    await page
      .getByRole("button", { name: `Alert at $${game.best_price.toFixed(2)}` })
      .getByText("Reached")
      .waitFor();
  });

  visit("shows the lowest price in stock on the game page and the wishlist (soak)", async (page, member) => {
    const path = "/api/games?limit=100&store=cdkeys&fields=title,best_store,offers";
    const { games } = await callApi<{ games: Listed[] }>(site(), "GET", path);
    const pricesOf = ({ offers }: Listed) =>
      offers.flatMap(({ price, in_stock }) => (in_stock === false ? [] : (price ?? [])));
    // the cheapest offer is out of stock
    const soldOut = games.find(
      (game) =>
        game.offers.find(({ store }) => store === game.best_store)?.in_stock === false && pricesOf(game).length > 0,
    )!;
    await callApi(site(), "POST", "/api/wishlist", { member, body: { gameId: soldOut.id } });
    const price = `It costs $${Math.min(...pricesOf(soldOut)).toFixed(2)} now.`;
    await opened(page, `/games/${soldOut.id}`);
    await button(page, "Set price alert").click();
    await dialog(page).getByText(price).waitFor();
    await opened(page, "/wishlist");
    await button(page, `Set price alert: ${soldOut.title}`).click();
    await dialog(page).getByText(price).waitFor();
  });

  visit("shows an error and stays unchanged if a change fails (soak)", async (page, member) => {
    await setAlert(member, 2);
    await opened(page, `/games/${game.id}`);
    await button(page, "Alert at $2.00").click();
    await page.route("**/api/alerts**", (route) => route.fulfill({ status: 409, json: {} }));
    await page.route("**/api/alerts/*", (route) => route.fulfill({ status: 409, json: {} }));
    await inDialog(page, "Change alert").click();
    await dialog(page).getByText("Failed to set the price alert. Try again.").waitFor();
    await inDialog(page, "Remove alert").click();
    await dialog(page).getByText("Failed to remove the price alert. Try again.").waitFor();
    await inDialog(page, "Cancel").click();
    await button(page, "Alert at $2.00").waitFor();
  });

  visit("shows that the email is not confirmed yet (soak)", async (page, member) => {
    const note = "Confirm your email address to get alerts.";
    await opened(page, `/games/${game.id}`);
    await button(page, "Set price alert").click();
    await dialog(page).getByText(note).waitFor();
    await opened(page, "/profile");
    const list = page.getByRole("region", { name: "Price alerts" });
    await list.getByText(note).waitFor();
    await page.route("**/api/auth/email/resend", (route) => route.fulfill({ status: 202, json: {} }));
    await list.getByRole("button", { name: "Resend link" }).click();
    await list.getByText(`A new link is on its way to ${member.email}.`).waitFor();
    await confirmEmail(member);
    await signIn(page, {
      ...member,
      ...(await callApi<Pick<Member, "user">>(site(), "GET", "/api/auth/me", { member })),
    });
    await opened(page, "/profile");
    await page.getByText("No price alerts yet.").waitFor();
    await page.getByText(note).waitFor({ state: "detached" });
  });

  visit("over the limit shows the limit (soak)", async (page, member) => {
    await setAlert(member, 2);
    const error = "You have the maximum number of price alerts (1). Remove one to set another.";
    await opened(page, `/games/${game.id}`);
    await button(page, "Alert at $2.00").click();
    await page.route("**/api/alerts?**", (route) => route.fulfill({ status: 409, json: { error, code: "conflict" } }));
    await inDialog(page, "Change alert").click();
    await dialog(page).getByText(error).waitFor();
  });

  visit("is shown on the wishlist and the profile, in every tab (soak)", async (page, member) => {
    await callApi(site(), "POST", "/api/wishlist", { member, body: { gameId: game.id } });
    await setAlert(member, 2);
    const profile = await page.context().newPage();
    await opened(profile, "/profile");
    const list = profile.getByRole("region", { name: "Price alerts" });
    await list.getByText("At $2.00 or less").waitFor();
    await opened(page, "/wishlist");
    await button(page, `Alert at $2.00: ${game.title}`).click();
    await target(page).fill("3");
    await inDialog(page, "Change alert").click();
    await list.getByText("At $3.00 or less").waitFor();

    await button(profile, `Change alert: ${game.title}`).click();
    await dialog(profile).getByLabel("At any price drop").check();
    await inDialog(profile, "Change alert").click();
    await list.getByText("At any drop").waitFor();
    await button(page, `Alert: any drop: ${game.title}`).waitFor();

    await button(profile, `Remove alert: ${game.title}`).click();
    await list.getByText("No price alerts yet.").waitFor();
    await button(page, `Set price alert: ${game.title}`).waitFor();
    expect(await alertsOf(member)).toEqual([]);
  });
});

describe("the price history of a signed-in visitor (spec/prices 4.4)", () => {
  visit("shows the attainable low and how often it occurred (soak)", async (page, member) => {
    const path = `/api/games/${game.id}/price-history?days=30`;
    type Low = { attainable_low: { price: number; times: number } };
    const { attainable_low: low } = await callApi<Low>(site(), "GET", path, { member });
    await opened(page, `/games/${game.id}`);
    const line = page.locator("dl", { hasText: "Lowest in-stock price" });
    await line.getByText(`$${low.price.toFixed(2)}`).waitFor();
    expect(await line.textContent()).toContain(low.times === 1 ? "once since" : `${low.times} times since`);
    await button(page, "365 days").click();
    await page.getByLabel(/^Chart of prices over 365 days/).waitFor();
    await line.waitFor();
  });

  visit("shows the login prompt when the server requires a sign-in (soak)", async (page) => {
    await page.route("**/api/games/*/price-history?*", (route) =>
      route.fulfill({ status: 401, json: { code: "unauthenticated" } }),
    );
    await opened(page, `/games/${game.id}`);
    await page.getByText("Login to view price history", { exact: true }).waitFor();
  });
});

describe("the page that stops an alert", () => {
  visit("rejects an invalid token (soak)", async (page) => {
    for (const path of ["/alerts/stop", "/alerts/stop?token=1.forged"]) {
      await opened(page, path);
      await page.getByRole("heading", { level: 1, name: "This link doesn't work" }).waitFor();
    }
    expect(await axeFindings(page)).toEqual([]);
  });

  visit("the mailed links stop one alert or everything, without a sign-in (soak)", async (page, member) => {
    await confirmEmail(member);
    await setAlert(member, game.best_price - 0.5);
    await setPriceAtGog(site(), game.id, 0.75);
    const path = await mailedPath(site().dataDir, member.email, /\/notifications\/stop\?token=rule-[\w.-]+/);
    await page.evaluate(() => localStorage.clear());
    for (const address of [path, path, path.replace("/notifications", "/alerts")]) {
      await opened(page, address);
      await page.getByRole("heading", { level: 1, name: "Rule removed" }).waitFor();
    }
    expect(await axeFindings(page)).toEqual([]);
    expect(await alertsOf(member)).toEqual([]);

    const all = await mailedPath(site().dataDir, member.email, /\/notifications\/stop\?token=all-[\w.-]+/);
    await opened(page, all);
    await page.getByRole("heading", { level: 1, name: "Everything is stopped" }).waitFor();
    await signIn(page, member);
    await opened(page, "/profile");
    const list = page.getByRole("region", { name: "Price alerts" });
    await list.getByText("All alert mails are stopped.").waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await list.getByRole("button", { name: "Resume alert mails" }).click();
    await list.getByText("All alert mails are stopped.").waitFor({ state: "detached" });
  });
});

describe.each((["phone", "desktop"] as const).slice(0, repeats(1, 2)))("on a %s", (screen) => {
  visit(
    "axe finds nothing on a game's page and in its alert (soak)",
    async (page) => {
      await opened(page, `/games/${game.id}`);
      await page.locator("dl", { hasText: "Lowest in-stock price" }).waitFor();
      expect(await findingsInBothThemes(page)).toEqual([]);
      await button(page, "Set price alert").click();
      await target(page).fill("900");
      expect(await findingsInBothThemes(page)).toEqual([]);
    },
    screen,
  );
});
