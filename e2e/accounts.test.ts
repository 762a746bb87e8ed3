import { readFile } from "node:fs/promises";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startSteam } from "../server/src/test/steam-server.ts";
import { superAdmin } from "./administrators.ts";
import { launchBrowser, newVisitor, opened, type Screen, screens, seriousFindings } from "./browser.ts";
import { callApi } from "./member.ts";
import { mailedPath } from "./outbox.ts";
import { type Site, startSite } from "./site.ts";

const steam = await startSteam();
let site: Site;
let browser: Browser;

beforeAll(async () => {
  site = await startSite({
    // nobody answers there: pictures are drawn covers
    STEAM_IMAGE_URL: "http://127.0.0.1:9",
    STEAM_OPENID_URL: steam.openidUrl,
    STEAM_WEB_API_URL: steam.apiUrl,
    RATE_LIMIT_SCALE: "100",
  });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await site?.stop();
});

/** A test as a visitor, who must not see any error in the console but for calls that are meant to fail. */
function visit(name: string, steps: (page: Page) => Promise<void>, screen: Screen = "desktop") {
  test(name, async () => {
    const { page, problems } = await newVisitor(browser, site.url, screens[screen]);
    try {
      await steps(page);
      expect(problems.filter((text) => !/^(Failed to load resource|ApiError)/.test(text))).toEqual([]);
    } finally {
      await page.context().close();
    }
  });
}

interface Account {
  username: string;
  email: string;
  password: string;
  token: string;
  user: Record<string, unknown>;
}

let accounts = 0;

/** A new account of its own for a test, made by the API. */
async function newAccount(): Promise<Account> {
  const username = `player-${++accounts}`;
  const given = { username, email: `${username}@example.com`, password: "secret1", birthday: "2000-02-03" };
  const answer = await send("POST", "/api/auth/register", { body: given });
  return { ...given, ...(await answer.json()) };
}

function send(method: string, path: string, { token, body }: { token?: string; body?: unknown } = {}) {
  return fetch(site.url + path, {
    method,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { "content-type": "application/json" }),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
}

/** Whether a token still opens its account. */
const isGood = async (token: string) => (await send("GET", "/api/auth/me", { token })).status === 200;

/** Puts the account's sign-in into the browser, as signing in would. */
async function signIn(page: Page, { token, user }: Account, url = ""): Promise<void> {
  await page.goto(`${url}/favicon.svg`);
  await page.evaluate(
    ([token, user]) => {
      localStorage.setItem("authToken", token!);
      localStorage.setItem("user", user!);
    },
    [token, JSON.stringify(user)],
  );
}

/** Where the providers lead back to. */
const publicUrl = () => site.url.replace("127.0.0.1", "localhost");

let lastSteamId = 76561198000000000n;

/** Signs in with Steam as somebody new. */
async function signInWithSteam(page: Page): Promise<void> {
  await page.goto(`${publicUrl()}/api/auth/steam`);
  const returnTo = new URL(page.url()).searchParams.get("openid.return_to")!;
  const address = new URL(returnTo);
  for (const [name, value] of Object.entries(steam.assert(returnTo, String(++lastSteamId)))) {
    address.searchParams.append(`openid.${name}`, value);
  }
  await page.evaluate((href) => location.replace(href), address.href);
}

const here = (page: Page) => page.url().slice(site.url.length);
const stored = (page: Page, key: string) => page.evaluate((key) => localStorage.getItem(key), key);
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const alert = (page: Page) => page.getByRole("alert");
const signedInAs = (page: Page, name: string) =>
  page.getByRole("banner").getByRole("button", { name: `Account: ${name}` });

async function fillLogin(page: Page, email: string, password: string): Promise<void> {
  await field(page, "Email").fill(email);
  await field(page, "Password").fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
}

async function fillRegistration(page: Page, given: Record<string, string>, agree = true): Promise<void> {
  for (const [name, value] of Object.entries(given)) await field(page, name).fill(value);
  await page.getByRole("checkbox").setChecked(agree);
  await page.getByRole("button", { name: "Create Account" }).click();
}

const filled = {
  Username: "newcomer",
  Email: "newcomer@example.com",
  Password: "secret1",
  "Confirm Password": "secret1",
  Birthday: "2000-02-03",
};

/** Calls of the API that the page makes from now on, as `POST /api/auth/login`. */
function callsOf(page: Page): string[] {
  const calls: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith("/api/")) calls.push(`${request.method()} ${pathname}`);
  });
  return calls;
}

describe("registration (spec/accounts 2)", () => {
  describe.each(["desktop", "phone"] as const)("on a %s", (screen) => {
    visit(
      "makes an account, signs in and leads back to where the visitor came from",
      async (page) => {
        const username = `newcomer-${++accounts}`;
        await opened(page, "/games?store=gog");
        await page.getByRole("banner").getByRole("link", { name: "Login" }).click();
        await page.getByRole("link", { name: "Create an account" }).click();
        await page.waitForURL("**/register?**");
        await fillRegistration(page, { ...filled, Username: username, Email: `${username}@example.com` });
        await page.waitForURL("**/games?store=gog");
        await signedInAs(page, username).waitFor();
        expect(await stored(page, "authToken")).toMatch(/^[\w-]{43,}$/);
        expect(JSON.parse((await stored(page, "user")) ?? "")).toMatchObject({ username, birthday: "2000-02-03" });
      },
      screen,
    );
  });

  visit("checks its rules in the order of spec/accounts 2.2, in a red box", async (page) => {
    await opened(page, "/register");
    const calls = callsOf(page);
    const young = `${new Date().getFullYear() - 5}-01-01`;
    await fillRegistration(page, { ...filled, Password: "abc", "Confirm Password": "abd", Birthday: young });
    await alert(page).getByText("Passwords do not match", { exact: true }).waitFor();
    expect(await field(page, "Confirm Password").evaluate((input) => input === document.activeElement)).toBe(true);
    expect(await field(page, "Confirm Password").getAttribute("aria-describedby")).toContain(
      (await alert(page).getAttribute("id")) ?? "nothing",
    );

    await field(page, "Confirm Password").fill("abc");
    await page.getByRole("button", { name: "Create Account" }).click();
    await alert(page).getByText("Password must be at least 6 characters long", { exact: true }).waitFor();

    await field(page, "Password").fill("secret1");
    await field(page, "Confirm Password").fill("secret1");
    await page.getByRole("button", { name: "Create Account" }).click();
    await alert(page).getByText("You must be at least 13 years old to register", { exact: true }).waitFor();
    expect(calls).toEqual([]);
  });

  visit("wants every field, a real address, a birthday not after today, and the terms", async (page) => {
    await opened(page, "/register");
    const calls = callsOf(page);
    const today = new Date().toISOString().slice(0, 10);
    expect(await field(page, "Birthday").getAttribute("max")).toBe(today);
    await page.getByRole("button", { name: "Create Account" }).click();
    for (const text of [
      "Username is required",
      "Email is required",
      "Password is required",
      "Please repeat the password",
      "Birthday is required",
      "Please agree to the terms and the privacy policy",
    ]) {
      await page.getByText(text, { exact: true }).waitFor();
    }
    expect(await field(page, "Username").evaluate((input) => input === document.activeElement)).toBe(true);
    const note = await field(page, "Username").getAttribute("aria-describedby");
    expect(await page.locator(`[id="${note}"]`).textContent()).toBe("Username is required");

    await fillRegistration(page, { ...filled, Email: "nowhere", Birthday: "2999-01-01" });
    await page.getByText("Please enter a valid email address", { exact: true }).waitFor();
    await page.getByText("Birthday cannot be in the future", { exact: true }).waitFor();
    expect(calls).toEqual([]);
  });

  visit("shows what the server says, else that it failed", async (page) => {
    const { username, email } = await newAccount();
    await opened(page, "/register");
    await fillRegistration(page, { ...filled, Username: username.toUpperCase(), Email: email });
    await alert(page).getByText("This username is already taken").waitFor();
    expect(await alert(page).textContent()).toContain("This email is already registered");

    await page.route("**/api/auth/register", (route) => route.fulfill({ status: 500, body: "" }));
    await page.getByRole("button", { name: "Create Account" }).click();
    await alert(page).getByText("Registration failed", { exact: true }).waitFor();
  });

  visit("links to the terms and the privacy policy, which are real pages", async (page) => {
    await opened(page, "/register");
    for (const [name, path] of [
      ["Terms of Service", "/terms"],
      ["Privacy Policy", "/privacy"],
    ] as const) {
      expect(await page.getByRole("main").getByRole("link", { name }).getAttribute("href")).toBe(path);
      expect((await fetch(site.url + path)).status).toBe(200);
    }
    await opened(page, "/terms");
    await page.getByRole("heading", { level: 1, name: "Terms of Service" }).waitFor();
    await opened(page, "/privacy");
    await page.getByRole("heading", { level: 1, name: "Privacy Policy" }).waitFor();
  });

  visit("says so when the site takes no new accounts", async (page) => {
    const admin = await superAdmin(site);
    const open = (value: string) =>
      callApi(site, "PUT", "/api/admin/config/features.registration", { member: admin, body: { value } });
    const html = async () => (await fetch(`${site.url}/register`)).text();
    await open("false");
    try {
      await expect.poll(html).toContain("Registration is closed");
      await opened(page, "/register");
      await page.getByRole("heading", { name: "Registration is closed" }).waitFor();
      expect(await page.getByRole("textbox").count()).toBe(0);
    } finally {
      await open("true");
      await expect.poll(html).not.toContain("Registration is closed");
    }
  });
});

describe("signing in (spec/accounts 3)", () => {
  describe.each(["desktop", "phone"] as const)("on a %s", (screen) => {
    visit(
      "leads back to where the visitor came from, and out again",
      async (page) => {
        const account = await newAccount();
        await opened(page, "/games?search=portal");
        await page.getByRole("banner").getByRole("link", { name: "Login" }).click();
        await page.waitForURL("**/login?**");
        await fillLogin(page, account.email, account.password);
        await page.waitForURL("**/games?search=portal");
        await signedInAs(page, account.username).click();
        const token = (await stored(page, "authToken")) ?? "";

        await page.getByRole("button", { name: "Logout" }).click();
        await page.waitForURL(`${site.url}/`);
        await page.getByRole("banner").getByRole("link", { name: "Login" }).waitFor();
        expect(await page.evaluate(() => scrollY)).toBe(0);
        expect(await stored(page, "authToken")).toBeNull();
        expect(await stored(page, "user")).toBeNull();
        await expect.poll(() => isGood(token)).toBe(false);
      },
      screen,
    );
  });

  visit("shows the server's refusal in a red box, and keeps what was typed", async (page) => {
    const { email } = await newAccount();
    await opened(page, "/login");
    await fillLogin(page, email, "wrong-one");
    await alert(page).getByText("Invalid email or password", { exact: true }).waitFor();
    expect(await field(page, "Email").inputValue()).toBe(email);
    expect(await stored(page, "authToken")).toBeNull();
  });

  visit("says 'Login failed' without a reason, and what is wrong without a network", async (page) => {
    await opened(page, "/login");
    await page.route("**/api/auth/login", (route) => route.fulfill({ status: 500, body: "" }));
    await fillLogin(page, "a@example.com", "secret1");
    await alert(page).getByText("Login failed", { exact: true }).waitFor();
    await page.unroute("**/api/auth/login");
    await page.route("**/api/auth/login", (route) => route.abort());
    await page.getByRole("button", { name: "Sign In" }).click();
    await alert(page)
      .getByText("Network error: Unable to connect to server. Please check if the server is running.", { exact: true })
      .waitFor();
  });

  visit("wants email and password, and works by keyboard alone", async (page) => {
    const account = await newAccount();
    await opened(page, "/login");
    await field(page, "Email").focus();
    await page.keyboard.press("Enter");
    await page.getByText("Email is required", { exact: true }).waitFor();
    await page.getByText("Password is required", { exact: true }).waitFor();
    await page.keyboard.type(account.email);
    await page.keyboard.press("Tab");
    await page.keyboard.type(account.password);
    await page.keyboard.press("Enter");
    await page.waitForURL(`${site.url}/`);
    await signedInAs(page, account.username).waitFor();
  });

  visit("is asked to last longer by Remember me", async (page) => {
    const account = await newAccount();
    await opened(page, "/login");
    await page.getByRole("checkbox", { name: "Remember me" }).check();
    const [request] = await Promise.all([
      page.waitForRequest("**/api/auth/login"),
      fillLogin(page, account.email, account.password),
    ]);
    expect(request.postDataJSON()).toEqual({ email: account.email, password: account.password, rememberMe: true });
  });

  visit("offers all the ways on", async (page) => {
    await opened(page, "/login?from=/free");
    const target = (name: string) => page.getByRole("link", { name }).getAttribute("href");
    expect(await target("Continue with Google")).toBe("/api/auth/google");
    expect(await target("Continue with Steam")).toBe("/api/auth/steam");
    expect(await target("Forgot password?")).toBe("/forgot-password");
    expect(await target("Back to home")).toBe("/");
    expect(await target("Create an account")).toBe("/register?from=%2Ffree");
  });

  test.each(["https://evil.example/", "//evil.example", "/\\evil.example", "javascript:alert(1)"])(
    "an origin of %s leads home",
    async (from) => {
      const account = await newAccount();
      const { page } = await newVisitor(browser, site.url, screens.desktop);
      await opened(page, `/login?from=${encodeURIComponent(from)}`);
      await fillLogin(page, account.email, account.password);
      await signedInAs(page, account.username).waitFor();
      expect(page.url()).toBe(`${site.url}/`);
      await page.context().close();
    },
  );
});

describe("the session in the browser (spec/accounts 4)", () => {
  visit("is checked on every new path, at most once in five minutes", async (page) => {
    await signIn(page, await newAccount());
    const calls = callsOf(page);
    const checks = () => calls.filter((call) => call === "GET /api/auth/me").length;
    await opened(page, "/games");
    await page.getByRole("banner").and(page.locator(":not([aria-busy])")).waitFor();
    expect(checks()).toBe(1);
    await page.getByRole("article").first().getByRole("link").first().click();
    await page.waitForURL("**/games/*");
    expect(checks()).toBe(1);

    const [key] = await page.evaluate(() =>
      Object.keys(localStorage).filter((key) => key.startsWith("lootwise_user_")),
    );
    await page.evaluate((key) => localStorage.setItem(key, String(Date.now() - 300_000)), key ?? "");
    await page.goBack();
    await expect.poll(checks).toBe(2);
  });

  visit("ends when the server no longer knows it", async (page) => {
    const account = await newAccount();
    await signIn(page, account);
    await send("POST", "/api/auth/logout-all", { token: account.token });
    await opened(page, "/games");
    await page.getByRole("banner").getByRole("link", { name: "Login" }).waitFor();
    expect(await stored(page, "authToken")).toBeNull();
    expect(await stored(page, "user")).toBeNull();
  });

  visit("stays when the server cannot be asked, and the profile offers Retry", async (page) => {
    const account = await newAccount();
    await signIn(page, account);
    await page.route("**/api/auth/me", (route) => route.fulfill({ status: 503, json: { error: "Away", code: "x" } }));
    await opened(page, "/profile");
    await page
      .getByRole("heading", { name: "Failed to load your profile. Please try again." })
      .waitFor({ timeout: 20_000 });
    await signedInAs(page, account.username).waitFor();
    expect(await stored(page, "authToken")).toBe(account.token);
    await page.unroute("**/api/auth/me");
    await page.getByRole("button", { name: "Retry" }).click();
    await page.getByRole("heading", { name: "Account Details" }).waitFor();
  });

  visit("ends in all tabs at once", async (page) => {
    const account = await newAccount();
    await signIn(page, account);
    await opened(page, "/games");
    const [profile, free] = await Promise.all([tab(page.context(), "/profile"), tab(page.context(), "/free")]);
    await profile.getByRole("heading", { name: "Account Details" }).waitFor();
    await signedInAs(page, account.username).click();
    await page.getByRole("button", { name: "Logout" }).click();
    await page.waitForURL(`${site.url}/`);
    await free.getByRole("banner").getByRole("link", { name: "Login" }).waitFor();
    await profile.waitForURL("**/login?from=%2Fprofile");
  });

  visit("begins in all tabs at once", async (page) => {
    const account = await newAccount();
    const other = await tab(page.context(), "/games");
    await opened(page, "/login");
    await fillLogin(page, account.email, account.password);
    await signedInAs(other, account.username).waitFor();
  });

  visit("ends here also when the server cannot be told", async (page) => {
    const account = await newAccount();
    await signIn(page, account);
    await opened(page, "/profile");
    await page.route("**/api/auth/logout", (route) => route.abort());
    await signedInAs(page, account.username).click();
    await page.getByRole("button", { name: "Logout" }).click();
    await page.waitForURL(`${site.url}/`);
    expect(await stored(page, "authToken")).toBeNull();
    expect(await isGood(account.token)).toBe(true);
  });
});

async function tab(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage();
  await opened(page, path);
  return page;
}

describe("signed-in visitors", () => {
  visit("are led on from sign-in and registration", async (page) => {
    const account = await newAccount();
    await signIn(page, account);
    await page.goto("/login?from=%2Ffree");
    await page.waitForURL("**/free");
    await page.goto("/register");
    await page.waitForURL(`${site.url}/`);
    await signedInAs(page, account.username).waitFor();
  });

  visit("are led on when they sign in in another tab", async (page) => {
    const account = await newAccount();
    const other = await tab(page.context(), "/register?from=%2Fwishlist");
    await opened(page, "/login");
    await fillLogin(page, account.email, account.password);
    await other.waitForURL("**/wishlist");
  });

  visit("get the form when their session is not good any more", async (page) => {
    const account = await newAccount();
    await signIn(page, account);
    await send("POST", "/api/auth/logout", { token: account.token });
    await opened(page, "/login");
    await fillLogin(page, account.email, account.password);
    await page.waitForURL(`${site.url}/`);
    await signedInAs(page, account.username).waitFor();
  });
});

describe("a forgotten password (spec/accounts 5)", () => {
  visit("is replaced by the link of a mail, once, and ends the other sign-ins", async (page) => {
    const account = await newAccount();
    await opened(page, "/login");
    await page.getByRole("link", { name: "Forgot password?" }).click();
    await page.waitForURL("**/forgot-password");
    await page.getByRole("button", { name: "Send Reset Instructions" }).click();
    await page.getByText("Email is required", { exact: true }).waitFor();
    await field(page, "Email").fill(account.email);
    await page.getByRole("button", { name: "Send Reset Instructions" }).click();
    await page.getByRole("heading", { name: "Check your mail" }).waitFor();

    const path = await mailedPath(site.dataDir, account.email, /\/reset-password\?token=[\w-]+/);
    await opened(page, path);
    const save = page.getByRole("button", { name: "Set New Password" });
    await field(page, "New Password").fill("abc");
    await field(page, "Confirm New Password").fill("abd");
    await save.click();
    await alert(page).getByText("Passwords do not match", { exact: true }).waitFor();
    await field(page, "Confirm New Password").fill("abc");
    await save.click();
    await alert(page).getByText("Password must be at least 6 characters long", { exact: true }).waitFor();
    await field(page, "New Password").fill("another1");
    await field(page, "Confirm New Password").fill("another1");
    await save.click();
    await page.getByText("Your password is changed. Sign in with the new one.").waitFor();
    await expect.poll(() => here(page)).toBe("/reset-password");
    expect(await isGood(account.token)).toBe(false);

    await page.getByRole("main").getByRole("link", { name: "Sign In" }).click();
    await page.waitForURL("**/login");
    await fillLogin(page, account.email, "another1");
    await signedInAs(page, account.username).waitFor();

    await opened(page, path);
    await field(page, "New Password").fill("another2");
    await field(page, "Confirm New Password").fill("another2");
    await save.click();
    await alert(page).waitFor();
    await page.getByRole("link", { name: "Ask for a new message" }).click();
    await page.waitForURL("**/forgot-password");
  });

  visit("says the same for an unknown address, and when asking fails", async (page) => {
    await opened(page, "/forgot-password");
    await page.route("**/api/auth/reset-password", (route) => route.fulfill({ status: 500, body: "" }));
    await field(page, "Email").fill("nobody@example.com");
    await page.getByRole("button", { name: "Send Reset Instructions" }).click();
    await alert(page).getByText("Failed to send reset instructions", { exact: true }).waitFor();
    await page.unroute("**/api/auth/reset-password");
    await page.getByRole("button", { name: "Send Reset Instructions" }).click();
    await page.getByRole("heading", { name: "Check your mail" }).waitFor();
  });

  visit("needs the whole address of the mail", async (page) => {
    await opened(page, "/reset-password");
    await page.getByRole("link", { name: "Ask for a new message" }).click();
    await page.waitForURL("**/forgot-password");
  });
});

describe("the end of a sign-in elsewhere (spec/accounts 7.2)", () => {
  visit("keeps the token, and leaves it neither in the address nor in the history", async (page) => {
    await page.goto(`${publicUrl()}/free`);
    await signInWithSteam(page);
    await page.waitForURL(`${publicUrl()}/`);
    await signedInAs(page, "steam-").waitFor();
    expect(await stored(page, "authToken")).toMatch(/^[\w-]{43}$/);
    expect(JSON.parse((await stored(page, "user")) ?? "")).toMatchObject({ linked: ["steam"] });
    await page.goBack();
    await page.waitForURL("**/free");
  });

  visit("takes the token out of the address before anything is asked for", async (page) => {
    const addresses: string[] = [];
    await page.route(/\/api\/auth\/(callback|me)$/, async (route) => {
      addresses.push(page.url());
      expect(route.request().headers().referer ?? "").not.toContain("token");
      await route.continue();
    });
    await signInWithSteam(page);
    await page.waitForURL(`${publicUrl()}/`);
    expect(addresses.slice(0, 2)).toEqual(Array(2).fill(`${publicUrl()}/auth/callback`));
  });

  visit("replaces the account that was signed in before", async (page) => {
    const before = await newAccount();
    await signIn(page, before, publicUrl());
    await signInWithSteam(page);
    await signedInAs(page, "steam-").waitFor();
    expect(await stored(page, "authToken")).not.toBe(before.token);
  });

  visit("takes no token of a sign-in that this browser did not start, and signs nobody out", async (page) => {
    const visitor = await newAccount();
    const attacker = await newAccount();
    await signIn(page, visitor);
    for (const token of [attacker.token, "x"]) {
      await opened(page, `/auth/callback?token=${token}`);
      await alert(page).getByText("Authentication failed. Please try again.", { exact: true }).waitFor();
      expect(await stored(page, "authToken")).toBe(visitor.token);
    }
    await page.getByRole("link", { name: "Go Home" }).click();
    await signedInAs(page, visitor.username).waitFor();
  });

  visit("keeps the present session when the server cannot say who signs in", async (page) => {
    const visitor = await newAccount();
    await signIn(page, visitor, publicUrl());
    await page.route("**/api/auth/me", (route) => route.fulfill({ status: 401, json: { error: "No" } }));
    await signInWithSteam(page);
    await alert(page).getByText("Authentication failed. Please try again.", { exact: true }).waitFor();
    expect(await stored(page, "authToken")).toBe(visitor.token);
  });

  test.each([
    ["error=failed", "Steam authentication failed. Please try again."],
    ["error=failed&provider=steam", "Steam authentication failed. Please try again."],
    ["", "No authentication token received."],
    ["token=nonsense", "Authentication failed. Please try again."],
    ["error=not_configured&provider=google", "Signing in with Google is not set up on this site."],
  ])("with %j it says %j and offers to go home", async (search, message) => {
    const { page } = await newVisitor(browser, site.url, screens.desktop);
    await opened(page, `/auth/callback?${search}`);
    await alert(page).getByText(message, { exact: true }).waitFor();
    expect(await stored(page, "authToken")).toBeNull();
    await page.getByRole("link", { name: "Go Home" }).click();
    await page.waitForURL(`${site.url}/`);
    await page.context().close();
  });

  visit("is where Google's button leads while Google is not set up", async (page) => {
    await opened(page, "/login");
    await page.getByRole("link", { name: "Continue with Google" }).click();
    await alert(page).getByText("Signing in with Google is not set up on this site.", { exact: true }).waitFor();
    expect(here(page)).toBe("/auth/callback");
  });
});

describe("the profile (spec/accounts 9)", () => {
  visit("is for signed-in users, who come back to it", async (page) => {
    const account = await newAccount();
    await opened(page, "/profile");
    await page.waitForURL("**/login?from=%2Fprofile");
    await fillLogin(page, account.email, account.password);
    await page.waitForURL("**/profile");
    await page.getByRole("heading", { name: "Account Details" }).waitFor();
  });

  visit("shows the account with its live figures", async (page) => {
    const account = await newAccount();
    await signIn(page, account);
    await opened(page, "/profile");
    const fact = (name: string) => page.locator("dl > div").filter({ hasText: name }).locator("dd");
    await expect.poll(() => fact("Wishlist Games").textContent()).toBe("0");
    await expect.poll(() => fact("Price Alerts").textContent()).toBe("0");
    await expect.poll(() => fact("Total Saved").textContent()).toBe("$0");
    expect(await fact("Username").textContent()).toBe(account.username);
    expect(await fact("Email").textContent()).toBe(account.email);
    expect(await fact("Birthday").textContent()).toBe("Feb 3, 2000");
    expect(await fact("Account Type").textContent()).toBe("Member");
    expect(await fact("Member Since").textContent()).toMatch(/^[A-Z][a-z]{2} \d{1,2}, \d{4}$/);
    expect(await fact("Show Explicit Content").textContent()).toBe("Hidden");

    const { games } = await (await fetch(`${site.url}/api/games/homepage`)).json();
    await send("POST", "/api/wishlist", { token: account.token, body: { gameId: games[0].id } });
    await send("POST", "/api/alerts", { token: account.token, body: { gameId: games[0].id, targetPrice: null } });
    await page.reload();
    await expect.poll(() => fact("Wishlist Games").textContent()).toBe("1");
    await expect.poll(() => fact("Price Alerts").textContent()).toBe("1");

    const alerts = page.getByRole("region", { name: "Price Alerts" });
    await alerts.getByText("At any drop").waitFor();
    expect(await alerts.getByRole("link", { name: games[0].title }).getAttribute("href")).toBe(`/games/${games[0].id}`);
    await alerts.getByRole("button", { name: `Remove alert: ${games[0].title}` }).click();
    await alerts.getByText("No price alerts yet.").waitFor();
    await expect.poll(() => fact("Price Alerts").textContent()).toBe("0");
  });

  test.each([
    [{ role: "admin", isAdmin: true }, "Administrator", "/admin"],
    [{ role: "moderator" }, "Community Moderator", null],
  ])("%j wears a badge", async (roles, badge, target) => {
    const account = await newAccount();
    const { page } = await newVisitor(browser, site.url, screens.desktop);
    await page.route("**/api/auth/me", (route) => route.fulfill({ json: { user: { ...account.user, ...roles } } }));
    await signIn(page, account);
    await opened(page, "/profile");
    await page.getByRole("main").getByText(badge, { exact: true }).first().waitFor();
    const link = page.getByRole("main").getByRole("link", { name: badge });
    expect(target === null ? null : await link.getAttribute("href")).toBe(target);
    expect(await link.count()).toBe(target === null ? 0 : 1);
    await page.context().close();
  });

  visit("is edited, and Cancel forgets", async (page) => {
    const account = await newAccount();
    await signIn(page, account);
    await opened(page, "/profile");
    const edit = page.getByRole("button", { name: "Edit Profile" });
    await edit.click();
    await field(page, "Email").fill("elsewhere@example.com");
    await page.getByRole("button", { name: "Cancel" }).click();
    await edit.click();
    expect(await field(page, "Email").inputValue()).toBe(account.email);
    expect(await field(page, "Birthday").getAttribute("max")).toBe(new Date().toISOString().slice(0, 10));

    await field(page, "Display Name").fill("The Player");
    await page.getByRole("button", { name: "Save Changes" }).click();
    await page.getByText("Profile updated").waitFor();
    await signedInAs(page, "The Player").waitFor();
    expect(JSON.parse((await stored(page, "user")) ?? "")).toMatchObject({
      displayName: "The Player",
      email: account.email,
    });
  });

  visit("asks for the password before another address, which counts once it is confirmed", async (page) => {
    const account = await newAccount();
    const [first, second] = [`first-${account.email}`, `second-${account.email}`];
    await signIn(page, account);
    await opened(page, "/profile");
    const save = page.getByRole("button", { name: "Save Changes" });
    const confirm = page.getByRole("button", { name: "Confirm This Address" });
    const mailed = (address: string) => mailedPath(site.dataDir, address, /\/verify-email\?token=[\w-]+/);
    await page.getByRole("button", { name: "Edit Profile" }).click();
    expect(await field(page, "Current Password").count()).toBe(0);
    await field(page, "Email").fill(first);
    await save.click();
    await page.getByText("Please enter your current password", { exact: true }).waitFor();
    await field(page, "Current Password").fill("wrong-one");
    await save.click();
    await page.getByText("Wrong password", { exact: true }).waitFor();
    await field(page, "Current Password").fill(account.password);
    await save.click();
    await page.getByText(`${first} becomes your address`).waitFor();
    await page.getByRole("button", { name: "Cancel Change" }).click();
    await page.getByText(`${first} becomes your address`).waitFor({ state: "hidden" });

    await page.getByRole("button", { name: "Edit Profile" }).click();
    await field(page, "Email").fill(second);
    await field(page, "Current Password").fill(account.password);
    await save.click();
    await page.getByText(`${second} becomes your address`).waitFor();
    await page.getByRole("button", { name: "Resend" }).click();
    await page.getByText("a new message is on its way").waitFor();

    await opened(page, await mailed(first));
    await confirm.click();
    await page.getByRole("heading", { name: "This link no longer works" }).waitFor();
    await opened(page, await mailed(second));
    await confirm.waitFor();
    const email = async () => (await (await send("GET", "/api/auth/me", account)).json()).user.email;
    expect(await email()).toBe(account.email);
    await confirm.click();
    await page.getByRole("heading", { name: "Your address is confirmed" }).waitFor();
    expect(await email()).toBe(second);
  });

  visit("shows an address that waits for its confirmation, which a mailed link gives", async (page) => {
    const account = await newAccount();
    await signIn(page, account);
    await opened(page, "/profile");
    const notice = page.getByText(/^Please confirm your address/);
    await notice.waitFor();
    await opened(page, await mailedPath(site.dataDir, account.email, /\/verify-email\?token=[\w-]+/));
    await page.getByRole("button", { name: "Confirm This Address" }).click();
    await page.getByRole("heading", { name: "Your address is confirmed" }).waitFor();
    expect(here(page)).toBe("/verify-email");
    await page.getByRole("link", { name: "Go to your profile" }).click();
    await page.getByRole("heading", { name: "Account Details" }).waitFor();
    expect(await notice.count()).toBe(0);
  });

  visit("leads the owner of the old address back to the account, and whoever changed it out", async (page) => {
    const account = await newAccount();
    const body = { email: `thief-${account.email}`, currentPassword: account.password };
    await send("PUT", "/api/auth/profile", { token: account.token, body });
    await signIn(page, account);
    await opened(page, await mailedPath(site.dataDir, account.email, /\/undo-email\?token=[\w-]+/));
    await page.getByRole("button", { name: "Restore My Address" }).click();
    await page.getByRole("heading", { name: "Your address is restored" }).waitFor();
    expect(await isGood(account.token)).toBe(false);
    await expect.poll(() => stored(page, "authToken")).toBeNull();
    await mailedPath(site.dataDir, account.email, /\/reset-password\?token=[\w-]+/);
  });

  visit("asks who it is before an account elsewhere is connected or unlinked", async (page) => {
    const account = await newAccount();
    const linked = { ...account.user, linked: ["steam"] };
    await page.route("**/api/auth/me", (route) => route.fulfill({ json: { user: linked } }));
    await signIn(page, { ...account, user: linked });
    await opened(page, "/profile");
    const dialog = page.getByRole("dialog", { name: "Confirm It's You" });
    await page.getByRole("button", { name: "Connect Google" }).click();
    await dialog.getByLabel("Password", { exact: true }).fill("wrong-one");
    await dialog.getByRole("button", { name: "Continue" }).click();
    await dialog.getByText("Wrong password", { exact: true }).waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
    const connected = page.getByRole("region", { name: "Connected Accounts" });
    expect(await connected.getByRole("alert").count()).toBe(0);

    await page.getByRole("button", { name: "Unlink Steam" }).click();
    await page.getByRole("dialog", { name: "Unlink Steam?" }).getByRole("button", { name: "Unlink" }).click();
    await dialog.getByLabel("Password", { exact: true }).fill(account.password);
    await dialog.getByRole("button", { name: "Continue" }).click();
    await connected.getByText("Steam is unlinked").waitFor();
  });

  visit("tells in an alert when it could not be changed, with the reason beside its field", async (page) => {
    const account = await newAccount();
    await signIn(page, account);
    await opened(page, "/profile");
    await page.getByRole("button", { name: "Edit Profile" }).click();
    const save = page.getByRole("button", { name: "Save Changes" });
    await field(page, "Email").fill(`new-${account.email}`);
    await field(page, "Current Password").fill("wrong-one");
    await save.click();
    await alert(page).getByText("Failed to update profile. Please try again.").waitFor();
    const note = await field(page, "Current Password").getAttribute("aria-describedby");
    expect(await page.locator(`[id="${note}"]`).textContent()).toBe("Wrong password");
    expect(await field(page, "Current Password").evaluate((input) => input === document.activeElement)).toBe(true);

    await page.route("**/api/auth/profile", (route) => route.fulfill({ status: 500, body: "" }));
    await field(page, "Email").fill(account.email);
    await save.click();
    await alert(page).getByText("Profile update failed").waitFor();
  });

  visit("lets adults have explicit games in lists, and nobody else", async (page) => {
    const account = await newAccount();
    await signIn(page, account);
    const { title: explicit } = await explicitGame(account);
    const list = `/games?search=${encodeURIComponent(explicit)}`;
    // typed, so that the browser itself has asked for the list, and might keep the answer
    await opened(page, "/games");
    await page.getByRole("main").getByRole("searchbox").fill(explicit);
    await page.getByRole("heading", { name: "No Games Found" }).waitFor();

    await opened(page, "/profile");
    await page.getByRole("button", { name: "Edit Profile" }).click();
    const setting = page.getByRole("checkbox", { name: "Show Explicit Content" });
    await setting.check();
    await page.getByRole("button", { name: "Save Changes" }).click();
    await page.getByText("Profile updated").waitFor();
    await opened(page, list);
    await page.getByRole("article").filter({ hasText: explicit }).first().waitFor();

    await opened(page, "/profile");
    await page.getByRole("button", { name: "Edit Profile" }).click();
    await field(page, "Birthday").fill(`${new Date().getFullYear() - 15}-01-01`);
    expect(await setting.isDisabled()).toBe(true);
    await page.getByText("You must be at least 18 years old to show explicit content").waitFor();
    await page.getByRole("button", { name: "Save Changes" }).click();
    await page.getByText("Profile updated").waitFor();
    await opened(page, list);
    await page.getByRole("heading", { name: "No Games Found" }).waitFor();
  });

  visit("spares adults who want explicit games the question that their pages ask first", async (page) => {
    const account = await newAccount();
    const { id, title } = await explicitGame(account);
    const question = page.getByRole("heading", { level: 1, name: "Explicit Content" });
    const game = page.getByRole("heading", { level: 1, name: title });
    await opened(page, `/games/${id}`);
    await question.waitFor();
    expect(await game.count()).toBe(0);
    await page.getByRole("button", { name: "Show Anyway" }).click();
    await game.waitFor();

    await signIn(page, account);
    await opened(page, `/games/${id}`);
    await question.waitFor();
    const { user } = await (
      await send("PUT", "/api/auth/profile", { token: account.token, body: { showExplicitContent: true } })
    ).json();
    await signIn(page, { ...account, user });
    await opened(page, `/games/${id}`);
    await game.waitFor();
    expect(await question.count()).toBe(0);
  });

  visit("shows the sign-ins and ends them all", async (page) => {
    const account = await newAccount();
    const body = { email: account.email, password: account.password };
    const second = await (await send("POST", "/api/auth/login", { body })).json();
    await signIn(page, account);
    await opened(page, "/profile");
    const list = page.getByRole("region", { name: "Sign-ins" });
    await expect.poll(() => list.getByRole("listitem").count()).toBe(2);
    expect(await list.getByText("This device").count()).toBe(1);

    await page.getByRole("button", { name: "Sign Out Everywhere" }).click();
    const dialog = page.getByRole("dialog", { name: "Sign out everywhere?" });
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
    expect(await isGood(account.token)).toBe(true);
    await page.getByRole("button", { name: "Sign Out Everywhere" }).click();
    await dialog.getByRole("button", { name: "Sign Out Everywhere" }).click();
    await page.waitForURL(`${site.url}/`);
    expect(await isGood(account.token)).toBe(false);
    expect(await isGood(second.token)).toBe(false);
    expect(await stored(page, "authToken")).toBeNull();
  });

  visit("can be taken along", async (page) => {
    const account = await newAccount();
    await signIn(page, account);
    await opened(page, "/profile");
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Export My Data" }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(new RegExp(`^${account.username}-\\d{4}-\\d\\d-\\d\\d\\.json$`));
    expect(await readFile(await download.path(), "utf8")).toContain(account.email);
  });

  visit("can be deleted, with the password asked again", async (page) => {
    const account = await newAccount();
    await signIn(page, account);
    await opened(page, "/profile");
    await page.getByRole("button", { name: "Delete Account" }).click();
    const dialog = page.getByRole("dialog", { name: "Delete your account?" });
    const confirm = dialog.getByRole("button", { name: "Delete For Good" });
    await confirm.click();
    await dialog.getByText("Password is required", { exact: true }).waitFor();
    await dialog.getByLabel("Enter your password to confirm", { exact: true }).fill("wrong-one");
    await confirm.click();
    await dialog.getByRole("alert").waitFor();
    expect(await isGood(account.token)).toBe(true);

    await dialog.getByLabel("Enter your password to confirm", { exact: true }).fill(account.password);
    await confirm.click();
    await page.waitForURL(`${site.url}/`);
    expect(await stored(page, "authToken")).toBeNull();
    const again = { email: account.email, password: account.password };
    expect((await send("POST", "/api/auth/login", { body: again })).status).toBe(401);
  });
});

/** A game of the sample that only those see who want to. */
async function explicitGame({ token }: Account): Promise<{ id: number; title: string }> {
  const all = async () => {
    const found: { id: number; title: string }[] = [];
    for (let page = 1; ; page++) {
      const { games, totalPages } = await (
        await send("GET", `/api/games?fields=title&limit=100&page=${page}`, { token })
      ).json();
      found.push(...games);
      if (page >= totalPages) return found;
    }
  };
  const without = new Set((await all()).map(({ id }) => id));
  await send("PUT", "/api/auth/profile", { token, body: { showExplicitContent: true } });
  const hidden = (await all()).find(({ id }) => !without.has(id));
  await send("PUT", "/api/auth/profile", { token, body: { showExplicitContent: false } });
  if (hidden === undefined) throw new Error("The sample has no explicit game");
  return hidden;
}

test.each([
  ["desktop", "dark"],
  ["phone", "light"],
] as const)("axe has nothing serious to say about the account screens on a %s, %s", async (screen, colorScheme) => {
  const account = await newAccount();
  const { page } = await newVisitor(browser, site.url, { ...screens[screen], colorScheme });
  const findings: Record<string, string[]> = {};
  const look = async (name: string) => {
    const found = await seriousFindings(page);
    if (found.length > 0) findings[name] = found;
  };
  for (const path of [
    "/terms",
    "/privacy",
    "/forgot-password",
    "/reset-password?token=x",
    "/verify-email?token=x",
    "/undo-email?token=x",
    "/auth/callback",
  ]) {
    await opened(page, path);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await look(path);
  }
  await opened(page, "/login");
  await fillLogin(page, account.email, "wrong-one");
  await alert(page).waitFor();
  await look("/login");
  await opened(page, "/register");
  await page.getByRole("button", { name: "Create Account" }).click();
  await page.getByText("Username is required").waitFor();
  await look("/register");
  await signIn(page, account);
  await opened(page, "/profile");
  await page.getByRole("listitem").filter({ hasText: "This device" }).waitFor();
  await look("/profile");
  await page.getByRole("button", { name: "Edit Profile" }).click();
  await look("/profile, editing");
  await page.getByRole("button", { name: "Delete Account" }).click();
  await look("/profile, deleting");
  expect(findings).toEqual({});
  await page.context().close();
});
