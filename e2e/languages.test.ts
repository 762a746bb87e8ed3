import { shippedTexts } from "contract/content-strings/defaults.ts";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readShippedTexts } from "../server/src/features/content-strings/seed.ts";
import { repeats } from "../server/src/test/processes/soak.ts";
import { setPriceAtGog, superAdmin } from "./administrators.ts";
import { axeFindings, newVisitor, opened, type Screen, screens } from "./browser.ts";
import { addBundle } from "./bundles.ts";
import { callApi, type Member, newMember, send, signIn } from "./member.ts";
import { mailedPath, readMails } from "./outbox.ts";
import { clippedTexts, inPseudo, pseudo, shownTexts, wordsOf } from "./pseudo-language.ts";
import { startVisits } from "./visits.ts";

const { site, browser, visit, here } = startVisits("worker");

const prefix = "/us-en-xa";

const german = await readShippedTexts("de");

let admin: Member;
let member: Member;
let bundleId: number;
/** Words that are the same in every language: of games, stores, countries and their languages. */
const facts = new Set<string>();

beforeAll(async () => {
  [admin, member] = await Promise.all([superAdmin(site()), newMember(site())]);
  const as = { member: admin };
  bundleId = await addBundle(site(), admin, "夏の夜");
  await callApi(site(), "POST", "/api/admin/languages", { ...as, body: pseudo });
  const strings = Object.entries(shippedTexts).map(([key, value]) => ({ key, value: inPseudo(value) }));
  const body = { locale: pseudo.tag, strings, options: { overwrite: true } };
  await callApi(site(), "POST", "/api/admin/content/strings/import", { ...as, body });
  await callApi(site(), "PUT", `/api/admin/languages/${pseudo.tag}`, { ...as, body: { enabled: true } });

  const collect = (value: unknown): void => {
    if (typeof value === "string") for (const word of wordsOf(value)) facts.add(word.toLowerCase());
    else if (typeof value === "object" && value !== null) Object.values(value).forEach(collect);
  };
  const pages = Array.from({ length: 15 }, (_, index) => `/api/games?limit=20&page=${index + 1}`);
  for (const path of [...pages, "/api/games/1", "/api/games/2", "/api/markets", "/api/retailers"])
    collect(await callApi(site(), "GET", path));
  collect([member.username, member.email, navigatorWords]);
});
afterAll(async () => {
  await callApi(site(), "DELETE", `/api/admin/bundles/${bundleId}`, { member: admin });
  await callApi(site(), "PUT", `/api/admin/languages/${pseudo.tag}`, { member: admin, body: { enabled: false } });
});

/** Names, and what `Intl` writes in a language that it does not know. */
const navigatorWords =
  "Lootwise Metacritic Discord Telegram Google Chrome Linux Windows UTC RSS Atom JSON CSV XML Ubisoft Connect EA App " +
  "Battle net Microsoft Store Rockstar Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec minute minutes hour hours day " +
  "days ago and United States Germany";

/** Texts with words that are neither facts nor in the language. */
async function plainWords(page: Page): Promise<string[]> {
  const found = (await shownTexts(page)).filter((text) => wordsOf(text).some(isPlain));
  return [...new Set(found.map((text) => text.slice(0, 120)))];
}

const isPlain = (word: string) => /^[a-z']{3,}$/i.test(word) && !facts.has(word.toLowerCase());

const everyone = ["", "/games", "/games/1", "/games/2", "/deals", "/deals?section=lows", "/free", "/genre/action"];
everyone.push("/store/steam", "/under/10", "/contact", "/login", "/register", "/privacy", "/terms", "/games?view=list");
everyone.push("/forecast", "/bundles", "/bundles/{id}", `/embed/game/1?language=${pseudo.tag}`);
const members = ["", "/wishlist", "/lists", "/library", "/library?tab=import", "/profile", "/notifications"];
members.push("/games/2");

/** Names of buttons contain what these show in real languages only (`translations.test.ts`). */
const findingsOf = async (page: Page) =>
  (await axeFindings(page)).filter((finding) => !finding.startsWith("label-content-name-mismatch"));

/** What is wrong in the dialogs that buttons of the page open, by the button. */
async function dialogFindings(page: Page, path: string): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  const openers = page.locator("main [aria-haspopup=dialog]:visible, header [aria-haspopup=dialog]:visible");
  const names = await openers.evaluateAll((buttons) =>
    buttons.map((button) => button.getAttribute("aria-label") ?? button.textContent ?? ""),
  );
  for (const [place, name] of names.entries()) {
    // one of those that differ in a title only
    if (names.findIndex((other) => other.slice(0, 12) === name.slice(0, 12)) < place) continue;
    await openers.nth(place).click();
    const dialog = page.locator("dialog[open]").first();
    await dialog.waitFor();
    const words = await plainWords(page);
    const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    const cut = await clippedTexts(page);
    const axe = await findingsOf(page);
    if (words.length + cut.length + axe.length > 0 || tooWide > 0)
      found[`${path}: ${name}`] = { words, tooWide, cut, axe };
    await opened(page, path);
    await page.getByRole("heading", { level: 1 }).first().waitFor();
  }
  return found;
}

/** In every run some of the pages, without axe; all in the long run. */
const every = repeats(4, 1);

test.each([
  { who: "a guest", paths: everyone, screen: "phone" },
  { who: "a member", paths: members, screen: "phone" },
  ...(repeats(1, 0) === 1
    ? []
    : ([
        { who: "a guest", paths: everyone, screen: "desktop" },
        { who: "a guest", paths: everyone, screen: "small" },
        { who: "a member", paths: members, screen: "small" },
        { who: "a member", paths: members, screen: "desktop" },
      ] as const)),
] as const)(
  "$who with a $screen screen sees no English in another language, and nothing is cut or too wide",
  async ({ who, paths, screen }) => {
    expect(await findingsOn(paths, screen, who === "a member")).toEqual({});
  },
  repeats(30_000, 300_000),
);

test("a member with games, lists and alerts sees no English either, nor who follows a link of a mail (soak)", {
  timeout: 300_000,
}, async () => {
  const as = { member };
  const { list } = await callApi<{ list: { id: number } }>(site(), "POST", "/api/lists", {
    ...as,
    body: { name: "夏の夜" },
  });
  for (const gameId of [1, 2]) {
    await callApi(site(), "POST", "/api/wishlist", { ...as, body: { gameId } });
    await callApi(site(), "POST", `/api/lists/${list.id}/items`, { ...as, body: { gameId } });
  }
  await callApi(site(), "PUT", "/api/library/3", { ...as, body: { state: "owned" } });
  await callApi(site(), "POST", "/api/alerts", { ...as, body: { gameId: 1, targetPrice: 1 } });
  // the name of the channel that comes with the first alert, in the language of the account
  facts.add("email");
  const { token } = await callApi<{ token: string }>(site(), "POST", `/api/lists/${list.id}/share`, {
    ...as,
    body: {},
  });
  const own = ["/wishlist", `/lists/${list.id}`, "/lists", "/library", "/notifications", "/games/1"];
  const mailed = ["verify-email", "reset-password", "undo-email", "undo-factor", "notifications/stop", "alerts/stop"];
  const links = [`/shared/${token}`, ...mailed.map((path) => `/${path}?token=x`), "/forgot-password"];
  expect([await findingsOn(own, "phone", true), await findingsOn(links, "phone", false)]).toEqual([{}, {}]);
});

/** What is wrong on pages in the pseudo-language, by their paths. */
async function findingsOn(paths: readonly string[], screen: Screen, asMember: boolean) {
  const { page } = await newVisitor(browser(), site().url, { ...screens[screen], locale: pseudo.tag });
  if (asMember) await signIn(page, member);
  const found: Record<string, unknown> = {};
  for (const [place, path] of paths.entries()) {
    const turn = place + (screen === "phone" ? 1 : 0);
    if (paths.length > 2 && turn % every !== 0) continue;
    await opened(page, path.startsWith("/embed") ? path : prefix + path.replace("{id}", String(bundleId)));
    await page.getByRole("heading", { level: 1 }).first().waitFor();
    const words = await plainWords(page);
    const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    const cut = await clippedTexts(page);
    const axe = await findingsOf(page);
    if (words.length + cut.length + axe.length > 0 || tooWide > 0) found[path] = { words, tooWide, cut, axe };
    if (every === 1) Object.assign(found, await dialogFindings(page, page.url().slice(site().url.length)));
  }
  await page.context().close();
  return found;
}

test("a language is chosen beside the country, remembered, and left again", () =>
  visit(async (page) => {
    await opened(page, "/contact");
    await page
      .getByRole("contentinfo")
      .getByRole("button", { name: /^Country/ })
      .click();
    await page.getByRole("dialog").getByLabel("Language").selectOption("de");
    await page.waitForURL(/\/us-de\/contact$/);
    expect(await page.locator("html").getAttribute("lang")).toBe("de");
    // an address without a language is shown in the remembered one
    await page.goto("/games/2");
    await page.waitForURL(/\/us-de\/games\/2$/);
    await page.getByRole("heading", { name: "Preisvergleich" }).waitFor();
    await opened(page, "/us-de/contact");
    await page.getByRole("button", { name: "Nachricht senden" }).waitFor();
    await page.locator("html[data-ready]").waitFor();
    await page.getByRole("contentinfo").getByRole("button", { name: /^Land/ }).click();
    await page.getByRole("dialog").getByLabel("Sprache").selectOption("en");
    await page.waitForURL(/\/contact$/);
    await page.getByRole("button", { name: "Send message" }).waitFor();
    await page.goto("/");
    expect(here(page)).toBe("/");
  }));

test("the language of a profile is taken over by the browser in which its owner signs in (soak)", async () => {
  const owner = await newMember(site());
  await callApi(site(), "PUT", "/api/auth/profile", { member: owner, body: { locale: "de" } });
  await visit(async (page) => {
    await opened(page, "/login");
    await page.getByLabel("Email").fill(owner.email);
    await page.getByLabel("Password", { exact: true }).fill(owner.password);
    await page.getByLabel("Password", { exact: true }).press("Enter");
    await page.waitForURL(/\/us-de$/);
    await page.goto("/contact");
    await page.waitForURL(/\/us-de\/contact$/);
  });
});

test("genres and tags are shown and found in the page's language", () =>
  visit(async (page) => {
    await opened(page, "/us-de/genre/rpg");
    const heading = (name: string) => page.getByRole("heading", { level: 1, name }).waitFor();
    await heading("Spiele im Genre Rollenspiel");
    expect(await page.title()).toContain("Rollenspiel");
    await page
      .getByRole("navigation", { name: "Beliebte Genres" })
      .getByRole("link", { name: /^Strategie/ })
      .click();
    await heading("Spiele im Genre Strategie");
    await page.getByRole("banner").getByRole("combobox").fill("rollensp");
    await page.getByRole("group", { name: "Genres" }).getByRole("option", { name: "Rollenspiel", exact: true }).click();
    await page.waitForURL(/\/us-de\/games\?genre=RPG$/);
    await page.getByRole("checkbox", { name: /^Rollenspiel/, checked: true }).waitFor();
    await page.getByRole("checkbox", { name: /^Strategie/ }).waitFor();
  }));

test("Arabic runs from right to left, except for the chart", () =>
  visit(async (page) => {
    await page.goto("/us-ar/games/2");
    expect(await page.locator("html").getAttribute("dir")).toBe("rtl");
    const [logo, menu] = await Promise.all(
      [page.getByRole("banner").getByRole("link").first(), page.getByRole("banner").getByRole("button").last()].map(
        (part) => part.boundingBox(),
      ),
    );
    expect(logo!.x).toBeGreaterThan(menu!.x);
    const arrow = page.getByRole("main").locator("svg[data-arrow]").first();
    expect(await arrow.evaluate((icon) => getComputedStyle(icon).scale)).toBe("-1 1");
    // a sign at the end of an English title stays there
    const heading = page.getByRole("heading", { level: 1 });
    const [first, last] = await heading.locator("bdi").evaluate((title) => {
      title.textContent = "Apex™";
      return [0, 4].map((place) => {
        const letter = document.createRange();
        letter.setStart(title.firstChild!, place);
        letter.setEnd(title.firstChild!, place + 1);
        return letter.getBoundingClientRect().x;
      });
    });
    expect(last).toBeGreaterThan(first!);
  }));

test("a language of which only the header is translated is shown with the rest in English", async () => {
  const as = { member: admin };
  const tag = "it";
  // there already in a second attempt
  const italian = { token: admin.token, body: { tag, name: "Italiano", direction: "ltr" } };
  await send(site(), "POST", "/api/admin/languages", italian);
  const header = { "header.nav.deals": "Offerte", "header.nav.games": "Giochi", "header.nav.free": "Gratis" };
  const strings = Object.entries(header).map(([key, value]) => ({ key, value }));
  const body = { locale: tag, strings, options: { overwrite: true } };
  await callApi(site(), "POST", "/api/admin/content/strings/import", { ...as, body });
  const enable = (enabled: boolean) =>
    callApi(site(), "PUT", `/api/admin/languages/${tag}`, { ...as, body: { enabled } });
  await enable(true);
  try {
    const read = async (path: string) => (await send(site(), "GET", path)).text();
    await expect.poll(() => read("/us-it/games")).toContain('<html lang="it" dir="ltr"');
    const page = await read("/us-it/games");
    for (const word of Object.values(header)) expect(page).toContain(`>${word}</`);
    expect(page).toContain(">Browse games</h1>");
    expect(page).toMatch(/<link rel="canonical" href="[^"]*\/us-it\/games"/);
    for (const from of [page, await read("/games"), await read("/us-de/games")]) {
      expect(from).toMatch(/hrefLang="it-US" href="[^"]*\/us-it\/games"/);
      expect(from).toMatch(/hrefLang="en-US" href="[^"]*\/games"/);
    }
    expect(await read("/sitemap.xml")).toContain("/sitemap-us-it-1.xml");
    expect(await read("/us-it/offline")).toContain('<html lang="it" dir="ltr">');
  } finally {
    await enable(false);
  }
  const leadsTo = async () =>
    (await fetch(`${site().url}/us-it/games`, { redirect: "manual" })).headers.get("location");
  await expect.poll(leadsTo).toBe(new URL(`${site().url}/games`).pathname);
});

/** Words of the English texts that no German text has. */
function englishWords(): Set<string> {
  const own = new Set(Object.values(german).flatMap((text) => wordsOf(text.toLowerCase())));
  return new Set(
    Object.values(shippedTexts).flatMap((text) =>
      wordsOf(text.toLowerCase()).filter((word) => word.length > 3 && !own.has(word)),
    ),
  );
}

test("a German visitor finds a game, registers, sets an alert, gets its mail and ends it, all in German", async () => {
  const english = englishWords();
  const { page } = await newVisitor(browser(), site().url, { ...screens.desktop, locale: "de-DE" });
  const found: Record<string, string[]> = {};
  const check = async (place: string) => {
    const isEnglish = (word: string) => english.has(word.toLowerCase()) && !facts.has(word.toLowerCase());
    const shown = (await shownTexts(page)).filter((text) => wordsOf(text).some(isEnglish));
    if (shown.length > 0) found[place] = shown;
  };
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  const list = "/api/games?limit=1&store=gog&sortBy=lowest_price&order=DESC";
  const { games } = await callApi<{ games: { id: number; title: string }[] }>(site(), "GET", list);
  const game = games[0]!;

  // the browser's language is offered, in that language
  await opened(page, "/games");
  const offer = page.getByRole("complementary", { name: "Vorgeschlagene Sprache" });
  await offer.getByText("Lootwise auf Deutsch lesen?").waitFor();
  expect(await offer.getAttribute("lang")).toBe("de");
  await offer.getByRole("button", { name: "Ja" }).click();
  await page.waitForURL("**/us-de/games");
  await page.locator("html[data-ready]").waitFor();
  await page
    .getByRole("searchbox")
    .or(page.getByRole("combobox", { name: "Spiele suchen" }))
    .first()
    .fill(game.title);
  await page.getByText(`für „${game.title}“`).waitFor();
  await check("the search");
  await page.getByRole("main").getByRole("link", { name: game.title, exact: true }).first().click();
  await page.waitForURL(`**/us-de/games/${game.id}`);
  await page.getByRole("heading", { name: "Preisverlauf" }).waitFor();
  await check("the game");

  await opened(page, "/us-de/register");
  const username = `greta-${Date.now().toString(36)}`;
  const email = `${username}@example.com`;
  const secret = "ein langes Geheimnis";
  const fields = { Benutzername: username, "E-Mail": email, Geburtsdatum: "2000-02-03" };
  for (const [name, value] of Object.entries(fields)) await page.getByLabel(name, { exact: true }).fill(value);
  await page.getByLabel("Passwort", { exact: true }).fill(secret);
  await page.getByLabel("Passwort bestätigen", { exact: true }).fill(secret);
  await check("the registration");
  await page.getByRole("checkbox").check();
  await page.getByLabel("Passwort bestätigen", { exact: true }).fill("ein anderes");
  await button("Konto erstellen").click();
  await page.getByRole("alert").getByText("Die Passwörter stimmen nicht überein").waitFor();
  await check("the refused registration");
  await page.getByLabel("Passwort bestätigen", { exact: true }).fill(secret);
  await button("Konto erstellen").click();
  await page.waitForURL("**/us-de");
  await opened(page, await mailedPath(site().dataDir, email, /\/us-de\/verify-email\?token=[\w-]+/));
  await button("Adresse bestätigen").click();
  await page.getByRole("heading", { name: "Deine Adresse ist bestätigt" }).waitFor();
  await check("the confirmed address");

  await opened(page, `/us-de/games/${game.id}`);
  await button("Preisalarm setzen").click();
  await page
    .getByRole("dialog")
    .getByLabel(/^Zielpreis/)
    .fill("0,80");
  await check("the alert");
  await button("Alarm setzen").click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await setPriceAtGog(site(), game.id, 0.75);
  const stop = await mailedPath(site().dataDir, email, /\/us-de\/notifications\/stop\?token=rule-[\w.-]+/);
  const mails = (await readMails(site().dataDir)).filter((mail) => mail.includes(`To: ${email}`));
  expect(mails).toHaveLength(2);
  for (const mail of mails) expect(mail).toContain('<html lang=3D"de" dir=3D"ltr">');
  await opened(page, stop);
  await page.getByRole("heading", { name: "Regel entfernt" }).waitFor();
  await check("the end of the alert");
  await page.context().close();
  expect(found).toEqual({});
});

test("a suggestion in the browser's language does not move the page, and is remembered when dismissed", async () => {
  const { page } = await newVisitor(browser(), site().url, { ...screens.phone, locale: "ar-EG" });
  await page.addInitScript(() => {
    const shifts = Object.assign(window, { shifts: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.shifts += (entry as PerformanceEntry & { value: number }).value;
    }).observe({ type: "layout-shift", buffered: true });
  });
  await opened(page, "/deals");
  const offer = page.getByRole("complementary", { name: "اللغة المقترحة" });
  await offer.getByText("باللغة العربية").waitFor();
  expect(await page.evaluate(() => (window as unknown as { shifts: number }).shifts)).toBeLessThanOrEqual(0.05);
  expect([await offer.getAttribute("lang"), await offer.getAttribute("dir")]).toEqual(["ar", "rtl"]);
  expect(await axeFindings(page)).toEqual([]);
  await offer.getByRole("button").last().click();
  await offer.waitFor({ state: "detached" });
  await opened(page, "/games");
  await page.locator("html[data-ready]").waitFor();
  expect(await offer.count()).toBe(0);
  expect(here(page)).toBe("/games");
  await page.context().close();
});
