import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { superAdmin } from "./administrators.ts";
import { newVisitor, type Screen, screens } from "./browser.ts";
import { callApi, type Member, newMember } from "./member.ts";
import { startVisits } from "./visits.ts";

const visits = startVisits("shared");
const { site, browser, here } = visits;
let admin: Member;

beforeAll(async () => {
  admin = await superAdmin(site());
});

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
// Locators by text do not search in noscript.
const noScript = (page: Page, text: string) => page.locator("noscript p").filter({ hasText: text });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

async function messageSubjects(): Promise<string[]> {
  const { submissions } = await callApi<{ submissions: { subject: string }[] }>(
    site(),
    "GET",
    "/api/admin/contact/submissions",
    { member: admin },
  );
  return submissions.map(({ subject }) => subject);
}

async function fillMessage(page: Page, subject: string, email = "ann@example.com"): Promise<void> {
  await field(page, "Name").fill("Ann");
  await field(page, "Email").fill(email);
  await field(page, "Subject").fill(subject);
  await field(page, "Message").fill("A question");
}

describe("without JavaScript", () => {
  function visit(name: string, screen: Screen, steps: (page: Page) => Promise<void>) {
    test(name, async () => {
      const { page } = await newVisitor(browser(), site().url, { ...screens[screen], javaScriptEnabled: false });
      try {
        await steps(page);
      } finally {
        await page.context().close();
      }
    });
  }

  visit("a message is sent; errors keep the input", "phone", async (page) => {
    const subject = "Without scripts";
    await page.goto("/contact");
    await fillMessage(page, subject, "ann@");
    await button(page, "Send message").click();
    await page.getByText("Please enter a valid email address", { exact: true }).waitFor();
    for (const [name, value] of [
      ["Name", "Ann"],
      ["Email", "ann@"],
      ["Subject", subject],
      ["Message", "A question"],
    ] as const) {
      expect(await field(page, name).inputValue()).toBe(value);
    }
    await field(page, "Email").fill("ann@example.com");
    await button(page, "Send message").click();
    await page.getByText("Thank you. Your message has been sent.").waitFor();
    expect(await field(page, "Subject").inputValue()).toBe("");
    expect(await messageSubjects()).toContain(subject);
  });

  visit("lists are searched, sorted and paged (soak)", "desktop", async (page) => {
    await page.goto("/games");
    await button(page, "Price").click();
    await page.waitForURL("**/games?sort=lowest_price");
    await button(page, "Price").click();
    await page.waitForURL("**/games?sort=lowest_price&order=DESC");
    await page.getByRole("link", { name: "Next" }).click();
    await page.waitForURL("**page=2**");
    await page.getByRole("main").getByRole("searchbox", { name: "Search games" }).fill("portal");
    await page.getByRole("main").getByRole("searchbox", { name: "Search games" }).press("Enter");
    await page.getByText(/games for "portal"$/).waitFor();
    expect(new URL(page.url()).searchParams.get("sort")).toBe("lowest_price");
    await page.goto("/games?search=no+such+game+anywhere");
    await button(page, "Clear Search").click();
    await page.waitForURL(`${site().url}/games`);
  });

  visit("the menu opens and its links work (soak)", "phone", async (page) => {
    await page.goto("/");
    await button(page, "Explore").click();
    await page.getByRole("link", { name: "Free Games" }).click();
    await page.waitForURL("**/free");
  });

  visit("controls that need JavaScript are hidden (soak)", "desktop", async (page) => {
    await page.goto("/games");
    await page.getByRole("article").first().getByRole("link").click();
    await page.getByRole("region", { name: "Price Comparison" }).waitFor();
    for (const name of [/theme$/, "Add to wishlist", "Share"]) {
      expect(await page.getByRole("button", { name }).count()).toBe(0);
    }
    await button(page, "Back to Top").click();
    await button(page, "Go back").click();
    await page.waitForURL("**/games");
    await page.goto("/login");
    expect(await page.getByRole("button", { name: /^Show/ }).count()).toBe(0);
    expect(await page.getByRole("link", { name: /^Continue with/ }).count()).toBe(0);
  });

  visit(
    "account forms show that they need JavaScript and keep all input but passwords (soak)",
    "phone",
    async (page) => {
      for (const path of ["/login", "/register", "/reset-password?token=x"]) {
        await page.goto(path);
        await noScript(page, "Accounts need JavaScript.").waitFor();
      }
      await page.goto("/register?from=%2Fwishlist");
      await field(page, "Username").fill("newcomer");
      await field(page, "Email").fill("newcomer@example.com");
      await field(page, "Password").fill("the secret");
      await field(page, "Birthday").fill("2000-02-03");
      await page.getByRole("checkbox").check();
      await button(page, "Create account").click();
      await page.getByRole("alert").getByText("Nothing was sent").waitFor();
      expect(here(page)).toBe("/register?from=%2Fwishlist");
      expect(await field(page, "Username").inputValue()).toBe("newcomer");
      expect(await field(page, "Birthday").inputValue()).toBe("2000-02-03");
      expect(await page.getByRole("checkbox").isChecked()).toBe(true);
      expect(await field(page, "Password").inputValue()).toBe("");
      expect(await page.content()).not.toContain("the secret");
    },
  );

  visit("pages that need JavaScript show a notice (soak)", "desktop", async (page) => {
    for (const path of [
      "/profile",
      "/wishlist",
      "/admin",
      "/alerts/stop?token=x",
      "/verify-email?token=x",
      "/undo-email?token=x",
      "/undo-factor?token=x",
      "/auth/callback?token=x",
    ]) {
      await page.goto(path);
      await noScript(page, "This page needs JavaScript.").waitFor();
      expect(await page.getByRole("status").count()).toBe(0);
    }
  });
});

describe("while scripts are loading", () => {
  interface Scripts {
    load(): void;
    fail(): void;
  }

  function visit(name: string, screen: Screen, steps: (page: Page, scripts: Scripts) => Promise<void>) {
    const inPage = async (page: Page) => {
      const { promise, resolve } = Promise.withResolvers<"load" | "fail">();
      // also makes the browser ignore what it has cached
      await page.route("**/assets/**.js", async (route) =>
        (await promise) === "load" ? route.continue() : route.abort(),
      );
      try {
        await steps(page, { load: () => resolve("load"), fail: () => resolve("fail") });
      } finally {
        resolve("load");
        await page.unrouteAll({ behavior: "ignoreErrors" });
      }
    };
    test(name, () => visits.visit(inPage, screen, /./));
  }

  const open = (page: Page, path: string) => page.goto(path, { waitUntil: "commit" });

  visit("a sign-in is sent once they have loaded", "phone", async (page, scripts) => {
    const { email, username } = await newMember(site());
    await open(page, "/login?from=%2Ffree");
    await field(page, "Email").fill(email);
    await field(page, "Password").fill("a members secret");
    await button(page, "Sign in").click();
    await page.getByText("Your form is sent as soon as it is ready.").waitFor();
    expect(here(page)).toBe("/login?from=%2Ffree");
    scripts.load();
    await page.waitForURL("**/free");
    await button(page, `Account: ${username}`).waitFor();
  });

  visit("a registration keeps the input and is sent once they have loaded (soak)", "desktop", async (page, scripts) => {
    await open(page, "/register?from=%2Ffree");
    const username = "early-visitor";
    await field(page, "Username").fill(username);
    await field(page, "Email").fill(`${username}@example.com`);
    await field(page, "Password").fill("a members secret");
    await field(page, "Confirm password").fill("secret2");
    await field(page, "Birthday").fill("2000-02-03");
    await page.getByRole("checkbox").check();
    await button(page, "Create account").click();
    scripts.load();
    await page.getByRole("alert").getByText("Passwords do not match").waitFor();
    expect(await field(page, "Password").inputValue()).toBe("a members secret");
    await field(page, "Confirm password").fill("a members secret");
    await button(page, "Create account").click();
    await page.waitForURL("**/free");
    await button(page, `Account: ${username}`).waitFor();
  });

  visit(
    "a sign-in shows an error if they fail to load, and keeps the email (soak)",
    "desktop",
    async (page, scripts) => {
      await open(page, "/login");
      await field(page, "Email").fill("ann@example.com");
      await field(page, "Password").fill("the secret");
      await button(page, "Sign in").click();
      scripts.fail();
      await page.getByRole("alert").getByText("Nothing was sent").waitFor();
      expect(here(page)).toBe("/login");
      expect(await field(page, "Email").inputValue()).toBe("ann@example.com");
      expect(await page.content()).not.toContain("the secret");
    },
  );

  visit("a contact message is sent immediately (soak)", "phone", async (page, scripts) => {
    const subject = "Before scripts";
    await open(page, "/contact");
    await fillMessage(page, subject);
    await button(page, "Send message").click();
    await page.getByText("Thank you. Your message has been sent.").waitFor();
    expect(await messageSubjects()).toContain(subject);
    scripts.load();
    await page.waitForFunction(() => document.documentElement.dataset.ready !== undefined);
    await fillMessage(page, `${subject} again`);
    await button(page, "Send message").click();
    await expect.poll(messageSubjects).toContain(`${subject} again`);
  });

  visit("text typed into a prefilled form stays", "desktop", async (page, scripts) => {
    await open(page, "/contact?subject=Drafted&message=Drafted");
    await field(page, "Name").fill("Ann");
    await field(page, "Message").fill("Typed");
    scripts.load();
    await expect.poll(() => field(page, "Subject").inputValue()).toBe("Drafted");
    expect(await field(page, "Message").inputValue()).toBe("Typed");
    expect(await field(page, "Name").inputValue()).toBe("Ann");
  });

  visit("the theme switches immediately (soak)", "phone", async (page, scripts) => {
    await open(page, "/games");
    const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
    await button(page, "Switch to the dark theme").click();
    expect(await theme()).toBe("dark");
    await button(page, "Switch to the light theme").click();
    expect(await theme()).toBe("light");
    scripts.load();
    await page.waitForFunction(() => document.documentElement.dataset.ready !== undefined);
    expect(await theme()).toBe("light");
  });

  visit("a search is applied once they have loaded", "phone", async (page, scripts) => {
    await open(page, "/games");
    await page.getByRole("main").getByRole("searchbox", { name: "Search games" }).fill("portal");
    scripts.load();
    await page.waitForURL("**/games?search=portal");
    expect(await page.getByRole("main").getByRole("searchbox", { name: "Search games" }).inputValue()).toBe("portal");
  });

  visit("a filter is applied once they have loaded (soak)", "desktop", async (page, scripts) => {
    await open(page, "/games");
    await page.getByRole("checkbox", { name: /^GOG/ }).check();
    await page.getByRole("textbox", { name: "Max. price" }).fill("20");
    scripts.load();
    await page.waitForURL("**/games?max_price=20&store=gog");
  });

  visit("the filters of a phone open once they have loaded (soak)", "phone", async (page, scripts) => {
    await open(page, "/games");
    await button(page, "Filters").click();
    scripts.load();
    await page.getByRole("dialog", { name: "Filters" }).getByRole("checkbox", { name: /^GOG/ }).check();
    await page.waitForURL("**/games?store=gog");
  });

  visit("the menu opens immediately and stays open once they have loaded", "phone", async (page, scripts) => {
    await open(page, "/");
    await button(page, "Explore").click();
    await page.getByRole("link", { name: "Free Games" }).waitFor();
    scripts.load();
    await page.waitForFunction(() => document.documentElement.dataset.ready !== undefined);
    await page.getByRole("button", { name: "Explore", expanded: true }).waitFor();
    await page.getByRole("link", { name: "Free Games" }).click();
    await page.waitForURL("**/free");
  });

  visit("a clicked heart leads to the sign-in once they have loaded (soak)", "desktop", async (page, scripts) => {
    await open(page, "/games");
    await page.getByRole("button", { name: "Add to wishlist" }).first().click();
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).cursor)).toBe("progress");
    scripts.load();
    await page.waitForURL("**/login?from=**%2Fgames");
  });

  visit(
    "a clicked button of a part that loads last works once that has loaded (soak)",
    "desktop",
    async (page, scripts) => {
      await open(page, "/contact");
      await page.getByRole("button", { name: /^Country/ }).click();
      scripts.load();
      await page.getByRole("dialog").getByLabel("Language").waitFor();
    },
  );
});

test("a button of a part whose code is still loading works once it has loaded", () =>
  visits.visit(async (page) => {
    const clicked = Promise.withResolvers<void>();
    await page.route("**/assets/site-footer-*.js", async (route) => {
      await clicked.promise;
      await route.continue();
    });
    await page.goto("/contact");
    await page.locator("html[data-ready]").waitFor();
    await page.getByRole("button", { name: /^Country/ }).click();
    clicked.resolve();
    await page.getByRole("dialog").getByLabel("Language").waitFor();
  }));

test("a sign-in works when scripts load seconds late, one after another (soak)", async () => {
  const { page } = await newVisitor(browser(), site().url, screens.phone);
  await page.clock.install();
  const { email, username } = await newMember(site());
  await page.route("**/assets/**.js", async (route) => {
    // by the page's clock, which its own waiting follows
    await page.clock.fastForward(8_000).catch(() => {});
    await route.continue().catch(() => {});
  });
  await page.goto("/login", { waitUntil: "commit" });
  await field(page, "Email").fill(email);
  await field(page, "Password").fill("a members secret");
  await button(page, "Sign in").click();
  // Each step loads more scripts.
  await button(page, `Account: ${username}`).waitFor({ timeout: 90_000 });
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.context().close();
});
