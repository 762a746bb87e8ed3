import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { closeContexts, newVisitor, resetVisitor, type Screen, screens, sharedBrowser } from "./browser.ts";
import { openSite, type Site, type SiteOf } from "./site.ts";

/** A site and a browser for the tests of a file. Call it at the top. */
export function startVisits(siteOf: SiteOf, { images = false } = {}) {
  let site: Site;
  let browser: Browser;
  /** Pages of earlier visits. */
  const left = new Map<Screen, Page>();

  beforeAll(async () => {
    site = await openSite(siteOf);
    browser = await sharedBrowser({ images });
  });
  afterAll(async () => {
    await closeContexts(browser);
    await site?.stop();
  });

  return {
    site: () => site,
    browser: () => browser,
    /** The path and query of the page's address. */
    here: (page: Page) => page.url().slice(site.url.length),
    /**
     * Runs the steps as a new visitor, in the page of the last visit if that passed. Console errors that do not match
     * `expectedErrors` fail the test.
     */
    async visit(steps: (page: Page) => Promise<void>, screen: Screen = "desktop", expectedErrors?: RegExp) {
      const earlier = left.get(screen);
      left.delete(screen);
      const visitor = earlier ? resetVisitor(earlier, screen) : newVisitor(browser, site.url, screens[screen]);
      const { page, problems } = await visitor;
      let isReusable = false;
      try {
        await steps(page);
        expect(problems.filter((text) => !expectedErrors?.test(text)).join("\n")).toBe("");
        isReusable = !page.isClosed() && new URL(page.url()).origin === site.url;
      } finally {
        if (isReusable) left.set(screen, page);
        else await page.context().close();
      }
    },
  };
}
