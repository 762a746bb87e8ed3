import type { CatalogueGame } from "contract/catalogue/game-schema.ts";
import { uploadVersion } from "contract/images/uploads.ts";
import type { Page } from "playwright-core";
import sharp from "sharp";
import { beforeAll, describe, expect } from "vitest";
import { alertOf, button, dialog, searchParams, startPanel } from "./administrators.ts";
import { findingsInBothThemes, opened } from "./browser.ts";

const { allowed, asAdmin, atTab, call, visit } = startPanel();
const path = "/api/admin/catalogue/games";

let games: { id: number; title: string }[];
beforeAll(async () => {
  ({ games } = await call<{ games: typeof games }>("GET", `${path}?sortBy=title&sortOrder=asc&limit=10`));
});

const read = async (id: number) => (await call<{ game: CatalogueGame }>("GET", `${path}/${id}`)).game;
const fieldOf = (game: CatalogueGame, name: string) => game.fields.find((field) => field.name === name)!;
const statusShows = (page: Page, what: string) => page.getByRole("status").getByText(what, { exact: true }).waitFor();
const openGame = async (page: Page, { id, title }: { id: number; title: string }) => {
  await opened(page, `/admin/games?game=${id}`);
  await page.getByRole("heading", { level: 1, name: title, exact: true }).waitFor();
  await page.getByLabel("Genre", { exact: true }).waitFor();
};

/** A picture of one colour. */
const picture = (background: string) =>
  sharp({ create: { width: 600, height: 900, channels: 3, background } })
    .png()
    .toBuffer();

describe("games (spec/catalogue 2)", () => {
  atTab("/admin/games", "box art is uploaded, shown to visitors at once, and removed", async (page) => {
    const game = games[6]!;
    await openGame(page, game);
    const file = page.getByLabel("Box art file");
    await file.setInputFiles({ name: "art.svg", mimeType: "image/svg+xml", buffer: Buffer.from("<svg/>") });
    await alertOf(page, "This is an SVG; upload a PNG, JPEG, WebP or AVIF");
    expect(await findingsInBothThemes(page)).toEqual([]);
    await file.setInputFiles({ name: "art.png", mimeType: "image/png", buffer: await picture("#357") });
    await statusShows(page, "Uploaded the box art.");
    const version = uploadVersion(fieldOf(await read(game.id), "boxart_url").value as string);
    await page.locator(`img[src*="v=${version}"]`).first().waitFor();
    const visitor = await page.context().newPage();
    await opened(visitor, `/games/${game.id}`);
    await visitor.locator(`header img[src*="v=${version}"]`).waitFor();
    await visitor.close();
    await button(page, "Remove box art").click();
    await statusShows(page, "Removed the uploaded box art.");
    expect(fieldOf(await read(game.id), "boxart_url").value).toBeNull();
  });

  atTab("/admin/games", "the list is searched and filtered in the address, and used by keyboard", async (page) => {
    const [first] = games;
    await page.getByRole("table", { name: "Games" }).locator("[data-game]").first().waitFor();
    const heights = await page.locator("tbody tr").evaluateAll((rows) => rows.map((row) => row.clientHeight));
    expect(new Set(heights)).toEqual(new Set([40]));
    expect(await findingsInBothThemes(page)).toEqual([]);

    await page.getByLabel("Search by title", { exact: true }).fill(first!.title);
    await page.keyboard.press("Enter");
    await expect.poll(() => searchParams(page).get("search")).toBe(first!.title);
    await page.getByLabel("Type", { exact: true }).selectOption("DLC");
    await expect.poll(() => searchParams(page).get("type")).toBe("dlc");
    await page.getByLabel("Show", { exact: true }).selectOption("Hidden");
    await page.getByText("No games found").waitFor();
    expect(searchParams(page).get("show")).toBe("hidden");

    await opened(page, "/admin/games?sort=title&order=ASC");
    await page.locator("[data-game]").nth(1).waitFor();
    await page.locator("[data-game]").first().focus();
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    await page.keyboard.press("k");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: games[1]!.title, exact: true }).waitFor();
    expect(searchParams(page).get("game")).toBe(String(games[1]!.id));
    await page.getByRole("link", { name: "All games" }).click();
    await page.getByRole("table", { name: "Games" }).waitFor();
    expect(searchParams(page).get("sort")).toBe("title");
  });

  visit("a field is edited with a reason, released, and a version restored", asAdmin, async (page) => {
    const game = games[2]!;
    const before = fieldOf(await read(game.id), "genre").value;
    await openGame(page, game);
    await page.getByLabel("Genre", { exact: true }).fill("Gliding");
    await page.getByLabel("Reason", { exact: true }).fill("Better known as that");
    await button(page, "Save").click();
    await statusShows(page, "Saved.");
    expect(fieldOf(await read(game.id), "genre")).toMatchObject({ value: "Gliding", overridden: true });
    expect(await findingsInBothThemes(page)).toEqual([]);

    const versions = page.getByRole("list", { name: "Versions" });
    await versions.getByText("Better known as that").waitFor();
    await button(page, "Diff of version 2").click();
    await versions.getByRole("insertion").getByText("Gliding").waitFor();
    await button(page, "Release Genre").click();
    await statusShows(page, "Released Genre.");
    expect(fieldOf(await read(game.id), "genre")).toMatchObject({ value: before, overridden: false });

    await button(page, "Restore version 2").click();
    await dialog(page, "Restore version 2?").getByRole("button", { name: "Restore" }).click();
    await statusShows(page, "Restored version 2.");
    await expect.poll(() => page.getByLabel("Genre", { exact: true }).inputValue()).toBe("Gliding");
  });

  visit("errors are shown at the field, and nothing is saved (soak)", asAdmin, async (page) => {
    const game = games[3]!;
    await openGame(page, game);
    await page.getByLabel("Rating", { exact: true }).fill("11");
    await button(page, "Save").click();
    await alertOf(page, /rating/);
    expect(await page.getByLabel("Rating", { exact: true }).getAttribute("aria-invalid")).toBe("true");
    expect((await read(game.id)).version).toBe(1);
    await button(page, "Discard").click();
    expect(await button(page, "Save").isDisabled()).toBe(true);
  });

  visit("a concurrent save asks which value should stay (soak)", asAdmin, async (page) => {
    const game = games[4]!;
    await openGame(page, game);
    await page.getByLabel("Developers", { exact: true }).fill("Mine");
    await page.getByLabel("Genre", { exact: true }).fill("My genre");
    await call("PUT", `${path}/${game.id}`, { developer: "Theirs", tags: "Their tag" });
    await button(page, "Save").click();
    const stale = dialog(page, "Changed by someone else");
    await stale.getByText("Theirs", { exact: true }).waitFor();
    expect(await stale.getByRole("region").count()).toBe(1);
    expect(await findingsInBothThemes(page)).toEqual([]);
    await stale.getByRole("button", { name: "Keep theirs" }).click();
    await button(page, "Save").click();
    await statusShows(page, "Saved.");
    const saved = await read(game.id);
    expect(["developer", "genre", "tags"].map((name) => fieldOf(saved, name).value)).toEqual([
      "Theirs",
      "My genre",
      "Their tag",
    ]);
  });

  visit("a game is hidden, shown again, and deleted with what depends on it named (soak)", asAdmin, async (page) => {
    const game = games[5]!;
    await openGame(page, game);
    await button(page, "Hide").click();
    const hide = dialog(page, `Hide ${game.title}?`);
    await hide.getByLabel("Reason").fill("Withdrawn");
    await hide.getByRole("button", { name: "Hide" }).click();
    await statusShows(page, "Visitors no longer see the game.");
    await expect.poll(() => call("GET", `/api/games/${game.id}`).catch((error: Error) => error.message)).toMatch("404");
    await button(page, "Unhide").click();
    await dialog(page, `Show ${game.title} again?`).getByRole("button", { name: "Unhide" }).click();
    await statusShows(page, "Visitors see the game again.");

    const { dependents } = await read(game.id);
    expect(dependents.offers).toBeGreaterThan(0);
    await button(page, "Delete").click();
    const question = dialog(page, `Delete ${game.title}?`);
    await question.getByText(/^offers?$/).waitFor();
    await question.getByText(String(dependents.offers), { exact: true }).first().waitFor();
    expect(await findingsInBothThemes(page)).toEqual([]);
    await question.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("table", { name: "Games" }).waitFor();
    await expect(read(game.id)).rejects.toThrow("404");
  });

  visit("who may only read sees why nothing can be changed (soak)", allowed("catalogue.read"), async (page) => {
    await openGame(page, games[6]!);
    await page.getByText("This needs the permission catalogue.write.").first().waitFor();
    expect(await page.getByLabel("Genre", { exact: true }).isDisabled()).toBe(true);
    for (const name of ["Save", "Hide", "Delete"]) {
      expect(await button(page, name).getAttribute("aria-disabled"), name).toBe("true");
    }
  });
});
