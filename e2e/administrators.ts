import type { Permission } from "contract/permissions.ts";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchBrowser, newVisitor, screens } from "./browser.ts";
import { callApi, type Member, newMember, signIn } from "./member.ts";
import { adminPassword } from "./prepare.ts";
import { type Site, startSite } from "./site.ts";

/** The super admin that the site came with, signed in anew. */
export async function superAdmin(site: Site): Promise<Member> {
  const body = { email: "admin@localhost.localdomain", password: adminPassword };
  const signedIn = await callApi<Pick<Member, "token" | "user">>(site, "POST", "/api/auth/login", { body });
  return { username: "admin", email: body.email, ...signedIn };
}

/** Who opens a page: a member, or nobody in particular. */
export type Who = () => Promise<Member | null> | Member | null;

export type Panel = ReturnType<typeof startPanel>;

/** A site with its panel for the tests of a file: call it at the top. */
export function startPanel() {
  let site: Site;
  let browser: Browser;
  let admin: Member;
  /** The super admin's page, which the tests share: what the panel loads is loaded once. */
  let desk: Awaited<ReturnType<typeof newVisitor>>;

  beforeAll(async () => {
    // nobody answers there: pictures are drawn covers
    const started = startSite({ STEAM_IMAGE_URL: "http://127.0.0.1:9", RATE_LIMIT_SCALE: "100" });
    [site, browser] = await Promise.all([started, launchBrowser()]);
    admin = await superAdmin(site);
    desk = await newVisitor(browser, site.url, screens.desktop);
    await signIn(desk.page, admin);
    // the next test leaves what this one has typed
    desk.page.on("dialog", (question) => question.accept());
  });
  afterAll(async () => {
    await browser?.close();
    await site?.stop();
  });

  const asAdmin: Who = () => admin;

  async function openPage(who: Who, screen: BrowserContextOptions) {
    if (who === asAdmin && screen === screens.desktop) return desk;
    const visitor = await newVisitor(browser, site.url, screen);
    const member = await who();
    if (member) await signIn(visitor.page, member);
    return visitor;
  }

  async function clearDesk(): Promise<void> {
    await desk.page.unrouteAll({ behavior: "ignoreErrors" });
    await desk.page.setViewportSize(screens.desktop.viewport);
    desk.problems.length = 0;
  }

  let roles = 0;

  return {
    site: () => site,
    browser: () => browser,
    admin: () => admin,
    asAdmin,
    /** The super admin in a browser of their own. */
    asNewlySignedIn: () => superAdmin(site),
    /** Somebody with a role that allows just this. */
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
    call: <Answer = undefined>(method: string, path: string, body?: unknown) =>
      callApi<Answer>(site, method, path, { member: admin, body }),
    /**
     * A test where only calls that are meant to fail may complain. Those of the super admin follow each other in one page;
     * a test that ends the sign-in, or changes the page for good, signs in anew.
     */
    visit(
      name: string,
      who: Who,
      steps: (page: Page) => Promise<void>,
      screen: BrowserContextOptions = screens.desktop,
    ): void {
      test(name, async () => {
        const { page, problems } = await openPage(who, screen);
        try {
          await steps(page);
          expect(problems.filter((text) => !/^(Failed to load resource|ApiError)/.test(text))).toEqual([]);
        } finally {
          if (page === desk.page) await clearDesk();
          else await page.context().close();
        }
      });
    },
  };
}

export const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true });
export const dialog = (page: Page, name: string | RegExp) => page.getByRole("dialog", { name });
export const alertOf = (page: Page, text: string | RegExp) => page.getByRole("alert").getByText(text).waitFor();
