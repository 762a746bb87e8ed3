import type { ReportGroup } from "contract/prices/report-schema.ts";
import type { Page } from "playwright-core";
import { beforeEach, describe, expect } from "vitest";
import { breakCall, button, dialog, startPanel } from "./administrators.ts";
import { findingsInBothThemes, opened } from "./browser.ts";
import { callApi } from "./member.ts";
import { mailedPath } from "./outbox.ts";

const { allowed, atTab, call, site, visit } = startPanel();

interface GameOfStore {
  id: number;
  title: string;
}

let games: GameOfStore[];
beforeEach(async () => {
  games ??= (await call<{ games: GameOfStore[] }>("GET", "/api/games?store=steam&limit=3&sortBy=title&order=ASC"))
    .games;
});

const groupsOf = async (state: "open" | "settled") =>
  (await call<{ groups: ReportGroup[] }>("GET", `/api/admin/catalogue/reports?state=${state}`)).groups;
const report = (game: GameOfStore, name: string) =>
  callApi(site(), "POST", "/api/contact/submit", {
    body: {
      ...{ name, email: `${name}@example.com`, subject: "Wrong price", message: `${name} saw another price` },
      report: { game: game.id, store: "steam", country: "US" },
    },
  });
const row = (page: Page, { title }: GameOfStore) =>
  page.getByRole("listitem").and(page.getByLabel(`${title} at Steam`, { exact: true }));
const statusShows = (page: Page, what: string) => page.getByRole("status").getByText(what, { exact: true }).waitFor();

describe("reports (spec/catalogue 7)", () => {
  visit(
    "a visitor's report arrives with its offer (soak)",
    () => null,
    async (page) => {
      await opened(page, `/games/${games[0]!.id}`);
      // the comparison hydrates later than the page
      await page.getByText(/^Prices checked .* ago/).waitFor();
      await page.getByRole("button", { name: "More about the price at Steam" }).click();
      await page.getByRole("link", { name: "Report a wrong price at Steam" }).click();
      const field = (name: string) => page.locator("form").getByLabel(name, { exact: true });
      await expect.poll(() => field("Subject").inputValue()).toContain(games[0]!.title);
      const send = async () => {
        await field("Name").fill("Dora");
        await field("Email").fill("dora@example.com");
        await page.getByRole("button", { name: "Send message" }).click();
        await page.getByRole("status").getByText("Thank you. Your message has been sent.").waitFor();
      };
      await send();
      // the next message is about something else
      await field("Subject").fill("Hello");
      await field("Message").fill("A question");
      await send();
      const groups = (await groupsOf("open")).filter(({ game }) => game.id === games[0]!.id);
      expect(groups).toMatchObject([{ game: { id: games[0]!.id }, store: "steam", country: "US", count: 1 }]);
      expect(groups[0]!.reports[0]!.price).toBe(groups[0]!.price_now);
    },
  );

  atTab("/admin/reports", "reports are settled by keyboard, and their senders get the reply", async (page) => {
    const game = games[1]!;
    await report(game, "eva");
    await report(game, "finn");
    await page.reload();
    await row(page, game).getByText("2 reports").waitFor();
    await row(page, game).getByText("eva saw another price").waitFor();
    expect(await findingsInBothThemes(page)).toEqual([]);
    await button(page, `Settle ${game.title} at Steam`).press("Enter");
    const form = dialog(page, /^Settle: /);
    await form.getByLabel("Corrected").press("ArrowDown");
    expect(await form.getByLabel("The price was right").isChecked()).toBe(true);
    await page.keyboard.press("Tab");
    await page.keyboard.type("It is what Steam asks.");
    expect(await findingsInBothThemes(page)).toEqual([]);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await statusShows(page, `Settled 2 reports about ${game.title}. 2 replies were sent.`);
    await expect.poll(() => row(page, game).count()).toBe(0);
    for (const name of ["eva", "finn"])
      await mailedPath(site().dataDir, `${name}@example.com`, /It is what Steam asks/);
    await page.getByLabel("State").selectOption("Settled");
    await row(page, game).getByText("The price was right,").waitFor();
    expect((await groupsOf("settled"))[0]).toMatchObject({ outcome: "was_right", count: 2 });
  });

  atTab("/admin/reports", "a report that comes in meanwhile is not closed unseen (soak)", async (page) => {
    const game = games[2]!;
    await report(game, "gus");
    await page.reload();
    await button(page, `Settle ${game.title} at Steam`).click();
    await report(game, "hal");
    await button(page, "Settle reports").click();
    await page.getByRole("alert").getByText("More reports came in meanwhile.").waitFor();
    expect((await groupsOf("open")).find((group) => group.game.id === game.id)).toMatchObject({ count: 2 });
    await button(page, "Settle reports").click();
    await statusShows(page, `Settled 2 reports about ${game.title}.`);
  });

  atTab("/admin/reports", "a failure offers to try again (soak)", async (page) => {
    await breakCall(page, "/api/admin/catalogue/reports", 500, { error: "Broken" });
    await page.reload();
    await page.getByText("Broken").waitFor();
  });

  atTab(
    "/admin/reports",
    "who may only look sees neither messages nor a way to settle (soak)",
    async (page) => {
      await page.getByText("This needs the permission prices.write.").first().waitFor();
      await row(page, games[0]!).waitFor();
      expect(await button(page, `Settle ${games[0]!.title} at Steam`).getAttribute("aria-disabled")).toBe("true");
      expect(await page.getByText("saw another price").count()).toBe(0);
    },
    allowed("prices.read"),
  );
});
