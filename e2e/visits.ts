import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { launchBrowser, newVisitor, type Screen, screens } from "./browser.ts";
import { type Site, startSite } from "./site.ts";

/** A site and a browser for the tests of a file. Call it at the top. */
export function startVisits(env: Record<string, string> = {}) {
  let site: Site;
  let browser: Browser;

  beforeAll(async () => {
    // Nothing listens on port 9, so games have generated covers.
    site = await startSite({ STEAM_IMAGE_URL: "http://127.0.0.1:9", RATE_LIMIT_SCALE: "100", ...env });
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await site?.stop();
  });

  return {
    site: () => site,
    browser: () => browser,
    /** The path and query of the page's address. */
    here: (page: Page) => page.url().slice(site.url.length),
    /** Runs the steps in a new browser context. Console errors that do not match `expectedErrors` fail the test. */
    async visit(steps: (page: Page) => Promise<void>, screen: Screen = "desktop", expectedErrors?: RegExp) {
      const { page, problems } = await newVisitor(browser, site.url, screens[screen]);
      try {
        await steps(page);
        expect(problems.filter((text) => !expectedErrors?.test(text)).join("\n")).toBe("");
      } finally {
        await page.context().close();
      }
    },
  };
}
