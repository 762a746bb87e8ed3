import type { Page } from "playwright-core";
import { describe, expect, onTestFinished, test } from "vitest";
import { breakCall, button, dialog, fillSignIn, startPanel, superAdmin, text } from "./administrators.ts";
import { axeFindings, newVisitor, opened, screens, watchedPage } from "./browser.ts";
import { contentStrings } from "./content-strings.ts";
import { newMember, signIn } from "./member.ts";

const panel = startPanel();
const { site, browser, admin, here, endSession, asAdmin, asNewlySignedIn, allowed, visit } = panel;
const { newString, currentValue, openString } = contentStrings(panel);

describe("access to the panel (spec/administration 1.1)", () => {
  visit(
    "redirects anonymous visitors to the sign-in, which leads back",
    () => null,
    async (page) => {
      await opened(page, "/admin/strings?category=footer");
      await page.waitForURL("**/login?from=**");
      await fillSignIn(page, admin());
      await page.waitForURL("**/admin/strings?category=footer");
      await page.getByRole("heading", { name: "Content Strings", level: 1 }).waitFor();
    },
  );

  visit(
    "denies access to users without a role (soak)",
    () => newMember(site()),
    async (page) => {
      await opened(page, "/admin");
      await text(page, "Access Denied").waitFor();
      await text(page, "Admin access required").waitFor();
      await button(page, "Retry").click();
      await text(page, "Access Denied").waitFor();
      await page.getByRole("link", { name: "Back to Home" }).click();
      await page.waitForURL(`${site().url}/`);
    },
  );

  visit("shows an error if the check fails, and retries (soak)", asAdmin, async (page) => {
    const repair = await breakCall(page, "/api/admin/dashboard/me");
    await opened(page, "/admin");
    await text(page, "Failed to verify admin access").waitFor();
    await repair();
    await button(page, "Retry").click();
    await text(page, "Administrator").waitFor();
  });

  visit("requires a minimum screen width (soak)", asAdmin, async (page) => {
    await page.setViewportSize({ width: 768, height: 900 });
    await opened(page, "/admin");
    await text(page, "Desktop Required").waitFor();
    await text(page, "Minimum screen width required: 769px").waitFor();
    await page.setViewportSize({ width: 769, height: 900 });
    await text(page, "Administrator").waitFor();
  });

  test("rejects mobile browsers by their user agent (soak)", async () => {
    const userAgent = "Mozilla/5.0 (Linux; Android 15) Chrome/140 Mobile Safari";
    const { page } = await newVisitor(browser(), site().url, { viewport: { width: 1200, height: 900 }, userAgent });
    await signIn(page, admin());
    await opened(page, "/admin");
    await text(page, "Desktop Required").waitFor();
    await page.getByRole("link", { name: "Return to Homepage" }).click();
    await page.waitForURL(`${site().url}/`);
    await page.context().close();
  });

  visit("redirects to the sign-in when the session has ended (soak)", asNewlySignedIn, async (page) => {
    await opened(page, "/admin");
    await text(page, "Recent Activity").waitFor();
    await endSession(page);
    // Without a pointer, which would prefetch the page and get the 401 before the click.
    await page.getByRole("link", { name: "Content Strings" }).dispatchEvent("click");
    await page.waitForURL("**/login?from=**%2Fadmin%2Fstrings");
  });
});

describe("the frame (spec/administration 2.1)", () => {
  visit("shows the administrator, all tabs and counts", asAdmin, async (page) => {
    await opened(page, "/admin");
    await page.getByRole("banner").getByText("admin", { exact: true }).waitFor();
    await page.getByRole("banner").getByText("Administrator", { exact: true }).waitFor();
    const links = page.getByRole("navigation", { name: "Administration" }).getByRole("link");
    const names = ["Dashboard", "Setup", "Content Strings", "Site Config", "Stores", "Markets", "Admin Users"];
    names.push("Customer Messages", "Audit Logs");
    names.push("Games", "Matches", "Prices", "Sources", "Readings", "Feeds", "Bundles");
    names.push("Subscriptions", "Vouchers", "Imports", "Reports", "Insights");
    expect(await links.allInnerTexts()).toEqual(names);
    const stats = page.getByRole("region", { name: "Quick Stats" });
    await expect.poll(() => stats.textContent()).toMatch(/Content Strings[\d,]+Site Configs\d+Admin Users\d+/);
    for (const [name, path] of [
      ["Content Strings", "/admin/strings"],
      ["Site Config", "/admin/config"],
      ["Dashboard", "/admin"],
    ]) {
      await links.filter({ hasText: name }).click();
      await page.getByRole("heading", { name, level: 1 }).waitFor();
      expect(here(page)).toBe(path);
      await expect.poll(() => page.title()).toBe(`${name} | Lootwise`);
    }
  });

  visit("signs out and leads home (soak)", asNewlySignedIn, async (page) => {
    await opened(page, "/admin/config");
    await button(page, "Logout").click();
    await page.waitForURL(`${site().url}/`);
    await expect.poll(() => page.evaluate(() => localStorage.getItem("authToken"))).toBe(null);
  });

  visit("redirects an unknown tab to the home page (soak)", asAdmin, async (page) => {
    await opened(page, "/admin/nothing");
    await page.waitForURL(`${site().url}/`);
  });

  visit("names the missing permission (soak)", allowed("config.read"), async (page) => {
    await opened(page, "/admin/strings");
    await text(page, "Access denied").waitFor();
    await text(page, "This needs the permission content.read.").waitFor();
  });

  test("visitors do not load its code (soak)", async () => {
    // without a cache
    const { page } = await newVisitor(browser(), site().url, screens.desktop);
    const loaded: string[] = [];
    page.on("response", async (response) => {
      if (/\.js$/.test(new URL(response.url()).pathname)) loaded.push(await response.text().catch(() => ""));
    });
    await opened(page, "/");
    await page.waitForLoadState("networkidle");
    expect(loaded.length).toBeGreaterThan(1);
    expect(loaded.filter((code) => /Desktop Required|Quick Stats|Content String History/.test(code))).toEqual([]);
    await page.context().close();
  });
});

describe("the dashboard (spec/administration 4)", () => {
  visit("shows stats, recent activity, categories and data counts", asAdmin, async (page) => {
    const changed = await newString("dashboard.activity", "Something");
    await opened(page, "/admin");
    for (const name of ["Site Configurations", "Recent Changes", "Content by Category", "Games", "Offers"]) {
      await page.getByRole("main").getByText(name, { exact: true }).waitFor();
    }
    await page.getByText(/^in \d+ categories$/).waitFor();
    await text(page, "in the last 7 days").waitFor();
    const latest = page.getByRole("region", { name: "Recent Activity" }).getByRole("listitem");
    expect(await latest.first().textContent()).toMatch(
      new RegExp(`CREATE${changed.key}content_string · testingadmin · .+ [AP]M`),
    );
    expect(await latest.count()).toBeLessThanOrEqual(5);
    const categories = page.getByRole("region", { name: "Content by Category" });
    expect(await categories.getByRole("listitem").count()).toBe(8);
    await categories.getByRole("button", { name: /^Show all \d+$/ }).click();
    await expect.poll(() => categories.getByRole("listitem").count()).toBeGreaterThan(8);
    expect(await axeFindings(page)).toEqual([]);
  });

  visit("shows an error if the stats fail to load (soak)", asAdmin, async (page) => {
    const repair = await breakCall(page, "/api/admin/dashboard/stats");
    await opened(page, "/admin");
    await text(page, "Something went wrong while loading the dashboard.").waitFor();
    await repair();
    await button(page, "Retry").click();
    await text(page, "Recent Activity").waitFor();
  });

  visit("redirects to the sign-in on an authentication error (spec/administration 4) (soak)", asAdmin, async (page) => {
    await opened(page, "/admin/config");
    await text(page, "Administrator").waitFor();
    await breakCall(page, "/api/admin/dashboard/stats", 418, { error: "Admin authentication expired" });
    await opened(page, "/admin");
    await page.waitForURL("**/login?from=**%2Fadmin");
  });

  visit(
    "a crash leaves the rest of the panel working; after three retries it offers other options (soak)",
    asNewlySignedIn,
    async (page) => {
      await page.route("**/api/admin/dashboard/stats", (route) => route.fulfill({ json: { stats: {}, data: null } }));
      // React and the error boundary log the crash.
      const silence = await page.addInitScript(() => {
        console.error = () => {};
      });
      onTestFinished(() => silence.dispose());
      await opened(page, "/admin");
      for (let retry = 1; retry <= 3; retry++) {
        await text(page, "Something went wrong while loading the dashboard.").waitFor();
        await button(page, "Retry").click();
      }
      await button(page, "Refresh page").waitFor();
      await page.getByRole("link", { name: "Go Home" }).waitFor();
      await page.getByRole("link", { name: "Site Config" }).click();
      await page.getByRole("heading", { name: "Site Config" }).waitFor();
    },
  );
});

describe("a removed token", () => {
  const dropToken = (page: Page) => page.evaluate(() => localStorage.removeItem("authToken"));

  visit("leads to the sign-in on the next tab, which leads back (soak)", asNewlySignedIn, async (page) => {
    await opened(page, "/admin");
    await text(page, "Recent Activity").waitFor();
    await dropToken(page);
    await page.getByRole("link", { name: "Site Config" }).click();
    await page.waitForURL("**/login?from=**%2Fadmin%2Fconfig");
    await fillSignIn(page, admin());
    await page.waitForURL("**/admin/config");
    await page.getByRole("textbox", { name: "contact.chat_url" }).waitFor();
  });

  visit("leads to the sign-in on the next call, which leads back (soak)", asNewlySignedIn, async (page) => {
    await opened(page, "/admin/audit");
    await page.getByRole("table").waitFor();
    await dropToken(page);
    await button(page, "Refresh").click();
    await page.waitForURL("**/login?from=**%2Fadmin%2Faudit");
    await fillSignIn(page, admin());
    await page.getByRole("table").waitFor();
  });

  visit("keeps unsaved text", asNewlySignedIn, async (page) => {
    await opened(page, "/admin/config");
    const box = page.getByRole("textbox", { name: "contact.chat_url" });
    await box.fill("https://chat.example.com/typed");
    await dropToken(page);
    await button(page, "Save Changes (1)").click();
    const signIn = dialog(page, "Your session has ended").getByRole("link", { name: "Sign in" });
    const [tab] = await Promise.all([page.context().waitForEvent("page"), signIn.click()]);
    await fillSignIn(tab, admin());
    await tab.waitForURL("**/admin/config");
    await tab.close();
    await dialog(page, "Your session has ended").waitFor({ state: "detached" });
    expect(await box.inputValue()).toBe("https://chat.example.com/typed");
    await button(page, "Save Changes (1)").click();
    await button(page, "Save Changes (0)").waitFor();
  });
});

describe("a session that ends during an edit", () => {
  const ended = (page: Page) => dialog(page, "Your session has ended");

  visit(
    "keeps an edited text, which can be saved after a sign-in in another tab (soak)",
    asNewlySignedIn,
    async (page) => {
      const string = await newString("session.text", "As it was");
      await openString(page, string);
      await button(page, "Edit session.text").click();
      const box = page.getByLabel("Value of session.text");
      await box.fill("Typed for a long time");
      await endSession(page);
      await button(page, "Save").click();
      const signIn = ended(page).getByRole("link", { name: "Sign in" });
      const [tab] = await Promise.all([page.context().waitForEvent("page"), signIn.click()]);
      await fillSignIn(tab, admin());
      await tab.waitForURL("**/admin/strings?search=session.text");
      await tab.close();
      await ended(page).waitFor({ state: "detached" });
      expect(await box.inputValue()).toBe("Typed for a long time");
      await button(page, "Save").click();
      await box.waitFor({ state: "detached" });
      expect(await currentValue(string)).toBe("Typed for a long time");
    },
  );

  visit("keeps edits of settings and asks before they are discarded (soak)", asNewlySignedIn, async (page) => {
    await opened(page, "/admin/config");
    const box = page.getByRole("textbox", { name: "contact.chat_url" });
    await box.fill("https://chat.example.com");
    await endSession(page);
    await button(page, "Save Changes (1)").click();
    await ended(page).getByRole("button", { name: "Back to my edits" }).click();
    await page.getByRole("alert").getByText("Failed to save configurations").waitFor();
    expect(await box.inputValue()).toBe("https://chat.example.com");
    await page.getByRole("link", { name: "Dashboard" }).click();
    await button(page, "Discard changes").click();
    await page.waitForURL("**/login?from=**%2Fadmin");
  });

  visit("keeps a role's form (soak)", asNewlySignedIn, async (page) => {
    await opened(page, "/admin/users");
    await button(page, "Role Management").click();
    await button(page, "New role").click();
    const name = dialog(page, "Role Management").getByLabel("Name");
    await name.fill("session_keepers");
    await endSession(page);
    await button(page, "Create role").click();
    await ended(page).getByRole("button", { name: "Back to my edits" }).click();
    const { page: tab } = await watchedPage(page.context());
    const session = await superAdmin(site());
    await signIn(tab, session);
    // Storage changes reach other tabs with a delay.
    await page.waitForFunction((token) => localStorage.getItem("authToken") === token, session.token);
    expect(await name.inputValue()).toBe("session_keepers");
    await button(page, "Create role").click();
    await dialog(page, "Role Management").getByRole("heading", { name: "session_keepers" }).waitFor();
  });
});
