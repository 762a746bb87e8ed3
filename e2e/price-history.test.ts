import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { opened, type Screen } from "./browser.ts";
import { callApi, type Member, newMember, signIn } from "./member.ts";
import { startVisits } from "./visits.ts";

interface History {
  history: { origin: string; price: number | null }[];
}

const visits = startVisits("shared");
const { site } = visits;
let member: Member;
/** A game that every store sells. */
let gameId: number;

beforeAll(async () => {
  member = await newMember(site());
  const path = "/api/games?limit=100&store=cdkeys";
  type Listed = { id: number; steam_price: number | null; gog_price: number | null };
  const { games } = await callApi<{ games: Listed[] }>(site(), "GET", path);
  gameId = games.find((game) => game.steam_price && game.gog_price)!.id;
});

/** A test as a signed-in member. */
function visit(screen: Screen, name: string, steps: (page: Page) => Promise<void>) {
  const signedIn = async (page: Page) => {
    await signIn(page, member);
    await steps(page);
  };
  test(name, () => visits.visit(signedIn, screen, /^(Failed to load resource|ApiError)/));
}

const panel = (page: Page) => page.getByRole("region", { name: "Price History" });
const chart = (page: Page, days: number) => panel(page).getByLabel(new RegExp(`^Chart of prices over ${days} days`));
const rowsOf = (page: Page) => panel(page).locator("tbody tr");
const recorded = (days: number, origin = "") =>
  callApi<History>(site(), "GET", `/api/games/${gameId}/price-history?days=${days}${origin && `&origin=${origin}`}`, {
    member,
  });

describe("the price history of a signed-in visitor (spec/prices 4.4)", () => {
  visit("phone", "shows 30 days at first, other ranges on demand, and one store alone", async (page) => {
    await opened(page, `/games/${gameId}`);
    await chart(page, 30).waitFor();
    for (const days of [7, 90, 365]) {
      await panel(page)
        .getByRole("button", { name: `${days} days` })
        .click();
      await chart(page, days).waitFor();
    }
    await panel(page).getByText("Show as a table").click();
    await expect.poll(() => rowsOf(page).count()).toBe((await recorded(365)).history.length);

    await panel(page).getByRole("combobox", { name: /store/i }).selectOption({ label: "GOG" });
    await expect.poll(() => rowsOf(page).count()).toBe((await recorded(365, "gog")).history.length);
    expect(await rowsOf(page).filter({ hasNotText: "GOG" }).count()).toBe(0);
  });

  visit("desktop", "keeps its chart, dimmed, until another range has loaded (soak)", async (page) => {
    const gate = Promise.withResolvers<void>();
    await page.route(/price-history\?.*days=365/, async (route) => {
      await gate.promise;
      await route.continue();
    });
    await opened(page, `/games/${gameId}`);
    await chart(page, 30).waitFor();
    const drawn = () =>
      panel(page)
        .locator("svg path[fill=none]")
        .evaluateAll((all) => all.map((path) => path.getAttribute("d")));
    const before = await drawn();
    await panel(page).getByRole("button", { name: "365 days" }).click();
    const old = panel(page)
      .locator("[aria-busy=true]")
      .filter({ has: page.getByLabel(/^Chart of prices over 30 days/) });
    await old.waitFor();
    await expect.poll(() => old.evaluate((element) => getComputedStyle(element).opacity)).toBe("0.5");
    expect(await drawn()).toEqual(before);
    gate.resolve();
    await chart(page, 365).waitFor();
    await expect.poll(() => panel(page).locator("[aria-busy=true]").count()).toBe(0);
    expect(await drawn()).not.toEqual(before);
  });

  visit("phone", "draws a single price as a line until now, with a dot at its start (soak)", async (page) => {
    const recordedAt = new Date(Date.now() - 86_400_000).toISOString();
    const history = [{ recorded_at: recordedAt, origin: "steam", price: 4.99 }];
    await page.route("**/api/games/*/price-history?*", (route) =>
      route.fulfill({ json: { history, origins: ["steam"], count: 1, attainable_low: null } }),
    );
    await opened(page, `/games/${gameId}`);
    for (const days of [30, 365]) {
      await panel(page)
        .getByRole("button", { name: `${days} days` })
        .click();
      await chart(page, days).waitFor();
      const line = (await chart(page, days).locator("path").boundingBox())!;
      const dot = (await chart(page, days).locator("circle").boundingBox())!;
      expect(line.width).toBeGreaterThan(0);
      expect(Math.abs(dot.x + dot.width / 2 - line.x)).toBeLessThan(2);
    }
  });

  visit(
    "desktop",
    "says that nothing changed, and shows the shortest range in which something did (soak)",
    async (page) => {
      const at = (days: number, price: number) => {
        return { recorded_at: new Date(Date.now() - days * 86_400_000).toISOString(), origin: "steam", price };
      };
      await page.route("**/api/games/*/price-history?*", (route) => {
        const days = Number(new URL(route.request().url()).searchParams.get("days"));
        const history = [at(300, 10), at(60, 5)].slice(days < 60 ? 1 : 0);
        return route.fulfill({ json: { history, origins: ["steam"], count: 1, attainable_low: null } });
      });
      await opened(page, `/games/${gameId}`);
      await panel(page).getByText("Nothing changed in the last 30 days.").waitFor();
      await panel(page).getByRole("button", { name: "Show 90 days" }).click();
      await chart(page, 90).waitFor();
      for (const label of ["Best official price", "Low $5.00", "Today $5.00"])
        await panel(page).getByText(label).waitFor();
      expect(await panel(page).getByText("Best key shop").count()).toBe(0);
      await panel(page).getByRole("button", { name: "All", exact: true }).click();
      await panel(page)
        .getByLabel(/^Chart of all recorded prices/)
        .waitFor();
    },
  );

  visit("desktop", "shows an error without a network, and reloads when it is back (soak)", async (page) => {
    await opened(page, `/games/${gameId}`);
    await chart(page, 30).waitFor();
    await page.context().setOffline(true);
    await panel(page).getByRole("button", { name: "90 days" }).click();
    await panel(page).getByText("Failed to load price history. Please try again.", { exact: true }).waitFor();
    await page.context().setOffline(false);
    await chart(page, 90).waitFor();
  });

  visit("desktop", "shows the prices of a day with the arrow keys", async (page) => {
    await opened(page, `/games/${gameId}`);
    await chart(page, 30).focus();
    await page.keyboard.press("End");
    const reading = panel(page).locator("[aria-live]").filter({ hasText: "Steam" });
    await reading.waitFor();
    const last = (await recorded(30, "steam")).history.at(-1)!;
    expect(await reading.textContent()).toContain(`Steam $${last.price!.toFixed(2)}`);
    await page.keyboard.press("Escape");
    await reading.waitFor({ state: "detached" });
  });

  visit("phone", "shows an error if it fails to load, and loads on Retry (spec/prices 4.4) (soak)", async (page) => {
    const path = "**/api/games/*/price-history?*";
    await page.route(path, (route) => route.fulfill({ status: 400, json: { error: "No" } }));
    await opened(page, `/games/${gameId}`);
    await panel(page).getByText("Failed to load price history. Please try again.", { exact: true }).waitFor();
    await page.unroute(path);
    await panel(page).getByRole("button", { name: "Retry" }).click();
    await chart(page, 30).waitFor();
  });
});
