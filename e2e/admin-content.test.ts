import type { Page } from "playwright-core";
import { describe, expect, onTestFailed } from "vitest";
import { button, dialog, startPanel, superAdmin } from "./administrators.ts";
import { opened, seriousFindings, watchedPage } from "./browser.ts";
import { callApi, newMember, signIn } from "./member.ts";
import { adminPassword } from "./prepare.ts";

const { site, admin, asAdmin, asNewlySignedIn, allowed, call, visit } = startPanel();

const here = (page: Page) => page.url().slice(site().url.length);
const text = (page: Page, words: string) => page.getByText(words, { exact: true });
const row = (page: Page, key: string) =>
  page.getByRole("row").filter({ has: page.getByRole("cell", { name: key, exact: true }) });
const keys = (page: Page) => page.getByRole("table").locator("tbody tr td:first-child").allInnerTexts();

interface Text {
  id: number;
  key: string;
  current_value: string;
  version: number;
}

/** A text of its own for a test, which nothing of the site shows. A second try of the test makes it anew. */
async function newText(key: string, value: string): Promise<Text> {
  const body = { key, category: "testing", current_value: value };
  const made = (await call<{ string: Text }>("POST", "/api/admin/content/strings", body)).string;
  onTestFailed(() => call("DELETE", `/api/admin/content/strings/${made.id}`));
  return made;
}

async function saveText({ id }: Text, value: string): Promise<void> {
  await call("PUT", `/api/admin/content/strings/${id}`, { current_value: value });
}

async function currentValue({ id }: Text): Promise<string> {
  return (await call<{ string: Text }>("GET", `/api/admin/content/strings/${id}`)).string.current_value;
}

/** Opens the tab where this text is alone in the list. */
async function openText(page: Page, { key }: Text): Promise<void> {
  await opened(page, `/admin/strings?search=${key}`);
  await row(page, key).waitFor();
}

/** Makes a call fail, as a server that is broken would. */
async function breakCall(page: Page, path: string, status = 418, body: unknown = {}): Promise<() => Promise<void>> {
  const pattern = (url: URL) => url.pathname.startsWith(path);
  await page.route(pattern, (route) => route.fulfill({ status, json: body }));
  return () => page.unroute(pattern);
}

/** What makes the page's session one that the server takes no more, once the frame has all that it asks for. */
async function endSession(page: Page): Promise<void> {
  await expect.poll(() => page.getByRole("region", { name: "Quick Stats" }).textContent()).toMatch(/Admin Users\d/);
  const token = await page.evaluate(() => localStorage.getItem("authToken"));
  await callApi(site(), "POST", "/api/auth/logout", { member: { ...admin(), token: token! } });
}

async function fillInSignIn(page: Page): Promise<void> {
  await page.getByLabel("Email", { exact: true }).fill(admin().email);
  await page.getByLabel("Password", { exact: true }).fill(adminPassword);
  await button(page, "Sign In").click();
}

describe("the gate (spec/administration 1.1)", () => {
  visit(
    "sends nobody in particular to the sign-in, which leads back",
    () => null,
    async (page) => {
      await opened(page, "/admin/strings?category=footer");
      await page.waitForURL("**/login?from=**");
      await fillInSignIn(page);
      await page.waitForURL("**/admin/strings?category=footer");
      await page.getByRole("heading", { name: "Content Strings", level: 1 }).waitFor();
    },
  );

  visit(
    "shows members that they are none",
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

  visit("says when it could not ask, and asks again", asAdmin, async (page) => {
    const mend = await breakCall(page, "/api/admin/dashboard/me");
    await opened(page, "/admin");
    await text(page, "Failed to verify admin access").waitFor();
    await mend();
    await button(page, "Retry").click();
    await text(page, "Administrator").waitFor();
  });

  visit("wants a desktop by its width", asAdmin, async (page) => {
    await page.setViewportSize({ width: 768, height: 900 });
    await opened(page, "/admin");
    await text(page, "Desktop Required").waitFor();
    await text(page, "Minimum screen width required: 769px").waitFor();
    await page.setViewportSize({ width: 769, height: 900 });
    await text(page, "Administrator").waitFor();
  });

  visit(
    "wants a desktop by what the browser says of itself",
    asAdmin,
    async (page) => {
      await opened(page, "/admin");
      await text(page, "Desktop Required").waitFor();
      await page.getByRole("link", { name: "Return to Homepage" }).click();
      await page.waitForURL(`${site().url}/`);
    },
    { viewport: { width: 1200, height: 900 }, userAgent: "Mozilla/5.0 (Linux; Android 15) Chrome/140 Mobile Safari" },
  );

  visit("ends with the sign-in", asNewlySignedIn, async (page) => {
    await opened(page, "/admin");
    await text(page, "Recent Activity").waitFor();
    await endSession(page);
    // without a pointer, which would load ahead while it rests on the link, and be refused before the click
    await page.getByRole("link", { name: "Content Strings" }).dispatchEvent("click");
    await page.waitForURL("**/login?from=%2Fadmin%2Fstrings");
  });
});

describe("the frame (spec/administration 2.1)", () => {
  visit("names the administrator, the six tabs and a few counts", asAdmin, async (page) => {
    await opened(page, "/admin");
    await page.getByRole("banner").getByText("admin", { exact: true }).waitFor();
    await page.getByRole("banner").getByText("Administrator", { exact: true }).waitFor();
    const links = page.getByRole("navigation", { name: "Administration" }).getByRole("link");
    const names = ["Dashboard", "Content Strings", "Site Config", "Admin Users", "Customer Messages", "Audit Logs"];
    expect(await links.allInnerTexts()).toEqual(names);
    const stats = page.getByRole("region", { name: "Quick Stats" });
    await expect.poll(() => stats.textContent()).toMatch(/Content Strings\d+Site Configs\d+Admin Users\d+/);
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

  visit("signs out and leads home", asNewlySignedIn, async (page) => {
    await opened(page, "/admin/config");
    await button(page, "Logout").click();
    await page.waitForURL(`${site().url}/`);
    await expect.poll(() => page.evaluate(() => localStorage.getItem("authToken"))).toBe(null);
  });

  visit("leads home from a tab that does not exist", asAdmin, async (page) => {
    await opened(page, "/admin/games");
    await page.waitForURL(`${site().url}/`);
  });

  visit("tells what somebody may not see", allowed("config.read"), async (page) => {
    await opened(page, "/admin/strings");
    await text(page, "Access denied").waitFor();
    await text(page, "This needs the permission content.read.").waitFor();
  });

  visit(
    "nothing of it reaches visitors",
    () => null,
    async (page) => {
      const loaded: string[] = [];
      page.on("response", async (response) => {
        if (/\.js$/.test(new URL(response.url()).pathname)) loaded.push(await response.text().catch(() => ""));
      });
      await opened(page, "/");
      await page.waitForLoadState("networkidle");
      expect(loaded.length).toBeGreaterThan(1);
      expect(loaded.filter((code) => /Desktop Required|Quick Stats|Content String History/.test(code))).toEqual([]);
    },
  );
});

describe("the dashboard (spec/administration 4)", () => {
  visit("shows figures, what happened lately, categories and the data behind the site", asAdmin, async (page) => {
    const changed = await newText("dashboard.activity", "Something");
    await opened(page, "/admin");
    for (const name of ["Site Configurations", "Recent Changes", "Content by Category", "Games", "Offers"]) {
      await text(page, name).waitFor();
    }
    await page.getByText(/^in \d+ categories$/).waitFor();
    await text(page, "in the last 7 days").waitFor();
    const latest = page.getByRole("region", { name: "Recent Activity" }).getByRole("listitem");
    expect(await latest.first().textContent()).toMatch(
      new RegExp(`CREATE${changed.key}content_string · testingadmin · .+ [AP]M`),
    );
    expect(await latest.count()).toBeLessThanOrEqual(5);
    expect(await seriousFindings(page)).toEqual([]);
  });

  visit("says when its figures could not be loaded", asAdmin, async (page) => {
    const mend = await breakCall(page, "/api/admin/dashboard/stats");
    await opened(page, "/admin");
    await text(page, "Something went wrong while loading the dashboard.").waitFor();
    await mend();
    await button(page, "Retry").click();
    await text(page, "Recent Activity").waitFor();
  });

  visit(
    "leads to the sign-in when the failure is one of authentication (spec/administration 4)",
    asAdmin,
    async (page) => {
      await opened(page, "/admin/config");
      await text(page, "Administrator").waitFor();
      await breakCall(page, "/api/admin/dashboard/stats", 418, { error: "Admin authentication expired" });
      await opened(page, "/admin");
      await page.waitForURL("**/login?from=%2Fadmin");
    },
  );

  visit(
    "breaks without taking the panel along; after three retries other ways are offered",
    asNewlySignedIn,
    async (page) => {
      await page.route("**/api/admin/dashboard/stats", (route) => route.fulfill({ json: { stats: {}, data: null } }));
      // React and the boundary tell the console of the crash
      await page.addInitScript(() => {
        console.error = () => {};
      });
      await opened(page, "/admin");
      for (let retry = 1; retry <= 3; retry++) {
        await text(page, "Something went wrong while loading the dashboard.").waitFor();
        await button(page, "Retry").click();
      }
      await button(page, "Refresh Page").waitFor();
      await page.getByRole("link", { name: "Go Home" }).waitFor();
      await page.getByRole("link", { name: "Site Config" }).click();
      await page.getByRole("heading", { name: "Site Config" }).waitFor();
    },
  );
});

describe("content strings (spec/content-and-settings 2)", () => {
  visit("search, category, sort and page stand in the address", asAdmin, async (page) => {
    await opened(page, "/admin/strings");
    await page.getByText(/^1–20 of \d+$/).waitFor();
    await text(
      page,
      "Adding or deleting content strings requires a code deployment. Here their values are edited.",
    ).waitFor();
    await page.getByRole("link", { name: "Page 2", exact: true }).click();
    await page.waitForURL("**/admin/strings?page=2");
    await button(page, "Value").click();
    await page.waitForURL("**/admin/strings?sort=current_value");
    await button(page, "Value").click();
    await page.waitForURL("**/admin/strings?sort=current_value&order=DESC");
    expect(await page.getByRole("columnheader", { name: "Value" }).getAttribute("aria-sort")).toBe("descending");
    await page.getByLabel("Category", { exact: true }).selectOption("footer");
    await page.getByLabel("Search by key or value").fill("priv");
    await page.waitForURL("**/admin/strings?search=priv&category=footer&sort=current_value&order=DESC");
    await expect.poll(() => keys(page)).toEqual(["footer.privacy"]);
    // a page or less needs no pages
    expect(await page.getByRole("navigation", { name: "Pages" }).count()).toBe(0);
    await page.reload();
    await expect.poll(() => keys(page)).toEqual(["footer.privacy"]);
    expect(await page.getByLabel("Search by key or value").inputValue()).toBe("priv");
    await page.getByLabel("Search by key or value").fill("nothing like it");
    await text(page, "No content strings found").waitFor();
    expect(await seriousFindings(page)).toEqual([]);
  });

  visit("Enter saves, Shift+Enter makes a line, Esc cancels", asAdmin, async (page) => {
    const string = await newText("edit.keys", "One");
    await openText(page, string);
    await text(page, "Never")
      .or(page.getByText(/\d{4}, /))
      .first()
      .waitFor();
    await button(page, "Edit edit.keys").click();
    const box = page.getByLabel("Value of edit.keys");
    await text(page, "Original:").waitFor();
    await box.fill("Two");
    await box.press("Shift+Enter");
    await box.pressSequentially("lines");
    await box.press("Enter");
    await box.waitFor({ state: "detached" });
    expect(await currentValue(string)).toBe("Two\nlines");
    await button(page, "Edit edit.keys").click();
    await box.fill("Three");
    await box.press("Escape");
    await box.waitFor({ state: "detached" });
    expect(await currentValue(string)).toBe("Two\nlines");
  });

  visit("a saved text is on the site at once", asAdmin, async (page) => {
    await opened(page, "/admin/strings?search=header.brand_name");
    await button(page, "Edit header.brand_name").click();
    await page.getByLabel("Value of header.brand_name").fill("Bargains");
    await button(page, "Save").click();
    await page.getByRole("banner").getByText("Bargains").waitFor();
    const texts = await call<Record<string, string>>("GET", "/api/content/strings");
    expect(texts["header.brand_name"]).toBe("Bargains");
    await button(page, "Revert header.brand_name to the previous version").click();
    await button(page, "Revert").click();
    await page.getByRole("banner").getByText("Lootwise").waitFor();
  });

  visit("values that break the rules cannot be saved (spec/content-and-settings 1.4)", asAdmin, async (page) => {
    const string = await newText("edit.home_url", "/games?from={page}");
    await openText(page, string);
    await button(page, "Edit edit.home_url").click();
    const box = page.getByLabel("Value of edit.home_url");
    await page.getByText("Variables: {page}").waitFor();
    for (const [value, problem] of [
      ["", "Value cannot be empty"],
      ["{ {page}", "Invalid JSON format"],
      ["games {page}", "Invalid URL format"],
      ["/games?from={page}&to={side}", "Unknown variable: {side}"],
      ["/games", "Unused variable: {page}"],
    ] as const) {
      await box.fill(value);
      await text(page, problem).waitFor();
      expect(await button(page, "Save").isDisabled()).toBe(true);
      await box.press("Enter");
    }
    expect(await currentValue(string)).toBe("/games?from={page}");
  });

  visit("asks before an edit is left unsaved", asNewlySignedIn, async (page) => {
    const string = await newText("edit.unsaved", "As it was");
    await openText(page, string);
    await button(page, "Edit edit.unsaved").click();
    await page.getByLabel("Value of edit.unsaved").fill("Not saved");
    await page.getByRole("link", { name: "Site Config" }).click();
    await dialog(page, "Unsaved changes").waitFor();
    await page.keyboard.press("Escape");
    expect(await page.getByLabel("Value of edit.unsaved").inputValue()).toBe("Not saved");
    await button(page, "Logout").click();
    await button(page, "Keep editing").click();
    expect(await page.evaluate(() => localStorage.getItem("authToken"))).not.toBe(null);
    const asked = new Promise<string>((resolve) => {
      page.once("dialog", (question) => {
        resolve(question.type());
        void question.dismiss();
      });
    });
    await page.evaluate(() => setTimeout(() => location.assign("/games")));
    expect(await asked).toBe("beforeunload");
    await page.getByRole("link", { name: "Site Config" }).click();
    await button(page, "Discard changes").click();
    await page.getByRole("heading", { name: "Site Config" }).waitFor();
  });

  visit("shows both values when somebody else saved first (spec/administration 2.5)", asAdmin, async (page) => {
    const string = await newText("edit.clash", "First");
    for (const [choice, left] of [
      ["Keep theirs", "Theirs 0"],
      ["Save mine", "Mine 1"],
    ] as const) {
      const round = choice === "Save mine" ? 1 : 0;
      await openText(page, string);
      await button(page, "Edit edit.clash").click();
      await page.getByLabel("Value of edit.clash").fill(`Mine ${round}`);
      await saveText(string, `Theirs ${round}`);
      await button(page, "Save").click();
      const question = dialog(page, "Changed by somebody else");
      await question.getByText(`Theirs ${round}`).waitFor();
      await question.getByText(`Mine ${round}`).waitFor();
      await button(page, choice).click();
      // the box that is still open may hold it, too
      await expect.poll(() => currentValue(string)).toBe(left);
      await row(page, string.key).getByText(left, { exact: true }).waitFor();
    }
  });

  visit("only a super admin files a text elsewhere (spec/content-and-settings 1.6)", asAdmin, async (page) => {
    const string = await newText("edit.category", "Filed");
    await openText(page, string);
    await button(page, "Edit edit.category").click();
    await page.getByLabel("Category of edit.category").fill("elsewhere");
    await button(page, "Save").click();
    await row(page, string.key).getByRole("cell", { name: "elsewhere" }).waitFor();
  });

  visit("others see the category only", allowed("content.read", "content.write"), async (page) => {
    const string = await newText("edit.category_of_others", "Filed");
    await openText(page, string);
    await button(page, `Edit ${string.key}`).click();
    await page.getByLabel(`Value of ${string.key}`).waitFor();
    expect(await page.getByLabel(`Category of ${string.key}`).count()).toBe(0);
  });

  visit("those who may only look are told why nothing can be pressed", allowed("content.read"), async (page) => {
    const string = await newText("edit.viewer", "Seen");
    await openText(page, string);
    await page.getByText("You can look around here, but not change anything.").waitFor();
    const edit = button(page, "Edit edit.viewer");
    expect(await edit.getAttribute("aria-disabled")).toBe("true");
    expect(await edit.getAttribute("title")).toBe("This needs the permission content.write");
    await edit.click({ force: true });
    expect(await page.getByLabel("Value of edit.viewer").count()).toBe(0);
    await button(page, "History of edit.viewer").click();
    await dialog(page, "Content String History").getByText("Current").waitFor();
  });

  visit("says why they could not be loaded (spec/content-and-settings 2.1)", asAdmin, async (page) => {
    const mend = await breakCall(page, "/api/admin/content/strings");
    await opened(page, "/admin/strings");
    await text(page, "Failed to load content strings").waitFor();
    await mend();
    const mendAgain = await breakCall(page, "/api/admin/content/strings", 418, { error: "Out of tea" });
    await button(page, "Retry").click();
    await text(page, "Out of tea").waitFor();
    await mendAgain();
    await button(page, "Retry").click();
    await page.getByRole("table").waitFor();
  });
});

describe("a token that is gone", () => {
  const dropToken = (page: Page) => page.evaluate(() => localStorage.removeItem("authToken"));

  visit("is noticed with the next tab, which the sign-in leads back to", asNewlySignedIn, async (page) => {
    await opened(page, "/admin");
    await text(page, "Recent Activity").waitFor();
    await dropToken(page);
    await page.getByRole("link", { name: "Site Config" }).click();
    await page.waitForURL("**/login?from=%2Fadmin%2Fconfig");
    await fillInSignIn(page);
    await page.waitForURL("**/admin/config");
    await page.getByRole("textbox", { name: "contact.chat_url" }).waitFor();
  });

  visit("is noticed with the next call, which the sign-in leads back to", asNewlySignedIn, async (page) => {
    await opened(page, "/admin/audit");
    await page.getByRole("table").waitFor();
    await dropToken(page);
    await button(page, "Refresh").click();
    await page.waitForURL("**/login?from=%2Fadmin%2Faudit");
    await fillInSignIn(page);
    await page.getByRole("table").waitFor();
  });

  visit("takes nothing along that is typed", asNewlySignedIn, async (page) => {
    await opened(page, "/admin/config");
    const box = page.getByRole("textbox", { name: "contact.chat_url" });
    await box.fill("https://chat.example.com/typed");
    await dropToken(page);
    await button(page, "Save Changes (1)").click();
    const signIn = dialog(page, "Your session has ended").getByRole("link", { name: "Sign In" });
    const [tab] = await Promise.all([page.context().waitForEvent("page"), signIn.click()]);
    await fillInSignIn(tab);
    await tab.waitForURL("**/admin/config");
    await tab.close();
    await dialog(page, "Your session has ended").waitFor({ state: "detached" });
    expect(await box.inputValue()).toBe("https://chat.example.com/typed");
    await button(page, "Save Changes (1)").click();
    await button(page, "Save Changes (0)").waitFor();
  });
});

describe("a session that ends while something is typed", () => {
  const ended = (page: Page) => dialog(page, "Your session has ended");

  visit("keeps an edited text, and goes on after the sign-in in another tab", asNewlySignedIn, async (page) => {
    const string = await newText("session.text", "As it was");
    await openText(page, string);
    await button(page, "Edit session.text").click();
    const box = page.getByLabel("Value of session.text");
    await box.fill("Typed for a long time");
    await endSession(page);
    await button(page, "Save").click();
    const signIn = ended(page).getByRole("link", { name: "Sign In" });
    const [tab] = await Promise.all([page.context().waitForEvent("page"), signIn.click()]);
    await fillInSignIn(tab);
    await tab.waitForURL("**/admin/strings?search=session.text");
    await tab.close();
    await ended(page).waitFor({ state: "detached" });
    expect(await box.inputValue()).toBe("Typed for a long time");
    await button(page, "Save").click();
    await box.waitFor({ state: "detached" });
    expect(await currentValue(string)).toBe("Typed for a long time");
  });

  visit("keeps edits of settings, which cannot be left unasked", asNewlySignedIn, async (page) => {
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
    await page.waitForURL("**/login?from=%2Fadmin");
  });

  visit("keeps the form of a role", asNewlySignedIn, async (page) => {
    await opened(page, "/admin/users");
    await button(page, "Role Management").click();
    await button(page, "New Role").click();
    const name = dialog(page, "Role Management").getByLabel("Name");
    await name.fill("session_keepers");
    await endSession(page);
    await button(page, "Create Role").click();
    await ended(page).getByRole("button", { name: "Back to my edits" }).click();
    const { page: tab } = await watchedPage(page.context());
    const anew = await superAdmin(site());
    await signIn(tab, anew);
    // tabs are processes of their own, which hear of each other's storage in their own time
    await page.waitForFunction((token) => localStorage.getItem("authToken") === token, anew.token);
    expect(await name.inputValue()).toBe("session_keepers");
    await button(page, "Create Role").click();
    await dialog(page, "Role Management").getByRole("heading", { name: "session_keepers" }).waitFor();
  });
});

describe("the history of a text (spec/content-and-settings 2.3)", () => {
  const question =
    "Are you sure you want to restore this version? This will replace the current value and create a new version in the history.";

  visit("lists versions, shows and compares them, and brings one back", asAdmin, async (page) => {
    const string = await newText("history.of_three", "The first value");
    await saveText(string, "The second value");
    await saveText(string, "The third value");
    await openText(page, string);
    await button(page, "History of history.of_three").click();
    const history = dialog(page, "Content String History");
    const versions = history.getByRole("listitem");
    await expect.poll(() => versions.count()).toBe(3);
    expect(await versions.nth(0).textContent()).toMatch(/[AP]MCurrentadmin/);
    expect(await versions.nth(0).getByRole("button", { name: "Restore" }).count()).toBe(0);
    await versions.nth(1).getByRole("button", { name: "View" }).click();
    await history.getByText("The second value", { exact: true }).waitFor();
    await versions.nth(1).getByRole("button", { name: "Hide" }).click();
    await versions.nth(0).getByRole("button", { name: "Diff" }).click();
    expect(await versions.nth(0).locator("del").textContent()).toContain("second");
    expect(await versions.nth(0).locator("ins").textContent()).toContain("third");
    // there is nothing to compare the first version with
    expect(await versions.nth(2).getByRole("button", { name: "Diff" }).count()).toBe(0);
    expect(await seriousFindings(page)).toEqual([]);

    // Esc takes back the question alone
    await versions.nth(2).getByRole("button", { name: "Restore" }).click();
    await text(page, question).waitFor();
    await page.keyboard.press("Escape");
    await text(page, question).waitFor({ state: "detached" });
    expect(await versions.count()).toBe(3);

    await versions.nth(2).getByRole("button", { name: "Restore" }).click();
    await text(page, question).waitFor();
    const mend = await breakCall(page, `/api/admin/content/strings/${string.id}/restore`);
    await dialog(page, "Restore version").getByRole("button", { name: "Restore" }).click();
    await page.getByRole("alert").getByText("Failed to restore version").waitFor();
    await mend();
    await dialog(page, "Restore version").getByRole("button", { name: "Restore" }).click();
    await expect.poll(() => versions.count()).toBe(4);
    expect(await currentValue(string)).toBe("The first value");
    await text(page, question).waitFor({ state: "detached" });
    await page.keyboard.press("Escape");
    await history.waitFor({ state: "detached" });
    expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe(
      "History of history.of_three",
    );
  });

  visit("loads older versions when asked", asAdmin, async (page) => {
    const string = await newText("history.long", "0");
    // a few at a time: the order in which they are saved does not matter
    for (let version = 1; version <= 101; version += 20) {
      const versions = Array.from({ length: Math.min(20, 102 - version) }, (_, more) => version + more);
      await Promise.all(versions.map((version) => saveText(string, String(version))));
    }
    await openText(page, string);
    await button(page, "History of history.long").click();
    const versions = dialog(page, "Content String History").getByRole("listitem");
    await expect.poll(() => versions.count()).toBe(100);
    await button(page, "Show older versions (2)").click();
    await expect.poll(() => versions.count()).toBe(102);
    expect(await page.getByText("Show older versions").count()).toBe(0);
  });

  visit("loads, and may be empty", asAdmin, async (page) => {
    const string = await newText("history.none_kept", "Nothing yet");
    let answer = () => {};
    const asked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route(`**/api/admin/content/strings/${string.id}/history**`, async (route) => {
      await asked;
      await route.fulfill({ json: { history: [], total: 0 } });
    });
    await openText(page, string);
    await button(page, "History of history.none_kept").click();
    await text(page, "Loading history...").waitFor();
    answer();
    await text(page, "No History Available").waitFor();
    await text(page, "This content string has no version history.").waitFor();
  });

  visit("quick revert brings back the version before, after a look at it", asAdmin, async (page) => {
    const string = await newText("history.revert", "Before");
    await openText(page, string);
    const revert = button(page, "Revert history.revert to the previous version");
    expect(await revert.getAttribute("title")).toBe("There is no earlier version");
    await saveText(string, "After");
    await page.reload();
    await revert.click();
    await text(page, question).waitFor();
    expect(await page.locator("dialog ins").textContent()).toContain("Before");
    await button(page, "Revert").click();
    await row(page, string.key).getByText("Before", { exact: true }).waitFor();
    expect(await currentValue(string)).toBe("Before");
  });
});

describe("many texts at once (spec/content-and-settings 2.5)", () => {
  visit("words are replaced in all texts that are chosen", asAdmin, async (page) => {
    const texts = await Promise.all([
      newText("replace.one", "Walrus shop"),
      newText("replace.two", "The walrus and the Walrus"),
      newText("replace.three", "Walrus {count}"),
    ]);
    await opened(page, "/admin/strings");
    await button(page, "Find and Replace").click();
    await page.getByLabel("Find", { exact: true }).fill("Walrus");
    await page.getByLabel("Replace with").fill("Otter {count}");
    await button(page, "Preview").click();
    await page.getByText("Unknown variable: {count}").first().waitFor();
    await page.getByLabel("Replace with").fill("Otter");
    await button(page, "Preview").click();
    await text(page, "Preview: 3 strings").waitFor();
    await page.getByLabel("replace.two").uncheck();
    await button(page, "Change 2 strings").click();
    await text(page, "2 strings changed.").waitFor();
    expect(await Promise.all(texts.map(currentValue))).toEqual([
      "Otter shop",
      "The walrus and the Walrus",
      "Otter {count}",
    ]);
  });

  visit("a file is tried first, then imported", asAdmin, async (page) => {
    const [fresh, edited] = await Promise.all([newText("import.new", "Old"), newText("import.edited", "Old")]);
    await saveText(edited, "Edited");
    await opened(page, "/admin/strings");
    await button(page, "Import").click();
    const choose = (content: string) =>
      page
        .getByLabel("File")
        .setInputFiles({ name: "strings.json", mimeType: "application/json", buffer: Buffer.from(content) });
    await choose("{ no json");
    await page.getByRole("alert").getByText("Invalid JSON file").waitFor();
    const strings = [
      { key: "import.edited", value: "From the file" },
      { key: "import.unknown", value: "?" },
      { key: "footer.privacy", value: "Hello {name}" },
    ];
    await choose(JSON.stringify({ strings }));
    await text(page, "Unknown variable: {name}").waitFor();
    expect(await button(page, "Import 0 changes").isDisabled()).toBe(true);
    await page.getByLabel("Overwrite edited strings").check();
    await text(page, "Preview: 1 updated, 0 unchanged, 2 rejected.").waitFor();
    expect(await page.locator("dialog ins").textContent()).toContain("From the file");
    expect(await currentValue(edited)).toBe("Edited");
    await button(page, "Import 1 change").click();
    await text(page, "Imported: 1 updated, 0 unchanged, 2 rejected.").waitFor();
    expect([await currentValue(fresh), await currentValue(edited)]).toEqual(["Old", "From the file"]);
  });

  visit("all texts are saved as a file that can be imported again", asAdmin, async (page) => {
    await opened(page, "/admin/strings");
    const [download] = await Promise.all([page.waitForEvent("download"), button(page, "Export").click()]);
    expect(download.suggestedFilename()).toMatch(/^content-strings-\d{4}-\d\d-\d\d\.json$/);
    await button(page, "Import").click();
    await page.getByLabel("File").setInputFiles(await download.path());
    await page.getByText(/^Preview: 0 updated, \d+ unchanged, 0 rejected\.$/).waitFor();
  });
});

describe("site configuration (spec/content-and-settings 4)", () => {
  interface Config {
    id: number;
    value: string;
  }
  const newConfig = async (key: string, type: string, value: string, required = false) => {
    const body = { key, type, value, category: "testing", description: `About ${key}`, required };
    const made = (await call<{ config: Config }>("POST", "/api/admin/config", body)).config;
    onTestFailed(() => call("DELETE", `/api/admin/config/${key}`));
    return made;
  };
  const configValue = async (key: string) =>
    (await call<{ config: Config }>("GET", `/api/admin/config/${key}`)).config.value;

  visit("settings are found by key, description and category", asAdmin, async (page) => {
    await newConfig("find.me", "string", "here");
    await opened(page, "/admin/config");
    await page.getByRole("heading", { name: "features", level: 2 }).waitFor();
    await page.getByLabel("Search by key or description").fill("about find");
    await page.waitForURL("**/admin/config?search=about+find");
    await expect
      .poll(() => page.getByRole("heading", { level: 2 }).allInnerTexts())
      .toEqual(["testing", "Quick Stats"].toReversed());
    await page.getByLabel("Category", { exact: true }).selectOption("features");
    await text(page, "No configurations found").waitFor();
    expect(await seriousFindings(page)).toEqual([]);
  });

  visit("edits of every type wait until they are saved together", asAdmin, async (page) => {
    await newConfig("edit.text", "string", "old");
    await newConfig("edit.number", "number", "1");
    await newConfig("edit.flag", "boolean", "false");
    await newConfig("edit.json", "json", "{}");
    await opened(page, "/admin/config?search=edit.");
    expect(await button(page, "Save Changes (0)").isDisabled()).toBe(true);
    await page.getByRole("textbox", { name: "edit.text" }).fill(" new ");
    await page.getByRole("spinbutton", { name: "edit.number" }).fill("2.50");
    await page.getByRole("switch", { name: "edit.flag" }).press("Space");
    await page.getByRole("textbox", { name: "edit.json" }).fill('{"a":[1]}');
    await button(page, "Save Changes (4)").click();
    await button(page, "Save Changes (0)").waitFor();
    expect(await Promise.all(["edit.text", "edit.number", "edit.flag", "edit.json"].map(configValue))).toEqual([
      "new",
      "2.5",
      "true",
      '{\n  "a": [\n    1\n  ]\n}',
    ]);
    await expect.poll(() => page.getByRole("spinbutton", { name: "edit.number" }).inputValue()).toBe("2.5");
    await page.getByRole("spinbutton", { name: "edit.number" }).fill("3");
    await button(page, "Save Changes (1)").waitFor();
    // another search does not lose it
    await page.getByLabel("Search by key or description").fill("edit.text");
    await page.waitForURL("**/admin/config?search=edit.text");
    await page.getByRole("link", { name: "Dashboard" }).click();
    await button(page, "Keep editing").click();
    await button(page, "Reset").click();
    await button(page, "Save Changes (0)").waitFor();
    await page.getByRole("link", { name: "Dashboard" }).click();
    await page.getByRole("heading", { name: "Dashboard" }).waitFor();
    expect(await configValue("edit.number")).toBe("2.5");
  });

  visit("values that break the rules are not saved", asAdmin, async (page) => {
    await newConfig("rules.text", "string", "x", true);
    await newConfig("rules.number", "number", "1");
    await newConfig("rules.json", "json", "{}");
    await opened(page, "/admin/config?search=rules.");
    await page.getByRole("textbox", { name: "rules.text" }).fill(" ");
    await text(page, "This field is required").waitFor();
    await page.getByRole("spinbutton", { name: "rules.number" }).fill("");
    await page.getByRole("spinbutton", { name: "rules.number" }).pressSequentially("1e");
    await text(page, "Value must be a valid number").waitFor();
    await page.getByRole("textbox", { name: "rules.json" }).fill("{");
    await text(page, "Value must be valid JSON format").waitFor();
    await button(page, "Save Changes (3)").click();
    await page.getByRole("alert").getByText("Please fix validation errors before saving").waitFor();
    expect(await configValue("rules.text")).toBe("x");
  });

  visit("what the site goes by changes it at once", asAdmin, async (page) => {
    await opened(page, "/admin/config");
    await page.getByRole("switch", { name: "features.registration" }).press("Space");
    await button(page, "Save Changes (1)").click();
    await button(page, "Save Changes (0)").waitFor();
    expect(await call("GET", "/api/site")).toMatchObject({ registration_open: false });
    await page.getByRole("switch", { name: "features.registration" }).press("Space");
    await button(page, "Save Changes (1)").click();
    await button(page, "Save Changes (0)").waitFor();
  });

  visit("says when saving failed, and shows both values when somebody else saved first", asAdmin, async (page) => {
    const config = await newConfig("clash.text", "string", "first");
    await opened(page, "/admin/config?search=clash.");
    const box = page.getByRole("textbox", { name: "clash.text" });
    await box.fill("mine");
    const mend = await breakCall(page, "/api/admin/config");
    await button(page, "Save Changes (1)").click();
    await page.getByRole("alert").getByText("Failed to save configurations").waitFor();
    await mend();
    const body = { configs: [{ id: config.id, value: "theirs", type: "string" }] };
    await call("PUT", "/api/admin/config", body);
    await button(page, "Save Changes (1)").click();
    const question = dialog(page, "Changed by somebody else");
    await question.getByText("theirs", { exact: true }).waitFor();
    await question.getByText("mine", { exact: true }).waitFor();
    await button(page, "Save mine").click();
    await button(page, "Save Changes (0)").waitFor();
    expect(await configValue("clash.text")).toBe("mine");
  });

  visit("a setting is added, with defaults by type, and deleted", asAdmin, async (page) => {
    await newConfig("taken.key", "string", "");
    await opened(page, "/admin/config");
    await button(page, "Add Config").click();
    const form = dialog(page, "Add Config");
    const add = form.getByRole("button", { name: "Add Config" });
    const key = form.getByLabel("Key", { exact: true });
    await add.click();
    await form.getByText("Configuration key is required").waitFor();
    await form.getByText("Category is required").waitFor();
    await key.fill("1st");
    await form
      .getByText("Key must start with a letter and contain only letters, numbers, underscores, and dots")
      .waitFor();
    await key.fill("taken.key");
    await form.getByText("Configuration key already exists").waitFor();
    await key.fill("added.key");
    for (const [type, value] of [
      ["number", "0"],
      ["json", "{}"],
      ["string", ""],
    ] as const) {
      await form.getByLabel("Type").selectOption(type);
      expect(await form.getByLabel("Value").inputValue()).toBe(value);
    }
    await form.getByLabel("Type").selectOption("boolean");
    expect(await form.getByLabel("Value").isChecked()).toBe(false);
    await form.getByLabel("Category").fill("testing");
    await form.getByLabel("Required field").check();
    const mend = await breakCall(page, "/api/admin/config");
    await add.click();
    await form.getByRole("alert").getByText("Failed to create configuration").waitFor();
    await mend();
    await add.click();
    await form.waitFor({ state: "detached" });
    expect(await configValue("added.key")).toBe("false");

    await button(page, "Delete added.key").click();
    const question = dialog(page, "Delete Configuration");
    await question.getByText("This cannot be undone.").waitFor();
    await question.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("switch", { name: "added.key" }).waitFor({ state: "detached" });
    await expect(configValue("added.key")).rejects.toThrow("404");
  });

  visit("those who may only look change nothing", allowed("config.read"), async (page) => {
    await opened(page, "/admin/config");
    await page.getByText("You can look around here, but not change anything.").waitFor();
    expect(await page.getByRole("switch", { name: "features.registration" }).isDisabled()).toBe(true);
    expect(await button(page, "Add Config").getAttribute("title")).toBe("This needs the permission config.write");
    const remove = button(page, "Delete features.registration");
    expect(await remove.getAttribute("title")).toBe("This needs the permission config.delete");
  });
});
