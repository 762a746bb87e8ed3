import type { Permission } from "contract/permissions.ts";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import {
  asVisitor,
  clearStorage,
  closeContexts,
  keepContext,
  newVisitor,
  opened,
  screens,
  sharedBrowser,
} from "./browser.ts";
import { callApi, type Member, newMember, send, signIn } from "./member.ts";
import { adminPassword } from "./prepare.ts";
import { openSite, type Site, type SiteOf } from "./site.ts";

/** Signs in as the super admin that every site has. */
export async function superAdmin(site: Site): Promise<Member> {
  const body = { email: "admin@localhost.localdomain", password: adminPassword };
  const signedIn = await callApi<Pick<Member, "token" | "user">>(site, "POST", "/api/auth/login", { body });
  return { username: "admin", ...body, ...signedIn };
}

/** Sets a price by hand at GOG in the United States, which alerts follow as any other; it ends with the test. */
export async function setPriceAtGog(site: Site, gameId: number, price: number): Promise<void> {
  const member = await superAdmin(site);
  const path = `/api/admin/catalogue/offers/${gameId}/gog/US/override`;
  const until = new Date(Date.now() + 3_600_000).toISOString();
  await callApi(site, "PUT", path, { member, body: { price, until, reason: "A test of a price" } });
  onTestFinished(async () => void (await send(site, "DELETE", path, member)));
}

/** The user who opens a page; null for an anonymous visitor. */
export type Who = () => Promise<Member | null> | Member | null;

/** Of all files, which may share a site. */
let roles = 0;

const expectedErrors = /^(Failed to load resource|ApiError)/;

interface Desk {
  admin: Member;
  page: Page;
  problems: string[];
}

/** By the address of the site; files of a worker share them. */
const desks = new Map<string, Desk>();

async function openDesk(browser: Browser, site: Site): Promise<Desk> {
  const earlier = desks.get(site.url);
  if (earlier && !earlier.page.isClosed()) {
    await clearStorage(earlier.page);
    await signIn(earlier.page, earlier.admin);
    return earlier;
  }
  const admin = await superAdmin(site);
  const { page, problems } = await newVisitor(browser, site.url, screens.desktop);
  await signIn(page, admin);
  // Leave pages with unsaved text of the last test.
  page.on("dialog", (question) => question.accept());
  keepContext(page.context(), site.url);
  const desk = { admin, page, problems };
  desks.set(site.url, desk);
  return desk;
}

/** A site and its admin panel for the tests of a file. Call it at the top. */
export function startPanel(siteOf: SiteOf = "worker") {
  let site: Site;
  let browser: Browser;
  let admin: Member;
  /** The super admin's page. Tests share it, so the panel loads once. */
  let desk: Desk;

  beforeAll(async () => {
    [site, browser] = await Promise.all([openSite(siteOf), sharedBrowser()]);
    desk = await openDesk(browser, site);
    admin = desk.admin;
  });
  afterAll(async () => {
    await closeContexts(browser, typeof siteOf === "object" ? site?.url : undefined);
    await site?.stop();
  });

  const asAdmin: Who = () => admin;

  async function clearDesk(): Promise<void> {
    for (const other of desk.page.context().pages()) if (other !== desk.page) await other.close();
    for (const event of ["request", "response", "requestfailed"] as const) desk.page.removeAllListeners(event);
    await desk.page.unrouteAll({ behavior: "ignoreErrors" });
    await desk.page.setViewportSize(screens.desktop.viewport);
    desk.problems.length = 0;
  }

  /** Tests of the super admin share one page; a test that ends the session uses `asNewlySignedIn`. */
  function visit(name: string, who: Who, steps: (page: Page) => Promise<void>): void {
    test(name, async () => {
      if (who !== asAdmin)
        return asVisitor({ browser, url: site.url, screen: "desktop", expectedErrors }, async (page) => {
          const member = await who();
          if (member) await signIn(page, member);
          await steps(page);
        });
      try {
        await steps(desk.page);
        expect(desk.problems.filter((text) => !expectedErrors.test(text)).join("\n")).toBe("");
      } finally {
        await clearDesk();
      }
    });
  }

  return {
    site: () => site,
    admin: () => admin,
    /** The path and query of the page's address. */
    here: (page: Page) => page.url().slice(site.url.length),
    /** Ends the session of the page on the server, after the frame has loaded. */
    async endSession(page: Page): Promise<void> {
      const stats = page.getByRole("region", { name: "Quick Stats" });
      await expect.poll(() => stats.textContent()).toMatch(/Admin Users\d/);
      const token = (await page.evaluate(() => localStorage.getItem("authToken")))!;
      await callApi(site, "POST", "/api/auth/logout", { member: { token } });
    },
    asAdmin,
    browser: () => browser,
    /** The super admin with another session. */
    asNewlySignedIn: () => superAdmin(site),
    /** A user with only these permissions. */
    allowed(...permissions: Permission[]): Who {
      return async () => {
        const member = await newMember(site);
        const path = "/api/admin/dashboard";
        const body = { name: `role_${++roles}`, description: "", permissions };
        const { role } = await callApi<{ role: { id: number } }>(site, "POST", `${path}/roles`, {
          member: admin,
          body,
        });
        const assignment = `${path}/users/${member.user.id}/roles/${role.id}`;
        await callApi(site, "POST", assignment, { member: admin });
        return member;
      };
    },
    /** Calls the API as the super admin. */
    call: <Body = undefined>(method: string, path: string, body?: unknown) =>
      callApi<Body>(site, method, path, { member: admin, body }),
    visit,
    /** A test on a tab of the panel, as the super admin unless another user is given. */
    atTab(path: string, name: string, steps: (page: Page) => Promise<void>, who: Who = asAdmin): void {
      visit(name, who, async (page) => {
        await opened(page, path);
        await page.getByRole("heading", { level: 1 }).waitFor();
        await steps(page);
      });
    },
  };
}

/** Makes calls fail until the returned function is called. */
export async function breakCall(page: Page, path: string, status = 418, body: unknown = {}) {
  const pattern = (url: URL) => url.pathname.includes(path);
  await page.route(pattern, (route) => route.fulfill({ status, json: body }));
  return () => page.unroute(pattern);
}

export async function fillSignIn(page: Page, { email, password }: Member): Promise<void> {
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await button(page, "Sign in").click();
}

export const text = (page: Page, content: string) => page.getByText(content, { exact: true });
/** The rows of the table by their cells. */
export const rows = (page: Page) =>
  page.locator("tbody tr").evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent)));
export const searchParams = (page: Page) => new URL(page.url()).searchParams;
export const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true });
export const dialog = (page: Page, name: string | RegExp) => page.getByRole("dialog", { name });
export const alertOf = (page: Page, text: string | RegExp) => page.getByRole("alert").getByText(text).waitFor();
