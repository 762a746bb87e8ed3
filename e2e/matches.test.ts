import { spawnSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Match } from "contract/prices/match-schema.ts";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect } from "vitest";
import { button, dialog, startPanel } from "./administrators.ts";
import { axeFindings } from "./browser.ts";
import { repository } from "./site-process.ts";

const { allowed, atTab, call, site } = startPanel();

const listOf = async (state: "waiting" | "decided") =>
  call<{ matches: Match[]; total: number }>("GET", `/api/admin/catalogue/matches?limit=100&state=${state}`);
const rows = (page: Page) => page.getByRole("list", { name: "Products" }).locator("> li");
const statusShows = (page: Page, what: string) => page.getByRole("status").getByText(what, { exact: true }).waitFor();

// a feed of editions of one game: no title tells whether they are the game
beforeAll(async () => {
  const { games } = await call<{ games: { title: string }[] }>("GET", "/api/games?limit=1&sortBy=title&order=ASC");
  const editions = Array.from({ length: 45 }, (_, n) => `${n + 1},${games[0]!.title} Deluxe Edition ${n + 1},9.99 USD`);
  const file = join(site().dataDir, "feed.csv");
  await writeFile(file, ["id,title,price", ...editions].join("\n"));
  const args = ["server/src/cli/main.ts", "import", "prices", file, "--store", "cdkeys"];
  const env = { PATH: process.env.PATH, ...site().env };
  const imported = spawnSync(process.execPath, args, { cwd: repository, env, encoding: "utf8" });
  expect((await listOf("waiting")).total, imported.stdout + imported.stderr).toBe(45);
});

describe("matches (spec/catalogue 1)", () => {
  atTab("/admin/matches", "a product is accepted as a candidate, and the decision taken back", async (page) => {
    const name = await rows(page).first().getAttribute("aria-label");
    expect(await axeFindings(page)).toEqual([]);
    await rows(page)
      .first()
      .getByRole("button", { name: /^Accept as / })
      .first()
      .click();
    await page.getByRole("status").getByText(`Accepted ${name} as`).waitFor();
    expect((await listOf("waiting")).total).toBe(44);
    await page.getByLabel("State").selectOption("Decided");
    const decided = rows(page).and(page.getByLabel(name!, { exact: true }));
    await decided.getByText("by admin,").waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await decided.getByRole("button", { name: "Undo" }).click();
    await statusShows(page, `Took back the decision about ${name}.`);
    expect((await listOf("waiting")).total).toBe(45);
  });

  atTab("/admin/matches", "30 products are decided within a minute by keyboard alone (soak)", async (page) => {
    await rows(page).first().focus();
    await page.keyboard.press("?");
    await dialog(page, "Keys").waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await rows(page).first().focus();
    const accepted = async () =>
      (await listOf("decided")).matches.filter(({ decision }) => decision === "accepted").length;
    const acceptedBefore = await accepted();
    const start = Date.now();
    for (let n = 1; n <= 30; n += 1) {
      const { total } = await listOf("waiting");
      await page.keyboard.press(n % 3 === 0 ? "1" : "r");
      await expect.poll(async () => (await listOf("waiting")).total).toBe(total - 1);
      await expect.poll(() => page.evaluate(() => document.activeElement?.hasAttribute("data-match"))).toBe(true);
    }
    expect(Date.now() - start).toBeLessThan(60_000);
    expect((await accepted()) - acceptedBefore).toBe(10);
    const { total } = await listOf("waiting");
    await page.keyboard.press("u");
    await expect.poll(async () => (await listOf("waiting")).total).toBe(total + 1);
  });

  atTab("/admin/matches", "several are selected with Shift and rejected together (soak)", async (page) => {
    const before = (await listOf("waiting")).total;
    await rows(page).nth(1).getByRole("checkbox").click();
    await rows(page)
      .nth(4)
      .getByRole("checkbox")
      .click({ modifiers: ["Shift"] });
    await page.getByText("4 selected").waitFor();
    await button(page, "Reject selected").click();
    await statusShows(page, "Rejected 4 products.");
    expect((await listOf("waiting")).total).toBe(before - 4);
  });

  atTab(
    "/admin/matches",
    "who may only read sees why nothing can be decided (soak)",
    async (page) => {
      await rows(page).first().getByRole("button", { name: "Reject", exact: true }).waitFor();
      await page.getByText("This needs the permission catalogue.write.").first().waitFor();
      const before = (await listOf("waiting")).total;
      await rows(page).first().focus();
      await page.keyboard.press("r");
      expect((await listOf("waiting")).total).toBe(before);
    },
    allowed("catalogue.read"),
  );
});
