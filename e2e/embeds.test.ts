import { extract } from "@extractus/oembed-extractor";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { repeats } from "../server/src/test/processes/soak.ts";
import { startUpstream } from "../server/src/test/servers/upstream-server.ts";
import { findingsInBothThemes, newVisitor, opened, screens } from "./browser.ts";
import { startVisits } from "./visits.ts";

const { site, browser, visit } = startVisits("shared");

interface Priced {
  id: number;
  title: string;
  steam_appid: number;
  best_price: number;
}

/** A game of the site that has a price and an appid. */
async function findGame(): Promise<Priced> {
  const { games } = (await (await fetch(`${site().url}/api/games?sortBy=rating`)).json()) as { games: Priced[] };
  return games.find((game) => game.steam_appid !== null && game.best_price > 0)!;
}

test("an embed has no findings in either theme, and its frame works on another site", async () => {
  const { id, title } = await findGame();
  await visit(async (page) => {
    await page.goto(`/embed/game/${id}`);
    expect(await findingsInBothThemes(page, "light")).toEqual([]);
    const blog = await startUpstream();
    const frame = `<iframe src="${site().url}/embed/game/${id}" width="480" height="132"></iframe>`;
    blog.respondWith((_, response) => void response.setHeader("content-type", "text/html").end(frame));
    await page.goto(blog.origin);
    await page.frameLocator("iframe").getByRole("heading", { name: title }).waitFor();
  });
});

test("an independent consumer finds the embed of a game's page (soak)", async () => {
  const { id, title } = await findGame();
  const data = await extract(`${site().url}/games/${id}`);
  expect(data).toMatchObject({ type: "rich", version: "1.0", title, width: 480 });
  expect((data as unknown as { html: string }).html).toContain(`/embed/game/${id}"`);
});

test("the game page copies the code of an embed", async () => {
  const { id } = await findGame();
  await visit(async (page) => {
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await opened(page, `/games/${id}`);
    await page.getByRole("button", { name: "Embed" }).click();
    await page.getByRole("button", { name: "Code copied" }).waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toMatch(new RegExp(`^<iframe src="${site().url}/embed/game/${id}" title=`));
  });
});

/** Opens a page of a store that has only this body, with the script in it, as a manager of userscripts runs it. */
async function openStore(page: Page, address: string, body: string): Promise<string[]> {
  const asked: string[] = [];
  const script = await (await fetch(`${site().url}/lootwise.user.js`)).text();
  await page.exposeFunction("askSite", async (url: string) => {
    const { pathname, search } = new URL(url);
    asked.push(pathname + search);
    const response = await fetch(site().url + pathname + search);
    return { status: response.status, response: await response.json() };
  });
  await page.route(`${new URL(address).origin}/**`, (route) =>
    route.fulfill({ contentType: "text/html", body: `<!doctype html><title>Store</title><body>${body}` }),
  );
  await page.goto(address);
  await page.evaluate(() => {
    const { askSite } = window as unknown as { askSite(url: string): Promise<unknown> };
    Reflect.set(window, "GM_xmlhttpRequest", ({ url, onload }: { url: string; onload(answer: unknown): void }) => {
      void askSite(url).then(onload);
    });
  });
  await page.addScriptTag({ content: `(() => {${script}})()` });
  return asked;
}

async function atStore(address: string, body: string, steps: (page: Page, asked: string[]) => Promise<void>) {
  const { page, problems } = await newVisitor(browser(), site().url, screens.desktop);
  try {
    await steps(page, await openStore(page, address, body));
    expect(problems).toEqual([]);
  } finally {
    await page.context().close();
  }
}

const box = (page: Page) => page.getByRole("complementary", { name: "Lootwise" });

const atSteam = [
  ["a game at Steam", "https://store.steampowered.com/app/{appid}/Some_Name/?l=german", "<div id=game_area_purchase>"],
  ["a free game at Steam", "https://store.steampowered.com/app/{appid}", "<div class=game_area_purchase>"],
  ["an age check at Steam", "https://store.steampowered.com/agecheck/app/{appid}/", "<p>Enter your birth date"],
] as const;
test.each(atSteam.slice(0, repeats(1, 3)))(
  "the userscript shows prices on the page of %s",
  async (_, address, body) => {
    const game = await findGame();
    await atStore(address.replace("{appid}", String(game.steam_appid)), body, async (page, asked) => {
      await box(page)
        .getByText(`$${game.best_price.toFixed(2)} at `)
        .first()
        .waitFor();
      expect(await box(page).getByRole("link").getAttribute("href")).toMatch(
        new RegExp(`^http://[^/]+/games/${game.id}$`),
      );
      expect(asked).toEqual([`/api/lookup?steam=${game.steam_appid}`]);
    });
  },
);

const elsewhere = [
  ["a game at GOG", "https://www.gog.com/game/some_game", "<div class=product-actions>"],
  ["GOG in another language", "https://www.gog.com/de/game/some_game?x=1", "<div class=productcard-basics>"],
  ["a game at Epic", "https://store.epicgames.com/en-US/p/some-game-1a2b3c", "<aside></aside>"],
] as const;
test.each(elsewhere.slice(0, repeats(1, 3)))(
  "on the page of %s, the userscript asks by the address alone, and is quiet about unknown games",
  async (...args) => {
    const [, address, body] = args;
    await atStore(address, body, async (page, asked) => {
      const plain = address.replace(/\?.*/, "");
      await expect.poll(() => asked).toEqual([`/api/lookup?url=${encodeURIComponent(plain)}`]);
      expect(await box(page).count()).toBe(0);
    });
  },
);

const others = [
  "https://store.steampowered.com/",
  "https://store.steampowered.com/search/?term=portal",
  "https://store.steampowered.com/bundle/232/",
  "https://store.steampowered.com/sub/1234/",
  "https://www.gog.com/",
  "https://www.gog.com/en/games?query=portal",
  "https://www.gog.com/account",
  "https://store.epicgames.com/en-US/browse",
  "https://store.epicgames.com/en-US/free-games",
];
test.each(others.slice(0, repeats(2, 9)))("the userscript does nothing at %s", async (address) => {
  await atStore(address, "<div id=game_area_purchase>", async (page, asked) => {
    expect(asked).toEqual([]);
    expect(await box(page).count()).toBe(0);
  });
});
