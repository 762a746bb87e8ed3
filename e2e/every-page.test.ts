import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { repeats } from "../server/src/test/processes/soak.ts";
import { superAdmin } from "./administrators.ts";
import { findingsInBothThemes, newVisitor, opened, pageFindings, screens, watchRequests } from "./browser.ts";
import { callApi, type Member, newMember, signIn } from "./member.ts";
import { startVisits } from "./visits.ts";

/** One page of each kind, which every run opens. */
const kinds = {
  guest: [
    ...[
      "/",
      "/games",
      "/games/1",
      "/games/999999",
      "/deals",
      "/free",
      "/genre/action",
      "/contact",
      "/terms",
      "/forecast",
    ],
    ...["/login", "/register", "/forgot-password", "/reset-password?token=x", "/verify-email?token=x"],
  ],
  member: [
    "/games/2",
    "/wishlist",
    "/lists",
    "/lists/1",
    "/notifications",
    "/library",
    "/library?tab=import",
    "/profile",
  ],
  administrator: ["/admin", "/admin/strings", "/admin/games?game=1", "/admin/insights"],
};

/** Further pages, which `npm run soak` opens too; members and administrators also open those of guests. */
const others = {
  guest: [
    ...["/games?search=hades", "/games?min_cut=50&sortBy=price", "/games?search=zzzz", "/games?view=list"],
    ...["/games?page=2", "/games?store=gog&official=true", "/games/2", "/games/3", "/deals?section=lows"],
    ...[
      "/bundles",
      "/deals?store=gog",
      "/free?search=zzzz",
      "/tag/co-op",
      "/developer/valve",
      "/store/steam",
      "/under/10",
    ],
    ...["/privacy", "/wishlist", "/lists", "/library", "/notifications", "/auth/callback"],
    ...["/undo-email?token=x", "/undo-factor?token=x"],
  ],
  member: [],
  administrator: [
    ...["config", "users", "prices?game=1", "imports", "stores", "markets", "messages", "audit", "games", "matches"],
    ...["prices", "sources", "readings", "feeds", "bundles", "subscriptions", "vouchers", "reports", "setup"],
  ].map((tab) => `/admin/${tab}`),
};

const isSoak = repeats(0, 1) === 1;

const { site, browser } = startVisits("shared", { images: isSoak });
let member: Member;
let admin: Member;
let list: { id: number };

beforeAll(async () => {
  [member, admin] = await Promise.all([newMember(site()), superAdmin(site())]);
  const body = { name: "Summer" };
  ({ list } = await callApi<{ list: { id: number } }>(site(), "POST", "/api/lists", { member, body }));
  for (const gameId of [1, 2, 3]) {
    for (const path of ["/api/wishlist", `/api/lists/${list.id}/items`])
      await callApi(site(), "POST", path, { member, body: { gameId } });
  }
  // lists leave out what their reader owns once they know
  await callApi(site(), "PUT", "/api/library/4", { member, body: { state: "owned" } });
});

/** Collects what shifts without an input. */
async function watch(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: { value: number; moved: string[] }[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
        sources: { node: Node | null }[];
      })[]) {
        if (entry.hadRecentInput) continue;
        const moved = entry.sources.map(({ node }) => (node as Element | null)?.outerHTML?.slice(0, 80) ?? "");
        shifts.push({ value: entry.value, moved });
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
}

/** How much of the page has shifted once it is complete: the sum, with what moved most. */
async function shiftOf(page: Page, path: string): Promise<{ sum: number; moved: string[] }> {
  const settled = watchRequests(page);
  await opened(page, path);
  await settled();
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  return page.evaluate(() => {
    const { shifts } = window as unknown as { shifts: { value: number; moved: string[] }[] };
    const most = shifts.toSorted((a, b) => b.value - a.value)[0];
    return { sum: shifts.reduce((sum, { value }) => sum + value, 0), moved: most?.moved ?? [] };
  });
}

/** In every run each page is opened on one of the screens: members' on a phone, the panel's on a desktop. */
function pathsOf(who: keyof typeof kinds, screen: "desktop" | "phone"): string[] {
  const ofGuests = who === "guest" ? [] : [...kinds.guest, ...others.guest];
  const paths = isSoak
    ? [...kinds[who], ...others[who], ...ofGuests]
    : kinds[who].filter((_, place) => who !== "guest" || (place % 2 === 0) === (screen === "desktop"));
  return paths.map((path) => (path === "/lists/1" ? `/lists/${list.id}` : path));
}

test.each([
  { who: "guest", screen: "desktop" },
  { who: "guest", screen: "phone" },
  { who: "member", screen: "phone" },
  { who: "administrator", screen: "desktop" },
  ...repeats([], [{ who: "member", screen: "desktop" } as const, { who: "administrator", screen: "phone" } as const]),
] as const)("as $who on a $screen, no page moves and axe finds nothing", async ({ who, screen }) => {
  const user = { guest: undefined, member, administrator: admin }[who];
  const { page } = await newVisitor(browser(), site().url, screens[screen]);
  if (user) await signIn(page, user);
  await watch(page);
  const moved: string[] = [];
  const findings: Record<string, string[]> = {};
  for (const path of pathsOf(who, screen)) {
    const shift = await shiftOf(page, path);
    if (shift.sum > 0.05) moved.push(`${path} ${shift.sum.toFixed(3)} ${shift.moved.join(" | ")}`);
    // every run checks the contrast of the pages of guests
    const hasContrast = isSoak || who === "guest";
    const theme = screen === "desktop" ? "dark" : "light";
    const found = await (hasContrast ? findingsInBothThemes(page, theme) : pageFindings(page));
    if (found.length > 0) findings[path] = found;
  }
  await page.context().close();
  expect([moved, findings]).toEqual([[], {}]);
});
