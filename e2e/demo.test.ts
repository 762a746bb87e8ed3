import { rm } from "node:fs/promises";
import { afterAll, expect, test } from "vitest";
import { signedInAs } from "./accounts.ts";
import { asVisitor, opened, sharedBrowser } from "./browser.ts";
import { startSiteProcess, temporaryFolder } from "./site-process.ts";

const folder = await temporaryFolder();
const site = await startSiteProcess({ DATA_DIR: folder, DEMO: "on", TEST_BASE_PATH: "" });
const browser = await sharedBrowser({ images: false });
afterAll(async () => {
  await site.stop();
  await rm(folder, { recursive: true });
});

const notice = /^This is a demo: its games and prices are samples\. At each full hour/;

test("one press signs in to a demo, as a member and as an administrator; each page says what it is", () =>
  asVisitor({ browser, url: site.url, screen: "desktop" }, async (page) => {
    await opened(page, "/login");
    await page.getByText(notice).waitFor();
    expect(await page.getByRole("textbox").count()).toBe(0);
    await page.getByRole("button", { name: "Sign in as a member" }).click();
    await signedInAs(page, "demo-member").waitFor();
    await page.getByText(notice).waitFor();

    await signedInAs(page, "demo-member").click();
    await page.getByRole("button", { name: "Sign out", exact: true }).click();
    await page.getByRole("banner").getByRole("link", { name: "Sign in" }).click();
    await page.getByRole("button", { name: "Sign in as an administrator" }).click();
    await signedInAs(page, "demo-admin").waitFor();
    await opened(page, "/admin");
    await page.getByRole("heading", { level: 1, name: "Dashboard" }).waitFor();
    await page.getByText(notice).waitFor();
  }));
