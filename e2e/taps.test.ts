import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { opened } from "./browser.ts";
import { callApi, type Member, newMember, signIn } from "./member.ts";
import { startVisits } from "./visits.ts";

const visits = startVisits("shared");
const { site } = visits;

/** Presses and counts the taps of a visitor with a phone. A field that is tapped is typed into. */
function counter() {
  let taps = 0;
  return {
    count: () => taps,
    tap: async (target: Locator) => {
      taps += 1;
      await target.click();
    },
  };
}

interface Named {
  id: number;
  title: string;
}

type Steps = (page: Page, tap: (target: Locator) => Promise<void>, member: Member) => Promise<void>;

/** A task of a member from the home page on a phone, and the most taps that it may take. */
function task(name: string, maxTaps: number, steps: Steps, prepare?: (member: Member) => Promise<unknown>) {
  const [what, when = ""] = name.split(/(?= \(soak\)$)/);
  test(`${what} takes at most ${maxTaps} taps${when}`, async () => {
    const member = await newMember(site());
    await prepare?.(member);
    await visits.visit(
      async (page) => {
        await signIn(page, member);
        await opened(page, "/");
        const { tap, count } = counter();
        await steps(page, tap, member);
        expect(count()).toBeLessThanOrEqual(maxTaps);
      },
      "phone",
      /^Failed to load resource/,
    );
  });
}

const pick = async (query: string) => (await callApi<{ games: Named[] }>(site(), "GET", `/api/games?${query}`)).games;
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true });

/** Searches a game from any page. */
async function openGame(page: Page, tap: (target: Locator) => Promise<void>, { title }: Named): Promise<void> {
  await tap(page.getByRole("navigation", { name: "Shortcuts" }).getByRole("button", { name: "Search" }));
  // the field has the focus, so typing takes no tap
  const field = page.getByRole("dialog").getByRole("combobox");
  await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.insertText(title);
  await tap(page.getByRole("option").filter({ hasText: title }).first());
  await page.getByRole("heading", { level: 1, name: title, exact: true }).waitFor();
}

task("the cheapest official price of a named game", 3, async (page, tap) => {
  const [game] = await pick("official=true&limit=1&min_price=5");
  await openGame(page, tap, game!);
  const { best_official_price: price } = await callApi<{ best_official_price: number }>(
    site(),
    "GET",
    `/api/games/${game!.id}`,
  );
  await page
    .getByText(`$${price.toFixed(2)}`)
    .first()
    .waitFor();
});

task("an alert at the historical low (soak)", 5, async (page, tap) => {
  const games = await pick("min_price=5&limit=50");
  const game = (games as (Named & { historical_low: number; best_price: number })[]).find(
    ({ historical_low: low, best_price: best }) => low > 0 && low < best,
  )!;
  await openGame(page, tap, game);
  await tap(button(page, "Set price alert"));
  await tap(page.getByRole("dialog").getByRole("button", { name: /^Historical low/ }));
  await tap(page.getByRole("dialog").getByRole("button", { name: "Set alert", exact: true }));
  await page.getByRole("dialog").waitFor({ state: "hidden" });
  await page.getByRole("button", { name: /^Alert at / }).waitFor();
});

task(
  "adding a game to a list (soak)",
  4,
  async (page, tap) => {
    const [game] = await pick("limit=1&min_price=5");
    await openGame(page, tap, game!);
    await tap(button(page, "Add to list"));
    await tap(page.getByText("Black Friday", { exact: true }));
    await page.getByText(/^Added to .*Black Friday/).waitFor();
  },
  (member) => callApi(site(), "POST", "/api/lists", { member, body: { name: "Black Friday" } }),
);

task(
  "what of the wishlist is on sale (soak)",
  2,
  async (page, tap) => {
    await tap(page.getByRole("link", { name: "See what's on sale" }));
    await page.waitForURL("**/wishlist?show=on_sale");
    await page.getByRole("link", { name: (await onSale()).title, exact: true }).waitFor();
  },
  async (member) => {
    await callApi(site(), "POST", "/api/wishlist", { member, body: { gameId: (await onSale()).id } });
  },
);

const onSale = async () => (await pick("min_cut=10&limit=1"))[0]!;

task("20 pasted titles as owned (soak)", 6, async (page, tap, member) => {
  const games = await pick("limit=20");
  await tap(page.getByRole("button", { name: /^Account: / }));
  await tap(page.getByRole("link", { name: "Library", exact: true }));
  await tap(page.getByRole("link", { name: "Import games" }));
  await tap(page.getByLabel("Or paste it here"));
  await page.keyboard.insertText(games.map(({ title }) => title).join("\n"));
  await tap(button(page, "Find games"));
  await tap(page.getByRole("button", { name: /^I own them/ }));
  await page.getByText("Import finished").waitFor();
  const { total } = await callApi<{ total: number }>(site(), "GET", "/api/library?state=owned&limit=1", { member });
  expect(total).toBeGreaterThanOrEqual(19);
});
