import type { Page, Request } from "playwright-core";
import { beforeAll, test } from "vitest";
import type { Screen } from "./browser.ts";
import { callApi, type Member, newMember, signIn } from "./member.ts";
import { startVisits } from "./visits.ts";

export interface Game {
  id: number;
  title: string;
  best_price: number | null;
}

interface Item {
  wishlist_id: number;
  game_id: number;
  title: string;
  notes: string;
  priority: number;
  lowest_price: number | null;
  display_order: number;
}

/** The set-up of tests of the wishlist, on the shared site. Call it at the top. */
export function startWishlist() {
  const visits = startVisits("shared");
  const { site } = visits;
  let games: Game[];

  beforeAll(async () => {
    const path = "/api/games?limit=60&sortBy=lowest_price&order=DESC";
    games = (await callApi<{ games: Game[] }>(site(), "GET", path)).games;
  });

  /** The member's items in custom order, from the server. */
  async function itemsOf(member: Member): Promise<Item[]> {
    const path = "/api/wishlist?sort=display_order&order=ASC&limit=100";
    return (await callApi<{ items: Item[] }>(site(), "GET", path, { member })).items;
  }

  return {
    ...visits,
    visitAnonymously: visits.visit,
    /** 60 games that have a price, the most expensive first. */
    games: () => games,
    itemsOf,
    orderOf: async (member: Member) => (await itemsOf(member)).map(({ title }) => title),
    /** A test as a signed-in member with these games on the wishlist, the last one newest. */
    visit(
      name: string,
      wishlisted: () => Game[],
      steps: (page: Page, member: Member) => Promise<void>,
      screen?: Screen,
    ) {
      test(name, async () => {
        const member = await newMember(site());
        for (const { id } of wishlisted()) {
          await callApi(site(), "POST", "/api/wishlist", { member, body: { gameId: id } });
        }
        const signedIn = async (page: Page) => {
          await signIn(page, member);
          await steps(page, member);
        };
        await visits.visit(signedIn, screen, /^(ApiError: )?(Failed to|Full|Not authenticated)/);
      });
    },
  };
}

export const shownTitles = (page: Page) =>
  page.getByRole("main").getByRole("heading", { level: 2 }).getByRole("link").allTextContents();
/** Opens the menu of a row, and presses an item of it. */
export async function chooseInRow(page: Page, title: string, item: "Edit notes" | "Remove"): Promise<void> {
  await page.getByRole("button", { name: `More: ${title}`, exact: true }).click();
  await page.getByRole("button", { name: `${item}: ${title}`, exact: true }).click();
}

export const stat = (page: Page, name: string) =>
  page.locator("dt", { hasText: name }).locator("xpath=following-sibling::dd");
export const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true });

/** The bodies of the requests that the page sends from now on, by method and path. */
export function watchBodies(page: Page, route: string): unknown[] {
  const bodies: unknown[] = [];
  page.on("request", (request: Request) => {
    const [path] = /\/api\/.*/.exec(new URL(request.url()).pathname) ?? [];
    if (`${request.method()} ${path}` === route) bodies.push(request.postDataJSON());
  });
  return bodies;
}
