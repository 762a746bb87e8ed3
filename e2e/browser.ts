import { AxeBuilder } from "@axe-core/playwright";
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from "playwright-core";

export const screens = {
  desktop: { viewport: { width: 1440, height: 900 } },
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

/** Closes the pages that a file has left open. */
export async function closeContexts(browser: Browser | undefined): Promise<void> {
  await Promise.all((browser?.contexts() ?? []).map((context) => context.close()));
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
  return watchedPage(await browser.newContext({ baseURL: url, serviceWorkers: "block", ...options }));
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

/**
 * Makes the page of an earlier visit like a new one, except that the browser still has the site's code. A new one takes
 * three times as long.
 */
export async function resetVisitor(page: Page, screen: Screen): Promise<{ page: Page; problems: string[] }> {
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
  await page.goto("/favicon.svg");
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  return { page, problems: watchProblems(page) };
}

interface AxeRules {
  only?: string;
  but?: string;
}

/** Takes nearly all of the time that axe takes. */
const contrast = "color-contrast";

/** The serious findings of axe on another screen, where colours are the same. */
export const findingsButColours = (page: Page) => seriousFindings(page, { but: contrast });

/**
 * The serious findings of axe on the page as it is now, by all rules or some, with their elements. Waits for
 * animations, because half faded-in text has less contrast.
 */
export async function seriousFindings(page: Page, { only, but }: AxeRules = {}): Promise<string[]> {
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        (animation) => animation.playState !== "running" || animation.effect?.getComputedTiming().endTime === Infinity,
      ),
  );
  // Legacy mode opens no second page, which only frames need. Listing what passed would double the time.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ["violations"] });
  const chosen = only ? axe.withRules(only) : but ? axe.disableRules(but) : axe;
  const { violations } = await chosen.analyze();
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(" ")).join(", ")}`);
}

/** The serious findings of axe in the dark theme, and of its rule for contrast in the light one: only colours differ. */
export async function findingsInBothThemes(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: "dark" });
  const dark = await seriousFindings(page);
  await page.emulateMedia({ colorScheme: "light" });
  const light = await seriousFindings(page, { only: contrast });
  await page.emulateMedia({ colorScheme: null });
  return [...dark.map((finding) => `dark: ${finding}`), ...light.map((finding) => `light: ${finding}`)];
}

/** Opens a page; resolves when it is hydrated and its buttons work. */
export async function opened(page: Page, path: string): Promise<void> {
  await page.goto(path);
  // The router removes this object after hydration.
  await page.waitForFunction(() => !("$_TSR" in window));
}

/** Watches a page's requests from now on; the function waits until none is under way. Event streams do not count. */
export function watchRequests(page: Page): () => Promise<void> {
  const open = new Set<object>();
  page.on("request", (request) => {
    if (!/\/events\b/.test(request.url())) open.add(request);
  });
  page.on("requestfinished", (request) => open.delete(request));
  page.on("requestfailed", (request) => open.delete(request));
  return async () => {
    // a render may start the next one
    for (let quietFrames = 0; quietFrames < 10; ) {
      await page.evaluate(() => new Promise(requestAnimationFrame));
      quietFrames = open.size === 0 ? quietFrames + 1 : 0;
    }
  };
}
