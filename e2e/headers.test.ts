import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { superAdmin } from "./administrators.ts";
import { launchBrowser, newVisitor, opened, screens } from "./browser.ts";
import { signIn } from "./member.ts";
import { type Site, startSite } from "./site.ts";

let site: Site;
let browser: Browser;

beforeAll(async () => {
  // nobody answers there: pictures are drawn covers
  site = await startSite({ STEAM_IMAGE_URL: "http://127.0.0.1:9", RATE_LIMIT_SCALE: "100" });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await site?.stop();
});

test("what is opened runs under its content security policy, and there is no complaint", async () => {
  const { page, problems } = await newVisitor(browser, site.url, screens.desktop);
  for (const path of ["/games/1", "/contact", "/auth/callback?error=failed&provider=steam"]) await opened(page, path);
  await signIn(page, await superAdmin(site));
  await opened(page, "/games/1");
  await page.getByRole("heading", { name: "Price History" }).waitFor();
  await opened(page, "/admin");
  await page.getByRole("heading", { name: "Dashboard" }).first().waitFor();
  await page.goto("/api/docs");
  await page.getByText("/api/games/homepage").first().waitFor();
  expect(problems).toEqual([]);
  await page.context().close();
});

/** Has the page run a script of somebody else's, and answers whether it did. */
async function runs(page: Page, script: string): Promise<boolean> {
  await page.evaluate((text) => {
    const element = document.createElement("script");
    element.textContent = text;
    document.body.append(element);
    document.body.insertAdjacentHTML("beforeend", `<img src="data:," onerror="${text}">`);
  }, script);
  // both have had their chance by then
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 50)));
  return page.evaluate(() => "intruder" in window);
}

test("a script that got into a page does not run", async () => {
  const { page, problems } = await newVisitor(browser, site.url, screens.desktop);
  await opened(page, "/games/1");
  expect(await runs(page, "window.intruder = true")).toBe(false);
  await expect.poll(() => problems.filter((problem) => problem.includes("Content Security Policy")).length).toBe(3);
  await page.context().close();
});
