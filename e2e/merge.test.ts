import type { Page } from "playwright-core";
import { beforeAll, describe, expect, onTestFinished } from "vitest";
import { button, dialog, startPanel } from "./administrators.ts";
import { findingsInBothThemes, opened } from "./browser.ts";

const { allowed, asAdmin, call, visit } = startPanel();
const path = "/api/admin/catalogue/games";

let games: { id: number; title: string }[];
beforeAll(async () => {
  ({ games } = await call<{ games: typeof games }>("GET", `${path}?sortBy=title&sortOrder=asc&limit=4`));
});

const openGame = async (page: Page, { id }: { id: number }) => {
  await opened(page, `/admin/games?game=${id}`);
  await page.getByRole("region", { name: "Duplicates" }).waitFor();
};

describe("merged games (spec/catalogue 3)", () => {
  visit(
    "a game is merged into one with the same title, to which its page then links, and restored",
    asAdmin,
    async (page) => {
      const [game, into] = games as [(typeof games)[number], (typeof games)[number]];
      await call("PUT", `${path}/${game.id}`, { title: into.title });
      onTestFinished(() => call("PUT", `${path}/${game.id}`, { title: game.title }));
      await openGame(page, game);
      const suggested = page.getByRole("list", { name: "Possible duplicates" });
      const choice = suggested.getByRole("button", { name: `Merge into ${into.title} (game ${into.id})` });
      await choice.waitFor();
      expect(await findingsInBothThemes(page)).toEqual([]);
      await choice.focus();
      await page.keyboard.press("Enter");
      const question = dialog(page, `Merge ${into.title} into ${into.title}?`);
      await question
        .getByRole("list", { name: "What moves" })
        .getByText(/price record/)
        .waitFor();
      expect(await findingsInBothThemes(page)).toEqual([]);
      await question.getByRole("button", { name: "Merge", exact: true }).click();

      const merged = page.getByRole("list", { name: "This game was merged" });
      await merged.getByRole("link", { name: into.title }).waitFor();
      expect(await merged.getByRole("link").getAttribute("href")).toBe(`/games/${into.id}`);
      await expect(call("GET", `${path}/${game.id}`)).rejects.toThrow("404");
      expect(await findingsInBothThemes(page)).toEqual([]);

      await openGame(page, game);
      await merged.getByRole("button", { name: /^Undo the merge of/ }).click();
      await merged.waitFor({ state: "detached" });
      await page.getByLabel("Genre", { exact: true }).waitFor();
      expect(await call("GET", `${path}/${game.id}`)).toMatchObject({ game: { id: game.id } });
    },
  );

  visit("the target of a merge can be searched for (soak)", asAdmin, async (page) => {
    const [, , game, into] = games;
    await openGame(page, game!);
    await page.getByLabel("Search for a game to merge into").fill(String(into!.id));
    await page.keyboard.press("Enter");
    const found = page.getByRole("list", { name: "Games found" });
    await found.getByRole("button", { name: `Merge into ${into!.title} (game ${into!.id})` }).click();
    await dialog(page, `Merge ${game!.title} into ${into!.title}?`).getByRole("button", { name: "Cancel" }).click();
    expect(await call("GET", `${path}/${game!.id}`)).toMatchObject({ game: { id: game!.id } });
  });

  visit("read-only administrators see disabled controls (soak)", allowed("catalogue.read"), async (page) => {
    const [, , game, into] = games;
    await openGame(page, game!);
    await page.getByLabel("Search for a game to merge into").fill(String(into!.id));
    await page.keyboard.press("Enter");
    await page.getByRole("list", { name: "Games found" }).waitFor();
    const choice = button(page, `Merge into ${into!.title} (game ${into!.id})`);
    expect(await choice.getAttribute("aria-disabled")).toBe("true");
  });
});
