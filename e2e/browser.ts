import { AxeBuilder } from "@axe-core/playwright";
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from "playwright-core";

/** The screens on which pages are tried. */
export const screens = {
  desktop: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
} as const satisfies Record<string, BrowserContextOptions>;

export type Screen = keyof typeof screens;

export function launchBrowser(): Promise<Browser> {
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
    ],
  });
}

/** A visitor with a browser of their own: nothing stored, nothing cached. `problems` gathers what the console complains about. */
export async function newVisitor(
  browser: Browser,
  url: string,
  options: BrowserContextOptions,
): Promise<{ page: Page; problems: string[] }> {
  return watchedPage(await browser.newContext({ baseURL: url, ...options }));
}

/** A page of a browser that has others, too. */
export async function watchedPage(context: BrowserContext): Promise<{ page: Page; problems: string[] }> {
  const page = await context.newPage();
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(message.text());
  });
  return { page, problems };
}

/**
 * What axe finds serious on the page as it is now, by all of its rules or by these, each with the elements that it concerns.
 * What fades in is waited for: half shown it has less contrast.
 */
export async function seriousFindings(page: Page, rules?: string[]): Promise<string[]> {
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        (animation) => animation.playState !== "running" || animation.effect?.getComputedTiming().endTime === Infinity,
      ),
  );
  // in the page itself, not in a second one that is opened for each look: ours have no frames
  // and without lists of what is well, which take as long as the looking
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ["violations"] });
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze();
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(" ")).join(", ")}`);
}

/** Resolves when the page has come alive: until then buttons do nothing. */
export async function opened(page: Page, path: string): Promise<void> {
  await page.goto(path);
  // the router removes its hand-over object once it has taken the page over
  await page.waitForFunction(() => !("$_TSR" in window));
}
