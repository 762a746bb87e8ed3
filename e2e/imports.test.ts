import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { describe, expect, onTestFinished } from "vitest";
import { button, dialog, startPanel } from "./administrators.ts";
import { axeFindings, findingsInBothThemes, opened } from "./browser.ts";

const { allowed, asAdmin, atTab, call, here, visit } = startPanel();

const patient = { timeout: 30_000 };

const card = (page: Page, name: string) => page.locator(`[data-import="${name}"]`);
const badge = (page: Page, name: string, state: string) =>
  card(page, name).locator("h2").getByText(state, { exact: true }).waitFor(patient);

async function choose(page: Page, name: string, content: string) {
  const file = { name, mimeType: "text/plain", buffer: Buffer.from(content) };
  await page.locator("input[type=file]").setInputFiles(file);
}

async function cleanIn(page: Page) {
  expect(await findingsInBothThemes(page)).toEqual([]);
}

const games = [
  '{"title":"A Game That Is New","genre":"Puzzle","steam_price":9.99}',
  '{"title":"Another One","metacritic_score":950}',
  '{"title":"A Third","no_such_field":1}',
].join("\n");

describe("imports (spec/catalogue 9)", () => {
  visit("the dashboard leads to them (soak)", asAdmin, async (page) => {
    await opened(page, "/admin");
    await page.getByRole("link", { name: "Open imports" }).click();
    await page.getByRole("heading", { name: "Imports", level: 1 }).waitFor();
    expect(here(page)).toBe("/admin/imports");
  });

  atTab("/admin/imports", "a catalogue file is checked, imported and undone", async (page) => {
    await page.getByText("Nothing has been imported here").waitFor();
    await choose(page, "games.jsonl", games);
    await badge(page, "games.jsonl", "Uploaded");
    const one = card(page, "games.jsonl");
    await one.getByLabel("Keep the games of the bundled sample").check();
    await cleanIn(page);
    await one.getByRole("button", { name: "Check" }).press("Enter");
    await badge(page, "games.jsonl", "Checked");
    await one.getByRole("cell", { name: "metacritic_score" }).waitFor();
    await one.getByText("Ignored unknown fields: no_such_field").waitFor();
    await cleanIn(page);
    const [saved] = await Promise.all([page.waitForEvent("download"), button(page, "All of them as CSV").click()]);
    expect(saved.suggestedFilename()).toBe("games.jsonl.rejected.csv");
    await one.getByRole("button", { name: "Import" }).click();
    await badge(page, "games.jsonl", "Imported");
    await one.getByText("New games").waitFor();
    const added = async () =>
      (await call<{ total: number }>("GET", "/api/admin/catalogue/games?search=A Game That Is New")).total;
    await expect.poll(added, patient).toBe(1);
    await button(page, "Undo games.jsonl").click();
    expect(await axeFindings(page)).toEqual([]);
    await dialog(page, "Undo the import of games.jsonl?").getByRole("button", { name: "Undo" }).click();
    await badge(page, "games.jsonl", "Undone");
    await one.getByText("Removed 2 games, restored 0 games and 1 price.").waitFor();
    await cleanIn(page);
    await expect.poll(added, patient).toBe(0);
  });

  atTab("/admin/imports?kind=prices", "a price file is read with its own names of columns (soak)", async (page) => {
    await choose(page, "feed.csv", "sku,name,cost\np1,Nothing That Is Known,9.99 USD\n");
    await badge(page, "feed.csv", "Uploaded");
    const one = card(page, "feed.csv");
    await one.getByRole("combobox", { name: "Store" }).selectOption("cdkeys");
    await one.getByText("Columns with other names").click();
    await cleanIn(page);
    await one.getByRole("button", { name: "Check" }).click();
    await one
      .getByRole("alert")
      .getByText("no row of it has the column id; they have sku, name, cost")
      .waitFor(patient);
    await one.getByText("Columns with other names").click();
    await one.getByLabel("id", { exact: true }).fill("sku");
    await one.getByLabel("price", { exact: true }).fill("cost");
    await one.getByRole("button", { name: "Check again" }).click();
    await badge(page, "feed.csv", "Checked");
    await one.getByText("Of no game for certain").waitFor();
    await one.getByRole("button", { name: "Import" }).waitFor();
    await cleanIn(page);
    await button(page, "Delete feed.csv").press("Enter");
    await card(page, "feed.csv").waitFor({ state: "detached" });
  });

  atTab("/admin/imports", "a wrong file is refused with the reason (soak)", async (page) => {
    await choose(page, "games.xlsx", "PK");
    await page.getByRole("alert").getByText("A catalogue file ends in .jsonl").waitFor();
    await choose(page, "games.csv", "just some text\n");
    await badge(page, "games.csv", "Uploaded");
    await card(page, "games.csv").getByRole("button", { name: "Check" }).click();
    await badge(page, "games.csv", "Failed");
    await card(page, "games.csv").getByRole("alert").getByText("games.csv has no valid row").waitFor();
    await button(page, "Delete games.csv").click();
    await card(page, "games.csv").waitFor({ state: "detached" });
  });

  atTab("/admin/imports", "an upload goes on by itself when the connection is back", async (page) => {
    let lost = 0;
    await page.route("**/content?offset=*", (route) => {
      lost += 1;
      return lost <= 2 ? route.abort("connectionreset") : route.continue();
    });
    await choose(page, "patient.jsonl", games);
    await card(page, "patient.jsonl").getByText("The connection is lost: trying again").waitFor();
    await badge(page, "patient.jsonl", "Uploaded");
    await button(page, "Delete patient.jsonl").click();
  });

  visit("after a reload the same file resumes (soak)", asAdmin, async (page) => {
    const folder = await mkdtemp(join(tmpdir(), "imports-"));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const path = join(folder, "resumed.jsonl");
    await writeFile(path, "x".repeat(3_000_000));
    await opened(page, "/admin/imports");
    // the first piece arrives, no other
    await page.route(/content\?offset=(?!0$)/, (route) => route.abort("connectionreset"));
    await page.locator("input[type=file]").setInputFiles(path);
    await card(page, "resumed.jsonl").getByText("The connection is lost: trying again").waitFor();
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await page.reload();
    await card(page, "resumed.jsonl").getByText("choose the same file again to go on").waitFor();
    const offsets: string[] = [];
    page.on("request", (request) => {
      const offset = new URL(request.url()).searchParams.get("offset");
      if (offset !== null) offsets.push(offset);
    });
    await page.locator("input[type=file]").setInputFiles(path);
    await badge(page, "resumed.jsonl", "Uploaded");
    expect(Number(offsets[0])).toBeGreaterThan(0);
    expect(await page.getByRole("list", { name: "Imports" }).locator("[data-import]").count()).toBeGreaterThan(0);
    await button(page, "Delete resumed.jsonl").click();
  });

  atTab(
    "/admin/imports",
    "who may only look at prices sees these, and changes nothing (soak)",
    async (page) => {
      await page.getByText("You can look around here, but not change anything.").waitFor();
      expect(await page.getByRole("region", { name: "Upload" }).count()).toBe(0);
      expect(await page.getByRole("navigation", { name: "Kinds of files" }).count()).toBe(0);
    },
    allowed("prices.read"),
  );
});
