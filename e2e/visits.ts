import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { asVisitor, closeContexts, type Screen, sharedBrowser } from "./browser.ts";
import { openSite, type Site, type SiteOf } from "./site.ts";

/** A site and a browser for the tests of a file. Call it at the top. */
export function startVisits(siteOf: SiteOf, { images = false } = {}) {
  let site: Site;
  let browser: Browser;

  beforeAll(async () => {
    site = await openSite(siteOf);
    browser = await sharedBrowser({ images });
  });
  afterAll(async () => {
    await closeContexts(browser, typeof siteOf === "object" ? site?.url : undefined);
    await site?.stop();
  });

  return {
    site: () => site,
    browser: () => browser,
    /** The path and query of the page's address. */
    here: (page: Page) => page.url().slice(site.url.length),
    /** Runs the steps as a new visitor. Console errors that do not match `expectedErrors` fail the test. */
    visit: (steps: (page: Page) => Promise<void>, screen: Screen = "desktop", expectedErrors?: RegExp) =>
      asVisitor({ browser, url: site.url, screen, expectedErrors }, steps),
  };
}
