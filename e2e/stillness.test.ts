import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { repeats } from "../server/src/test/processes/soak.ts";
import { superAdmin } from "./administrators.ts";
import { newVisitor, opened, screens, watchRequests } from "./browser.ts";
import { callApi, type Member, newMember, signIn } from "./member.ts";
import { startVisits } from "./visits.ts";

const everyone = [
  "/",
  "/games",
  "/games?search=hades",
  "/games?min_cut=50&sortBy=price",
  "/games?search=zzzz",
  "/games/1",
  "/games/2",
  "/deals",
  "/deals?section=lows",
  "/free",
  "/genre/action",
  "/store/steam",
  "/under/10",
  "/contact",
];
const guests = [...everyone, "/login", "/register", "/privacy"];
const members = [
  ...everyone,
  "/wishlist",
  "/lists",
  "/lists/1",
  "/library",
  "/library?tab=import",
  "/notifications",
  "/profile",
];
const tabs = ["", "/strings", "/config", "/stores", "/markets", "/users", "/messages", "/audit", "/games", "/matches"];
tabs.push("/prices", "/sources", "/readings", "/feeds", "/imports", "/reports", "/insights");
const administrators = [...members, ...tabs.map((tab) => `/admin${tab}`)];

const { site, browser } = startVisits("shared", { images: true });
let member: Member;
let admin: Member;

beforeAll(async () => {
  [member, admin] = await Promise.all([newMember(site()), superAdmin(site())]);
  const body = { name: "Summer" };
  const { list } = await callApi<{ list: { id: number } }>(site(), "POST", "/api/lists", { member, body });
  members[members.indexOf("/lists/1")] = `/lists/${list.id}`;
  for (const gameId of [1, 2, 3]) {
    for (const path of ["/api/wishlist", `/api/lists/${list.id}/items`])
      await callApi(site(), "POST", path, { member, body: { gameId } });
  }
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
  return page.evaluate(() => {
    const { shifts } = window as unknown as { shifts: { value: number; moved: string[] }[] };
    const most = shifts.toSorted((a, b) => b.value - a.value)[0];
    return { sum: shifts.reduce((sum, { value }) => sum + value, 0), moved: most?.moved ?? [] };
  });
}

/** In every run some of the pages; all in the long run. */
const every = repeats(4, 1);

test.each([
  { who: "a guest", screen: "desktop" },
  { who: "a guest", screen: "phone" },
  { who: "a member", screen: "desktop" },
  { who: "a member", screen: "phone" },
  { who: "an administrator", screen: "desktop" },
  { who: "an administrator", screen: "phone" },
] as const)("no page moves under $who with a $screen", async ({ who, screen }) => {
  const paths = who === "a guest" ? guests : who === "a member" ? members : administrators;
  const user = who === "a guest" ? undefined : who === "a member" ? member : admin;
  const { page } = await newVisitor(browser(), site().url, screens[screen]);
  if (user) await signIn(page, user);
  await watch(page);
  const moved: string[] = [];
  const offset = ["a guest", "a member", "an administrator"].indexOf(who) + (screen === "phone" ? 2 : 0);
  for (const [place, path] of paths.entries()) {
    if ((place + offset) % every !== 0) continue;
    const shift = await shiftOf(page, path);
    if (shift.sum > 0.05) moved.push(`${path} ${shift.sum.toFixed(3)} ${shift.moved.join(" | ")}`);
  }
  await page.context().close();
  expect(moved).toEqual([]);
});
