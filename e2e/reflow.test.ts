import type { ElementHandle, Page } from "playwright-core";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { repeats } from "../server/src/test/processes/soak.ts";
import { clearStorage, newVisitor, opened } from "./browser.ts";
import { callApi, type Member, newMember, signIn } from "./member.ts";
import { startVisits } from "./visits.ts";

/** One page of each kind in every run, and more of them in the long one. */
const isSoak = repeats(0, 1) === 1;
const anyone = [
  ...["/", "/deals", "/games?page=5", "/free", "/games/1", "/genre/action", "/contact", "/privacy", "/register"],
];
const members = [
  ...["/games", "/games/1", "/contact", "/wishlist?sort=display_order", "/lists", "/lists/1", "/library?tab=import"],
  ...["/notifications", "/profile"],
];
if (isSoak) {
  anyone.push(
    "/deals?section=best",
    "/deals?store=gog",
    "/games",
    "/games?page=999",
    "/store/steam?page=2",
    "/under/10",
  );
  anyone.push("/terms", "/login", "/forgot-password", "/reset-password?token=x", "/alerts/stop");
  anyone.push("/games?search=zzzz", "/games/999999999");
  members.push("/wishlist", "/library");
}

/** WCAG 2.2, 1.4.12. */
const spacing =
  "* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }" +
  "p { margin-bottom: 2em !important }";

const { site, browser } = startVisits("shared");
let member: Member;
/** Tests share it, because loading takes most of the time: pages load once and are resized. */
let page: Page;

beforeAll(async () => {
  page = (await newVisitor(browser(), site().url, { bypassCSP: true })).page;
  member = await newMember(site());
  const body = { name: "A name of a list that goes on and on", is_gift: true };
  const { list } = await callApi<{ list: { id: number } }>(site(), "POST", "/api/lists", { member, body });
  for (const gameId of [1, 2, 3, 4]) {
    for (const path of ["/api/wishlist", `/api/lists/${list.id}/items`])
      await callApi(site(), "POST", path, { member, body: { gameId } });
  }
});

/** Pixels by which the page scrolls horizontally. */
const sidewaysScroll = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Texts that are cut off. */
const cutTexts = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("main *, header *, footer *")]
      .filter((element) => {
        const { overflowX, overflowY } = getComputedStyle(element);
        const cutAtEnd = overflowX !== "visible" && element.scrollWidth > element.clientWidth + 1;
        const cutBelow = overflowY !== "visible" && element.scrollHeight > element.clientHeight + 2;
        // Texts for screen readers have a size of one pixel; the panel of filters and some rows scroll by themselves.
        const scrolls = element.matches("input, select, textarea, aside, .scroll-row");
        return (cutAtEnd || cutBelow) && element.clientWidth > 2 && !scrolls;
      })
      .map((element) => element.textContent),
  );

/** The extremes in every run. 320 px are also 640 px at a zoom of 200 %, and 1280 px at 400 %. */
const layouts = [
  { what: "1440 px wide with text spacing", width: 1440, spaced: true },
  { what: "320 px wide with text spacing", width: 320, spaced: true },
  { what: "390 px wide with text spacing", width: 390, spaced: true },
  { what: "320 px wide", width: 320, spaced: false },
].slice(0, isSoak ? 4 : 2);

beforeEach(async () => {
  await clearStorage(page);
  await page.setViewportSize({ width: 1440, height: 800 });
});

/** Lays the page out in each way. */
async function inEachLayout(check: (layout: (typeof layouts)[number]) => Promise<void>): Promise<void> {
  const style = (await page.addStyleTag({ content: spacing })) as ElementHandle<HTMLStyleElement>;
  for (const layout of layouts) {
    await style.evaluate((element, spaced) => (element.media = spaced ? "all" : "not all"), layout.spaced);
    await page.setViewportSize({ width: layout.width, height: 800 });
    await check(layout);
  }
  await style.evaluate((element) => element.remove());
}

// every run looks at members' pages in the longer made-up language (`languages`)
test.each([["anyone", anyone] as const, ["members", members] as const].slice(0, repeats(1, 2)))(
  "pages for %s cut off no text and do not scroll horizontally",
  async (who, paths) => {
    if (who === "members") await signIn(page, member);
    for (const path of paths) {
      await opened(page, path);
      await expect.poll(() => page.locator("[aria-busy=true]").count(), { message: path }).toBe(0);
      await inEachLayout(async ({ what }) => {
        const message = `${path}, ${what}`;
        await expect.poll(() => sidewaysScroll(page), { message }).toBeLessThanOrEqual(0);
        await expect.poll(() => cutTexts(page), { message }).toEqual([]);
      });
    }
  },
);

test("a page that opens on a narrow screen cuts off no text and does not scroll horizontally", async () => {
  await page.setViewportSize({ width: 320, height: 800 });
  for (const path of ["/", "/games"]) {
    await opened(page, path);
    await expect.poll(() => sidewaysScroll(page), { message: path }).toBeLessThanOrEqual(0);
    await expect.poll(() => cutTexts(page), { message: path }).toEqual([]);
  }
});

test("the bell, the search and open menus stay on the screen", async () => {
  await signIn(page, member);
  await opened(page, "/contact");
  await inEachLayout(async ({ what, width }) => {
    const shortcuts = page.getByRole("navigation", { name: "Shortcuts" });
    for (const control of [
      page.getByRole("link", { name: /^Notifications/ }).first(),
      width < 640 ? shortcuts.getByRole("button", { name: "Search" }) : page.getByRole("banner").getByRole("combobox"),
    ]) {
      const box = (await control.boundingBox())!;
      expect([box.x >= 0, box.x + box.width <= width], what).toEqual([true, true]);
    }
    for (const name of ["Explore", `Account: ${member.username}`]) {
      const message = `${name}, ${what}`;
      const menu = page.getByRole("button", { name });
      await menu.click();
      const links = page.locator("[data-menu-panel] :is(a, button)").filter({ visible: true });
      await links.first().waitFor();
      for (const link of await links.all()) {
        const box = (await link.boundingBox())!;
        expect(box.x, message).toBeGreaterThanOrEqual(0);
        expect(box.x + box.width, message).toBeLessThanOrEqual(width);
      }
      expect(await sidewaysScroll(page), message).toBeLessThanOrEqual(0);
      await page.keyboard.press("Escape");
    }
  });
});
