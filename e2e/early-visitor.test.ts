import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { superAdmin } from "./administrators.ts";
import { launchBrowser, newVisitor, type Screen, screens } from "./browser.ts";
import { callApi, type Member, newMember } from "./member.ts";
import { type Site, startSite } from "./site.ts";

let site: Site;
let browser: Browser;
let admin: Member;

beforeAll(async () => {
  // nobody answers there: pictures are drawn covers
  site = await startSite({ STEAM_IMAGE_URL: "http://127.0.0.1:9", RATE_LIMIT_SCALE: "100" });
  browser = await launchBrowser();
  admin = await superAdmin(site);
});
afterAll(async () => {
  await browser?.close();
  await site?.stop();
});

const here = (page: Page) => page.url().slice(site.url.length);
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
// texts in there are not found by themselves
const noScript = (page: Page, text: string) => page.locator("noscript p").filter({ hasText: text });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

async function messageSubjects(): Promise<string[]> {
  const { submissions } = await callApi<{ submissions: { subject: string }[] }>(
    site,
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

describe.each(["desktop", "phone"] as const)("without JavaScript, on a %s", (screen: Screen) => {
  function visit(name: string, steps: (page: Page) => Promise<void>) {
    test(name, async () => {
      const { page } = await newVisitor(browser, site.url, { ...screens[screen], javaScriptEnabled: false });
      try {
        await steps(page);
      } finally {
        await page.context().close();
      }
    });
  }

  visit("a message is sent, and what is wrong with one is said with all that was typed kept", async (page) => {
    const subject = `Plain ${screen}`;
    await page.goto("/contact");
    await fillMessage(page, subject, "ann@");
    await button(page, "Send Message").click();
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
    await button(page, "Send Message").click();
    await page.getByText("Thank you. Your message has been sent.").waitFor();
    expect(await field(page, "Subject").inputValue()).toBe("");
    expect(await messageSubjects()).toContain(subject);
  });

  visit("lists are searched, sorted and paged", async (page) => {
    await page.goto("/games");
    await button(page, "Price").click();
    await page.waitForURL("**/games?sort=lowest_price");
    await button(page, "Price").click();
    await page.waitForURL("**/games?sort=lowest_price&order=DESC");
    await page.getByRole("link", { name: "Next" }).click();
    await page.waitForURL("**page=2**");
    await page.getByRole("main").getByRole("searchbox").fill("portal");
    await page.getByRole("main").getByRole("searchbox").press("Enter");
    await page.getByText(/games for "portal"$/).waitFor();
    expect(new URL(page.url()).searchParams.get("sort")).toBe("lowest_price");
    await page.goto("/games?search=no+such+game+anywhere");
    await button(page, "Clear Search").click();
    await page.waitForURL(`${site.url}/games`);
  });

  visit("the menu opens and leads on", async (page) => {
    await page.goto("/");
    await button(page, "Explore").click();
    await page.getByRole("link", { name: "Free Games" }).click();
    await page.waitForURL("**/free");
  });

  visit("what needs scripts is not shown", async (page) => {
    await page.goto("/games");
    await page.getByRole("article").first().getByRole("link").click();
    await page.getByRole("region", { name: "Price Comparison" }).waitFor();
    for (const name of [/theme$/, "Add to wishlist", "Share"]) {
      expect(await page.getByRole("button", { name }).count()).toBe(0);
    }
    await button(page, "Back to Top").click();
    await button(page, "Go Back").click();
    await page.waitForURL("**/games");
    await page.goto("/login");
    expect(await page.getByRole("button", { name: /^Show/ }).count()).toBe(0);
    expect(await page.getByRole("link", { name: /^Continue with/ }).count()).toBe(0);
  });

  visit("account forms are there, say what they need, and lose nothing but passwords", async (page) => {
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
    await button(page, "Create Account").click();
    await page.getByRole("alert").getByText("Nothing was sent").waitFor();
    expect(here(page)).toBe("/register?from=%2Fwishlist");
    expect(await field(page, "Username").inputValue()).toBe("newcomer");
    expect(await field(page, "Birthday").inputValue()).toBe("2000-02-03");
    expect(await page.getByRole("checkbox").isChecked()).toBe(true);
    expect(await field(page, "Password").inputValue()).toBe("");
    expect(await page.content()).not.toContain("the secret");
  });

  visit("screens that only scripts can show say so, instead of loading for ever", async (page) => {
    for (const path of [
      "/profile",
      "/wishlist",
      "/admin",
      "/alerts/stop?token=x",
      "/verify-email?token=x",
      "/undo-email?token=x",
      "/auth/callback?token=x",
    ]) {
      await page.goto(path);
      await noScript(page, "This page needs JavaScript.").waitFor();
      expect(await page.getByRole("status").count()).toBe(0);
    }
  });
});

describe.each(["desktop", "phone"] as const)("while scripts are on their way, on a %s", (screen: Screen) => {
  interface Line {
    /** Lets the scripts come. */
    arrive(): void;
    /** Lets them fail. */
    fail(): void;
  }

  function visit(name: string, steps: (page: Page, line: Line) => Promise<void>) {
    test(name, async () => {
      const { page } = await newVisitor(browser, site.url, screens[screen]);
      const { promise, resolve } = Promise.withResolvers<"arrive" | "fail">();
      await page.route("**/assets/**.js", async (route) =>
        (await promise) === "arrive" ? route.continue() : route.abort(),
      );
      try {
        await steps(page, { arrive: () => resolve("arrive"), fail: () => resolve("fail") });
      } finally {
        resolve("arrive");
        await page.unrouteAll({ behavior: "ignoreErrors" });
        await page.context().close();
      }
    });
  }

  const open = (page: Page, path: string) => page.goto(path, { waitUntil: "commit" });

  visit("a sign-in waits for them, and goes on by itself", async (page, line) => {
    const { email, username } = await newMember(site);
    await open(page, "/login?from=%2Ffree");
    await field(page, "Email").fill(email);
    await field(page, "Password").fill("secret1");
    await button(page, "Sign In").click();
    await page.getByText("Your form is sent as soon as it is ready.").waitFor();
    expect(here(page)).toBe("/login?from=%2Ffree");
    line.arrive();
    await page.waitForURL("**/free");
    await button(page, `Account: ${username}`).waitFor();
  });

  visit("a registration keeps what was typed, and goes on by itself", async (page, line) => {
    await open(page, "/register?from=%2Ffree");
    const username = `early-${screen}`;
    await field(page, "Username").fill(username);
    await field(page, "Email").fill(`${username}@example.com`);
    await field(page, "Password").fill("secret1");
    await field(page, "Confirm Password").fill("secret2");
    await field(page, "Birthday").fill("2000-02-03");
    await page.getByRole("checkbox").check();
    await button(page, "Create Account").click();
    line.arrive();
    await page.getByRole("alert").getByText("Passwords do not match").waitFor();
    expect(await field(page, "Password").inputValue()).toBe("secret1");
    await field(page, "Confirm Password").fill("secret1");
    await button(page, "Create Account").click();
    await page.waitForURL("**/free");
    await button(page, `Account: ${username}`).waitFor();
  });

  visit("a sign-in whose scripts never come says so, and keeps the address", async (page, line) => {
    await open(page, "/login");
    await field(page, "Email").fill("ann@example.com");
    await field(page, "Password").fill("the secret");
    await button(page, "Sign In").click();
    line.fail();
    await page.getByRole("alert").getByText("Nothing was sent").waitFor();
    expect(here(page)).toBe("/login");
    expect(await field(page, "Email").inputValue()).toBe("ann@example.com");
    expect(await page.content()).not.toContain("the secret");
  });

  visit("a message is sent without waiting", async (page, line) => {
    const subject = `Early ${screen}`;
    await open(page, "/contact");
    await fillMessage(page, subject);
    await button(page, "Send Message").click();
    await page.getByText("Thank you. Your message has been sent.").waitFor();
    expect(await messageSubjects()).toContain(subject);
    line.arrive();
    await page.waitForFunction(() => document.documentElement.dataset.ready !== undefined);
    await fillMessage(page, `${subject} again`);
    await button(page, "Send Message").click();
    await expect.poll(messageSubjects).toContain(`${subject} again`);
  });

  visit("what is typed into a form of a drafted message stays", async (page, line) => {
    await open(page, "/contact?subject=Drafted&message=Drafted");
    await field(page, "Name").fill("Ann");
    await field(page, "Message").fill("Typed");
    line.arrive();
    await expect.poll(() => field(page, "Subject").inputValue()).toBe("Drafted");
    expect(await field(page, "Message").inputValue()).toBe("Typed");
    expect(await field(page, "Name").inputValue()).toBe("Ann");
  });

  visit("the theme is switched at once", async (page, line) => {
    await open(page, "/games");
    const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
    await button(page, "Switch to the dark theme").click();
    expect(await theme()).toBe("dark");
    await button(page, "Switch to the light theme").click();
    expect(await theme()).toBe("light");
    line.arrive();
    await page.waitForFunction(() => document.documentElement.dataset.ready !== undefined);
    expect(await theme()).toBe("light");
  });

  visit("a search that is typed is applied when they come", async (page, line) => {
    await open(page, "/games");
    await page.getByRole("main").getByRole("searchbox").fill("portal");
    line.arrive();
    await page.waitForURL("**/games?search=portal");
    expect(await page.getByRole("main").getByRole("searchbox").inputValue()).toBe("portal");
  });

  visit("a filter that is chosen is applied when they come", async (page, line) => {
    await open(page, "/games");
    await page.getByRole("combobox", { name: "Store" }).selectOption("gog");
    line.arrive();
    await page.waitForURL("**/games?store=gog");
  });

  visit("the menu opens at once, and stays open when they come", async (page, line) => {
    await open(page, "/");
    await button(page, "Explore").click();
    await page.getByRole("link", { name: "Free Games" }).waitFor();
    line.arrive();
    await page.waitForFunction(() => document.documentElement.dataset.ready !== undefined);
    await page.getByRole("button", { name: "Explore", expanded: true }).waitFor();
    await page.getByRole("link", { name: "Free Games" }).click();
    await page.waitForURL("**/free");
  });

  visit("a heart that is pressed leads on when they come", async (page, line) => {
    await open(page, "/games");
    await page.getByRole("button", { name: "Add to wishlist" }).first().click();
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).cursor)).toBe("progress");
    line.arrive();
    await page.waitForURL("**/login?from=%2Fgames");
  });
});

test("on a line that delays scripts by 8 seconds a sign-in loses nothing", async () => {
  const { page } = await newVisitor(browser, site.url, screens.phone);
  const { email, username } = await newMember(site);
  await page.route("**/assets/**.js", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 8_000));
    await route.continue().catch(() => {});
  });
  await page.goto("/login", { waitUntil: "commit" });
  await field(page, "Email").fill(email);
  await field(page, "Password").fill("secret1");
  await button(page, "Sign In").click();
  // each step of the way has scripts of its own
  await button(page, `Account: ${username}`).waitFor({ timeout: 90_000 });
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.context().close();
});
