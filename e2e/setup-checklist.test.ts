import type { Page } from "playwright-core";
import { describe, expect, onTestFinished } from "vitest";
import { button, startPanel } from "./administrators.ts";
import { findingsInBothThemes, opened } from "./browser.ts";
import { mailedPath } from "./outbox.ts";

const { allowed, asAdmin, atTab, call, here, site, visit } = startPanel();

const items = (page: Page) => page.getByRole("list", { name: "Setup" }).locator("> li");
const item = (page: Page, title: string) =>
  items(page).filter({ has: page.getByRole("heading", { level: 3, name: title }) });
const set = (key: string, value: unknown) => call("PUT", `/api/admin/config/${key}`, { value });

describe("the setup checklist (spec/administration 4.1)", () => {
  atTab("/admin", "names what a new site lacks, and where it is solved", async (page) => {
    await expect.poll(() => items(page).count()).toBe(9);
    await item(page, "Outgoing mail").getByText("SMTP_URL").waitFor();
    await item(page, "Your own catalogue").getByText("CATALOGUE_SYNC=on").waitFor();
    const texts = item(page, "Imprint and privacy").getByRole("link", { name: "Open the texts" });
    expect(await texts.getAttribute("href")).toBe("/admin/strings?search=operator_text");
    expect(await findingsInBothThemes(page)).toEqual([]);
    await item(page, "Contact address").getByRole("link", { name: "Open the setting" }).press("Enter");
    await page.getByRole("heading", { name: "Site Config", level: 1 }).waitFor();
    expect(here(page)).toBe("/admin/config?search=contact.email");
  });

  atTab("/admin", "an item is ticked off by itself (soak)", async (page) => {
    onTestFinished(async () => void (await set("contact.email", "")));
    await item(page, "Contact address").waitFor();
    expect(await item(page, "Contact address").getAttribute("data-done")).toBe("false");
    await set("contact.email", "team@example.com");
    await expect.poll(() => item(page, "Contact address").getAttribute("data-done")).toBe("true");
  });

  atTab("/admin", "the sample can be kept (soak)", async (page) => {
    onTestFinished(async () => void (await set("site.keep_sample", false)));
    await button(page, "Keep the sample").press("Enter");
    await expect.poll(() => item(page, "Your own catalogue").getAttribute("data-done")).toBe("true");
    expect(await item(page, "Source of games").getAttribute("data-done")).toBe("true");
  });

  atTab("/admin", "a test mail goes to the administrator", async (page) => {
    await button(page, "Send a test mail").press("Enter");
    await page.getByRole("status").getByText("A test mail to admin@localhost.localdomain is written").waitFor();
    await mailedPath(site().dataDir, "admin@localhost.localdomain", /Subject: A test mail from/);
  });

  visit("shows how far the reading of games has come (soak)", asAdmin, async (page) => {
    const poll = { state: "running", finished_at: null, seen: 1_234, changed: 56, refused: 0 };
    await page.route("**/api/admin/dashboard/checklist", async (route) => {
      const checklist = await (await route.fetch()).json();
      await route.fulfill({ json: { ...checklist, sample: { ...checklist.sample, catalogue_sync: true } } });
    });
    await page.route("**/api/admin/dashboard/stats", async (route) => {
      const stats = await (await route.fetch()).json();
      const polls = ["catalogue-steam", "gog"].map((store) => ({ store, ...poll }));
      await route.fulfill({ json: { ...stats, data: { ...stats.data, polls } } });
    });
    await opened(page, "/admin");
    const readings = page.getByRole("list", { name: "Readings of games" }).getByRole("listitem");
    await expect
      .poll(() => readings.allTextContents())
      .toEqual(["catalogue-steam: 1,234 read, 56 new or changed, still reading"]);
  });

  visit("is dismissed for everyone, and shown again (soak)", asAdmin, async (page) => {
    await opened(page, "/admin");
    await button(page, "Dismiss for everyone").click();
    await button(page, "Show the setup checklist").waitFor();
    expect(await items(page).count()).toBe(0);
    await page.reload();
    await button(page, "Show the setup checklist").click();
    await item(page, "Backups").waitFor();
  });

  visit("shows others only what they may act on (soak)", allowed("content.read"), async (page) => {
    await opened(page, "/admin");
    await item(page, "Your second factor").waitFor();
    expect(await items(page).count()).toBe(1);
    expect(await button(page, "Send a test mail").count()).toBe(0);
  });
});

visit("administrators find the panel in the menu of the site (soak)", asAdmin, async (page) => {
  await opened(page, "/");
  await page.getByRole("button", { name: "Account: admin" }).click();
  await page.getByRole("link", { name: "Admin panel" }).click();
  await page.getByRole("heading", { name: "Dashboard", level: 1 }).waitFor();
});
