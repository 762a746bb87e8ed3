import { AxeBuilder } from "@axe-core/playwright";
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Locator,
  type Page,
} from "playwright-core";
import { expect } from "vitest";
import { repeats } from "../server/src/test/processes/soak.ts";

export const screens = {
  desktop: { viewport: { width: 1440, height: 900 } },
  small: { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
} as const satisfies Record<string, BrowserContextOptions>;

export type Screen = keyof typeof screens;

const launched = new Map<boolean, Promise<Browser>>();

/**
 * The browser of this worker, which its files share; it ends with the worker. It shows no images, which take a fifth of
 * the time, unless a file asks for them.
 */
export function sharedBrowser({ images = false } = {}): Promise<Browser> {
  const browser = launched.get(images) ?? launch(images);
  launched.set(images, browser);
  return browser;
}

/** Browser contexts that a worker's next files on a site use as well, with the site's address. */
const kept = new Map<BrowserContext, string>();

export function keepContext(context: BrowserContext, url: string): void {
  if (!kept.has(context)) context.once("close", () => kept.delete(context));
  kept.set(context, url);
}

/** Closes the pages that a file has left open, except for those that other files use; those of a stopped site too. */
export async function closeContexts(browser: Browser | undefined, stoppedUrl?: string): Promise<void> {
  const contexts = browser?.contexts() ?? [];
  const unused = contexts.filter((context) => !kept.has(context) || kept.get(context) === stoppedUrl);
  await Promise.all(unused.map((context) => context.close()));
}

function launch(images: boolean): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROME_PATH ?? "/usr/bin/chromium",
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      // Pages live for seconds: optimizing their scripts takes more time than it gains.
      "--js-flags=--no-opt --no-maglev",
      ...(images ? [] : ["--blink-settings=imagesEnabled=false"]),
    ],
  });
}

/**
 * A page in a new browser context, without storage and cache. `problems` collects console errors. It has no service
 * worker, which would hide requests from `page.route`, unless the options allow one.
 */
export async function newVisitor(
  browser: Browser,
  url: string,
  options: BrowserContextOptions,
): Promise<{ page: Page; problems: string[] }> {
  const context = await browser.newContext({ baseURL: url, serviceWorkers: "block", ...options });
  const { pathname } = new URL(url);
  if (pathname !== "/") openBelow(context, pathname);
  return watchedPage(context);
}

/** Paths that pages of the context are to open, or to be at, lie below the site's base path. */
function openBelow(context: BrowserContext, basePath: string): void {
  const below = <Address>(address: Address) =>
    typeof address === "string" && address.startsWith("/") ? ((basePath + address) as Address) : address;
  context.on("page", (page) => {
    const { goto, waitForURL } = page;
    page.goto = (address, options) => goto.call(page, below(address), options);
    page.waitForURL = (address, options) => waitForURL.call(page, below(address), options);
  });
}

/** Another page of a browser context. */
export async function watchedPage(context: BrowserContext): Promise<{ page: Page; problems: string[] }> {
  const page = await context.newPage();
  return { page, problems: watchProblems(page) };
}

/** Errors from now on: of scripts, and in the console. */
function watchProblems(page: Page): string[] {
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(`${error.message} at ${page.url()}`));
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(message.text());
  });
  return problems;
}

/** Pages of visits that have passed, by site and screen. */
const left = new WeakMap<Browser, Map<string, Page>>();

interface Visit {
  browser: Browser;
  /** The site. */
  url: string;
  screen: Screen;
  expectedErrors?: RegExp | undefined;
}

/**
 * Runs the steps as a new visitor, in the page of the last visit, also of another file, if that passed. Console errors
 * that do not match `expectedErrors` fail the test.
 */
export async function asVisitor(
  { browser, url, screen, expectedErrors }: Visit,
  steps: (page: Page) => Promise<void>,
): Promise<void> {
  const pages = left.get(browser) ?? new Map<string, Page>();
  left.set(browser, pages);
  const key = `${url} ${screen}`;
  const earlier = pages.get(key);
  pages.delete(key);
  const isUsable = earlier && !earlier.isClosed();
  const { page, problems } = await (isUsable
    ? resetVisitor(earlier, screen)
    : newVisitor(browser, url, screens[screen]));
  let isReusable = false;
  try {
    await steps(page);
    expect(problems.filter((text) => !expectedErrors?.test(text)).join("\n")).toBe("");
    isReusable = !page.isClosed() && page.url().startsWith(`${url}/`);
  } finally {
    // of two at once one is left
    if (isReusable && !pages.has(key)) {
      pages.set(key, page);
      keepContext(page.context(), url);
    } else await page.context().close();
  }
}

/**
 * Makes the page of an earlier visit like a new one, except that the browser still has the site's code. A new one takes
 * three times as long.
 */
async function resetVisitor(page: Page, screen: Screen): Promise<{ page: Page; problems: string[] }> {
  const context = page.context();
  for (const other of context.pages()) if (other !== page) await other.close();
  for (const event of ["request", "response", "requestfailed", "dialog", "console", "pageerror"] as const)
    page.removeAllListeners(event);
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await context.setOffline(false);
  await context.clearPermissions();
  await context.clearCookies();
  await page.emulateMedia({ colorScheme: null, reducedMotion: null, forcedColors: null });
  await page.setViewportSize(screens[screen].viewport);
  await clearStorage(page);
  return { page, problems: watchProblems(page) };
}

/** Leaves the page, so that it writes nothing more, and empties the storage of the site. */
export async function clearStorage(page: Page): Promise<void> {
  await page.goto("/favicon.svg");
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
}

/** Takes most of the time that axe takes. */
const contrast = "color-contrast";

const isSoak = repeats(0, 1) === 1;

/**
 * The findings of axe on the page as it is now, or in its open dialog, with their elements. Targets are at least 24
 * pixels high and wide, or stand apart. Every run checks dialogs so, and `every-page` each kind of page; `npm run soak`
 * also checks pages in other states, and contrast.
 */
export const axeFindings = (page: Page): Promise<string[]> => findingsBy(page, isSoak ? "all" : "dialog");

/** The same of a page without a dialog in every run. */
export const pageFindings = (page: Page): Promise<string[]> => findingsBy(page, isSoak ? "all" : "all but contrast");

/** Waits for animations, because half faded-in text has less contrast. */
async function findingsBy(page: Page, which: "all" | "all but contrast" | "dialog" | "contrast"): Promise<string[]> {
  const hasDialog = await page.evaluate(() => document.querySelector("dialog:modal") !== null);
  if (which === "dialog" && !hasDialog) return [];
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        (animation) => animation.playState !== "running" || animation.effect?.getComputedTiming().endTime === Infinity,
      ),
  );
  // Legacy mode opens no second page, which only frames need. Listing what passed would double the time; no rule that
  // applies here reads the preloaded style sheets.
  const rules = { "target-size": { enabled: true }, [contrast]: { enabled: which === "all" || which === "contrast" } };
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ["violations"], preload: false, rules });
  // what is behind a modal dialog is inert
  if (hasDialog) axe.include("dialog[open]");
  const { violations } = await (which === "contrast" ? axe.withRules(contrast) : axe).analyze();
  const findings: string[] = [];
  for (const { id, nodes } of violations) {
    let elements = nodes.map((node) => node.target.join(" "));
    if (id === "target-size") elements = await smallOnes(page, elements);
    if (elements.length > 0) findings.push(`${id}: ${elements.join(", ")}`);
  }
  return findings;
}

/** Those of the elements that are too small to be pressed. Axe also reports what a fixed bar covers in part. */
function smallOnes(page: Page, selectors: string[]): Promise<string[]> {
  return page.evaluate(
    (selectors) =>
      selectors.filter((selector) => {
        const { width, height } = document.querySelector(selector)!.getBoundingClientRect();
        return width < 24 || height < 24;
      }),
    selectors,
  );
}

/**
 * The findings of axe, in `npm run soak` with contrast in both themes. Every run checks pages only in a named theme:
 * only colours differ, and it checks all pairs of them (`web/src/ui/tokens.test.ts`).
 */
export async function findingsInBothThemes(page: Page, named?: "dark" | "light"): Promise<string[]> {
  if (!isSoak && !named) return axeFindings(page);
  const theme = named ?? "dark";
  const other = theme === "dark" ? "light" : "dark";
  await page.emulateMedia({ colorScheme: theme });
  const findings = (await findingsBy(page, "all")).map((finding) => `${theme}: ${finding}`);
  if (isSoak) {
    await page.emulateMedia({ colorScheme: other });
    findings.push(...(await findingsBy(page, "contrast")).map((finding) => `${other}: ${finding}`));
  }
  await page.emulateMedia({ colorScheme: null });
  return findings;
}

/** Opens a page; resolves when it is hydrated and its buttons work. */
export async function opened(page: Page, path: string): Promise<void> {
  await page.goto(path);
  // The router removes this object after hydration.
  await page.waitForFunction(() => !("$_TSR" in window));
}

/** The address of a link, below the site's base path. */
export function hrefOf(link: Locator): Promise<string> {
  return link.evaluate((element) => {
    const { base = "" } = document.documentElement.dataset;
    return (element.getAttribute("href") ?? "").slice(base.length);
  });
}

/** Watches a page's requests from now on; the function waits until none is under way. Event streams do not count. */
export function watchRequests(page: Page): () => Promise<void> {
  const open = new Set<object>();
  page.on("request", (request) => {
    if (!/\/events\b/.test(request.url())) open.add(request);
  });
  page.on("requestfinished", (request) => open.delete(request));
  page.on("requestfailed", (request) => open.delete(request));
  const threeFrames = () =>
    page.evaluate(async () => {
      for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
    });
  return async () => {
    // a render may start the next one
    for (let quietTimes = 0; quietTimes < 4; ) {
      await threeFrames();
      quietTimes = open.size === 0 ? quietTimes + 1 : 0;
    }
  };
}
