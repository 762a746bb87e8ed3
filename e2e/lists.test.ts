import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { axeFindings, findingsInBothThemes, opened, screens } from "./browser.ts";
import { callApi, type Member, newMember, signIn } from "./member.ts";
import { button, chooseInRow, shownTitles, startWishlist } from "./wishlist.ts";

const { site, browser, games, visit, visitAnonymously } = startWishlist();

/** A list of a member's with the first games, made by the API. */
async function listOf(member: Member, count: number, more: object = {}): Promise<number> {
  const body = { name: "For winter", ...more };
  const { list } = await callApi<{ list: { id: number } }>(site(), "POST", "/api/lists", { member, body });
  for (const { id: gameId, title } of games().slice(0, count)) {
    const item = { gameId, notes: `A note on ${title}` };
    await callApi(site(), "POST", `/api/lists/${list.id}/items`, { member, body: item });
  }
  return list.id;
}

async function shareList(member: Member, id: number, body: object = {}): Promise<string> {
  const path = `/api/lists/${id}/share`;
  return (await callApi<{ token: string }>(site(), "POST", path, { member, body })).token;
}

const titles = (count: number) =>
  games()
    .slice(0, count)
    .map(({ title }) => title);
const dialog = (page: Page) => page.getByRole("dialog");
const none = () => [];

describe("a user's lists (spec/lists 3)", () => {
  visit("begin empty; a new one is opened, edited and deleted", none, async (page) => {
    await opened(page, "/lists");
    await page.getByRole("heading", { name: "You have no lists yet" }).waitFor();
    await button(page, "New list").click();
    await button(page, "Create list").click();
    await page.getByText("Name the list", { exact: true }).waitFor();
    await page.getByLabel("Name", { exact: true }).fill("Party");
    await page.getByLabel("Gift list", { exact: true }).check();
    await button(page, "Create list").click();
    await page.waitForURL(/\/lists\/\d+$/);
    await page.getByRole("heading", { level: 1, name: "Party" }).waitFor();
    await button(page, "Edit").click();
    await page.getByLabel("Name", { exact: true }).fill("Party of four");
    await button(page, "Save").click();
    await page.getByRole("heading", { level: 1, name: "Party of four" }).waitFor();
    await button(page, "Delete list").click();
    await dialog(page).getByRole("button", { name: "Delete list" }).click();
    await page.waitForURL("**/lists");
    await page.getByRole("heading", { name: "You have no lists yet" }).waitFor();
  });

  visit("are filled from a game's page, which also creates lists", none, async (page, member) => {
    const id = await listOf(member, 1);
    const game = games()[1]!;
    await opened(page, `/games/${game.id}`);
    await button(page, "Add to list").click();
    // a press on the name takes the focus from the button
    await page.getByText("For winter", { exact: true }).click();
    await page.getByText("Added to For winter").waitFor();
    await button(page, "New list").click();
    await page.getByLabel("Name", { exact: true }).fill("For summer");
    await button(page, "Create list").click();
    await expect.poll(() => page.getByLabel("For summer", { exact: true }).isChecked()).toBe(true);
    await page.locator("dialog[open]").waitFor({ state: "detached" });
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await opened(page, `/lists/${id}`);
    await expect.poll(() => shownTitles(page)).toEqual(titles(2));
  });

  visit("are ordered by buttons, keep notes, and lose games (soak)", none, async (page, member) => {
    const id = await listOf(member, 3);
    await opened(page, `/lists/${id}`);
    await button(page, "Edit Custom Order").click();
    await button(page, `Move down: ${titles(1)[0]}`).focus();
    await page.keyboard.press("Enter");
    await page.getByText(`${titles(1)[0]} moved to place 2 of 3`).waitFor();
    await button(page, "Save Custom Order").click();
    const [first, second, third] = titles(3) as [string, string, string];
    await expect.poll(() => shownTitles(page)).toEqual([second, first, third]);
    await chooseInRow(page, third, "Edit notes");
    await page.getByRole("textbox", { name: "Notes" }).fill("Only with friends");
    await button(page, "Save").click();
    await page.getByTitle("Only with friends", { exact: true }).waitFor();
    await chooseInRow(page, second, "Remove");
    await expect.poll(() => shownTitles(page)).toEqual([first, third]);
  });

  test("ask visitors to sign in (soak)", () =>
    visitAnonymously(async (page) => {
      await opened(page, "/lists/1");
      await page.getByRole("heading", { level: 1, name: "Sign in to keep lists" }).waitFor();
    }));
});

describe("a shared list (spec/lists 4)", () => {
  visit("is read without scripts, until its link ends", none, async (page, member) => {
    const id = await listOf(member, 2, { description: "Long evenings" });
    await opened(page, `/lists/${id}`);
    await button(page, "Share").click();
    await button(page, "Create link").click();
    const address = await page.getByLabel("Link to the list").inputValue();
    const plain = await browser().newContext({ ...screens.phone, javaScriptEnabled: false });
    const visitor = await plain.newPage();
    expect((await visitor.goto(address))?.headers()).toMatchObject({
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
    });
    await visitor.getByText("Long evenings").waitFor();
    expect(await shownTitles(visitor)).toEqual(titles(2));
    const html = await visitor.content();
    expect(html).toContain('<meta name="robots" content="noindex"');
    expect(html).not.toMatch(new RegExp(`${member.username}|A note on`));
    await dialog(page).getByLabel("Show my notes").check();
    await expect
      .poll(async () => (await visitor.reload())?.text())
      .toContain(`A note on ${titles(1)[0]!.replaceAll("&", "&amp;").replaceAll("'", "&#x27;")}`);
    await dialog(page).getByRole("button", { name: "Disable link" }).click();
    await button(page, "Create link").waitFor();
    expect((await visitor.reload())?.status()).toBe(404);
    await visitor.getByRole("heading", { name: "This list isn't shared" }).waitFor();
    await plain.close();
  });

  visit("is copied into the own lists (soak)", none, async (page) => {
    const owner = await newMember(site());
    const token = await shareList(owner, await listOf(owner, 3));
    await opened(page, `/shared/${token}`);
    await button(page, "Copy to my lists").click();
    await page.waitForURL(/\/lists\/\d+$/);
    await expect.poll(() => shownTitles(page)).toEqual(titles(3));
  });
});

describe("a gift list (spec/lists 5)", () => {
  test("shows friends what is taken once they ask, and its owner nothing", async () => {
    const owner = await newMember(site());
    const token = await shareList(owner, await listOf(owner, 2, { is_gift: true }));
    const [first] = titles(1);
    // the server refuses to tell the owner, which the browser logs
    const refusal = /\b403\b/;
    const asReader = (reader: Member, steps: (page: Page) => Promise<void>) => {
      const read = async (page: Page) => {
        await signIn(page, reader);
        await opened(page, `/shared/${token}`);
        await steps(page);
      };
      return visitAnonymously(read, "desktop", refusal);
    };
    await visitAnonymously(async (friend) => {
      await opened(friend, `/shared/${token}`);
      expect(await button(friend, `I'm giving this: ${first}`).count()).toBe(0);
      await button(friend, "I'm a friend: show what's taken").click();
      await button(friend, `I'm giving this: ${first}`).click();
      await friend.getByText("You're giving this").waitFor();
      expect(await axeFindings(friend)).toEqual([]);

      await asReader(await newMember(site()), (page) => page.getByText("Someone is giving this").waitFor());
      await asReader(owner, async (page) => {
        await page.getByText("This is your own list. Who gives what stays hidden from you.").waitFor();
        expect(await page.getByText(/giving this/).count()).toBe(0);
      });

      await button(friend, `Take back: ${first}`).click();
      await button(friend, `I'm giving this: ${first}`).waitFor();
    }, "phone");
  });
});

// every run looks at lists in `every-page`
for (const screen of ["phone", "desktop"] as const)
  visit(
    `all pages of lists are accessible on a ${screen} (soak)`,
    none,
    async (page, member) => {
      const id = await listOf(member, 3, { is_gift: true, description: "With a description" });
      const token = await shareList(member, id);
      for (const path of [`/lists/${id}`, `/shared/${token}`]) {
        await opened(page, path);
        await page.getByRole("main").getByRole("heading", { level: 2 }).first().waitFor();
        expect([path, await findingsInBothThemes(page)]).toEqual([path, []]);
      }
      await opened(page, `/lists/${id}`);
      await button(page, "Share").click();
      expect(await axeFindings(page)).toEqual([]);
    },
    screen,
  );
