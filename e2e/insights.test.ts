import type { Page } from "playwright-core";
import { beforeAll, describe, expect } from "vitest";
import { eventually } from "../server/src/test/eventually.ts";
import { dialog, searchParams, startPanel } from "./administrators.ts";
import { findingsInBothThemes, opened } from "./browser.ts";

const { allowed, atTab, call, site, visit } = startPanel();

const browser = { "user-agent": "Mozilla/5.0 Firefox/140.0" };
const table = (page: Page, name: string) => page.getByRole("table", { name, exact: true });
const cells = (page: Page, name: string) =>
  table(page, name)
    .locator("tbody tr")
    .evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent)));

interface Offered {
  id: number;
  title: string;
  offers: { store: string; link: string | null }[];
}

describe("insights (spec/catalogue 6)", () => {
  let game: Offered;

  beforeAll(async () => {
    const { games } = await call<{ games: Offered[] }>("GET", "/api/games?store=steam&limit=20&fields=id,title,offers");
    game = games.find(({ offers }) => offers.some(({ store, link }) => store === "steam" && link))!;
    // an address counts once
    for (let count = 0; count < 3; count += 1) {
      const clicked = await fetch(`${site().url}/go/${game.id}/steam`, { redirect: "manual", headers: browser });
      expect(clicked.status).toBe(302);
    }
    // a page from the renderer, then from its cache, and the call of a page that is open
    for (const path of ["/games?search=Zyxquux", "/games?search=zyxquux", "/api/games?search=zyxquux&limit=20"]) {
      expect((await fetch(site().url + path, { headers: browser })).status).toBe(200);
    }
    const path = "/api/admin/catalogue/insights";
    await eventually(async () =>
      expect((await call<{ searches: { total: number } }>("GET", path)).searches.total).toBe(3),
    );
  });

  atTab("/admin/insights", "sums are shown as charts with tables beside them (soak)", async (page) => {
    await expect.poll(() => cells(page, "Clicks by store")).toEqual([["Steam", "1"]]);
    expect(await cells(page, "Clicks by game")).toEqual([[game.title, "1"]]);
    const [search, times] = (await cells(page, "Searches without results"))[0]!;
    expect([search, times]).toEqual([expect.stringMatching(/^zyxquux/), "3"]);
    await page.getByRole("img", { name: /^Clicks to stores by day: 1 in 30 days, most on / }).waitFor();
    await page.getByText(/offers (not seen for|were seen within) 3 days\./).waitFor();
    expect(await findingsInBothThemes(page)).toEqual([]);
  });

  atTab("/admin/insights", "the period is in the address (soak)", async (page) => {
    await page.getByLabel("Period").selectOption("Last 7 days");
    await page.getByRole("img", { name: /^Clicks to stores by day: 1 in 7 days/ }).waitFor();
    expect(searchParams(page).get("days")).toBe("7");
    await page.reload();
    await page.getByRole("img", { name: /^Clicks to stores by day: 1 in 7 days/ }).waitFor();
  });

  atTab("/admin/insights", "a search without results becomes an alias of the game that was meant", async (page) => {
    await page.getByRole("button", { name: "Find the game: zyxquux" }).click();
    const question = dialog(page, "Which game is “zyxquux”?");
    expect(await findingsInBothThemes(page)).toEqual([]);
    await question.getByText("No game has this title. Try other words.").waitFor();
    await question.getByRole("searchbox").fill(game.title);
    await question.getByRole("button", { name: `Add alias: ${game.title}`, exact: true }).click();
    await page.getByText(`“zyxquux” finds ${game.title} now.`).waitFor();
    const found = () => call<{ games: { id: number }[] }>("GET", "/api/games?search=zyxquux&fields=id");
    await expect.poll(async () => (await found()).games.map(({ id }) => id)).toEqual([game.id]);
    const path = `/api/admin/catalogue/games/${game.id}`;
    const { version } = (await call<{ game: { version: number } }>("GET", path)).game;
    await call("POST", `${path}/release`, { fields: ["also_known_as"], base_version: version });
  });

  visit("without the permission nothing is shown (soak)", allowed("catalogue.read"), async (page) => {
    await opened(page, "/admin/insights");
    await page.getByText("This needs the permission insights.read.").waitFor();
  });
});
