import type { BrowserContext, Page } from "playwright-core";
import { describe, expect } from "vitest";
import { alert, field, fillLogin, signedInAs, startAccounts, stored, watchCalls } from "./accounts.ts";
import { hrefOf, opened } from "./browser.ts";
import { newMember, send, signIn } from "./member.ts";

const { site, visit, isValid } = startAccounts("shared");

describe("signing in (spec/accounts 3)", () => {
  visit(
    "returns to the previous page; logout ends the session and leads home",
    async (page) => {
      const account = await newMember(site());
      await opened(page, "/games?search=portal");
      await page.getByRole("banner").getByRole("link", { name: "Sign in" }).click();
      await page.waitForURL("**/login?**");
      await fillLogin(page, account.email, account.password);
      await page.waitForURL("**/games?search=portal");
      await signedInAs(page, account.username).click();
      const token = (await stored(page, "authToken")) ?? "";

      await page.getByRole("button", { name: "Sign out", exact: true }).click();
      await page.waitForURL(`${site().url}/`);
      await page.getByRole("banner").getByRole("link", { name: "Sign in" }).waitFor();
      expect(await page.evaluate(() => scrollY)).toBe(0);
      expect(await stored(page, "authToken")).toBeNull();
      expect(await stored(page, "user")).toBeNull();
      await expect.poll(() => isValid(token)).toBe(false);
    },
    "phone",
  );

  visit("shows the server's error and keeps the email", async (page) => {
    const { email } = await newMember(site());
    await opened(page, "/login");
    await fillLogin(page, email, "wrong-one");
    await alert(page).getByText("Invalid email or password", { exact: true }).waitFor();
    expect(await field(page, "Email").inputValue()).toBe(email);
    expect(await stored(page, "authToken")).toBeNull();
  });

  visit("shows 'Login failed' on a server error, and a network error without a network (soak)", async (page) => {
    await opened(page, "/login");
    await page.route("**/api/auth/login", (route) => route.fulfill({ status: 500, body: "" }));
    await fillLogin(page, "a@example.com", "a members secret");
    await alert(page).getByText("Login failed", { exact: true }).waitFor();
    await page.unroute("**/api/auth/login");
    await page.route("**/api/auth/login", (route) => route.abort());
    await page.getByRole("button", { name: "Sign in" }).click();
    await alert(page)
      .getByText("Network error: Unable to connect to server. Please check if the server is running.", { exact: true })
      .waitFor();
  });

  visit("requires email and password, and works with the keyboard alone", async (page) => {
    const account = await newMember(site());
    await opened(page, "/login");
    await field(page, "Email").focus();
    await page.keyboard.press("Enter");
    await page.getByText("Email is required", { exact: true }).waitFor();
    await page.getByText("Password is required", { exact: true }).waitFor();
    await page.keyboard.type(account.email);
    await page.keyboard.press("Tab");
    await page.keyboard.type(account.password);
    await page.keyboard.press("Enter");
    await page.waitForURL(`${site().url}/`);
    await signedInAs(page, account.username).waitFor();
  });

  visit("sends rememberMe when Remember me is checked (soak)", async (page) => {
    const account = await newMember(site());
    await opened(page, "/login");
    await page.getByRole("checkbox", { name: "Remember me" }).check();
    const [request] = await Promise.all([
      page.waitForRequest("**/api/auth/login"),
      fillLogin(page, account.email, account.password),
    ]);
    expect(request.postDataJSON()).toEqual({ email: account.email, password: account.password, rememberMe: true });
  });

  visit("links to providers, password reset, home and registration (soak)", async (page) => {
    await opened(page, "/login?from=/free");
    const target = (name: string) => hrefOf(page.getByRole("link", { name }));
    expect(await target("Continue with Google")).toBe("/api/auth/google");
    expect(await target("Continue with Steam")).toBe("/api/auth/steam");
    expect(await target("Forgot password?")).toBe("/forgot-password");
    expect(await target("Back to home")).toBe("/");
    expect(await target("Create an account")).toBe("/register?from=%2Ffree");
  });

  visit("signing in with an unsafe return address leads home", async (page) => {
    const account = await newMember(site());
    await opened(page, `/login?from=${encodeURIComponent("/\\evil.example")}`);
    await fillLogin(page, account.email, account.password);
    await signedInAs(page, account.username).waitFor();
    expect(page.url()).toBe(`${site().url}/`);
  });
});

describe("the session in the browser (spec/accounts 4)", () => {
  visit("is checked on navigation, at most once in five minutes", async (page) => {
    await signIn(page, await newMember(site()));
    const calls = watchCalls(page);
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

  visit("ends when the server rejects the token (soak)", async (page) => {
    const account = await newMember(site());
    await signIn(page, account);
    await send(site(), "POST", "/api/auth/logout-all", { token: account.token });
    await opened(page, "/games");
    await page.getByRole("banner").getByRole("link", { name: "Sign in" }).waitFor();
    expect(await stored(page, "authToken")).toBeNull();
    expect(await stored(page, "user")).toBeNull();
  });

  visit("stays when the server is unavailable, and the profile offers Retry (soak)", async (page) => {
    const account = await newMember(site());
    await signIn(page, account);
    await page.route("**/api/auth/me", (route) => route.fulfill({ status: 503, json: { error: "Away", code: "x" } }));
    await opened(page, "/profile");
    await page.getByRole("heading", { name: "Failed to load your profile. Try again." }).waitFor({ timeout: 20_000 });
    await signedInAs(page, account.username).waitFor();
    expect(await stored(page, "authToken")).toBe(account.token);
    await page.unroute("**/api/auth/me");
    await page.getByRole("button", { name: "Retry" }).click();
    await page.getByRole("heading", { name: "Account details" }).waitFor();
  });

  visit("signing out signs out every tab", async (page) => {
    const account = await newMember(site());
    await signIn(page, account);
    await opened(page, "/games");
    const [profile, free] = await Promise.all([tab(page.context(), "/profile"), tab(page.context(), "/free")]);
    await profile.getByRole("heading", { name: "Account details" }).waitFor();
    await signedInAs(page, account.username).click();
    await page.getByRole("button", { name: "Sign out", exact: true }).click();
    await page.waitForURL(`${site().url}/`);
    await free.getByRole("banner").getByRole("link", { name: "Sign in" }).waitFor();
    await profile.waitForURL("**/login?from=%2Fprofile");
  });

  visit("signing in signs in every tab (soak)", async (page) => {
    const account = await newMember(site());
    const other = await tab(page.context(), "/games");
    await opened(page, "/login");
    await fillLogin(page, account.email, account.password);
    await signedInAs(other, account.username).waitFor();
  });

  visit("signing out removes the token even if the server is unreachable (soak)", async (page) => {
    const account = await newMember(site());
    await signIn(page, account);
    await opened(page, "/profile");
    await page.route("**/api/auth/logout", (route) => route.abort());
    await signedInAs(page, account.username).click();
    await page.getByRole("button", { name: "Sign out", exact: true }).click();
    await page.waitForURL(`${site().url}/`);
    expect(await stored(page, "authToken")).toBeNull();
    expect(await isValid(account.token)).toBe(true);
  });
});

async function tab(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage();
  await opened(page, path);
  return page;
}

describe("signed-in visitors", () => {
  visit("are redirected from sign-in and registration (soak)", async (page) => {
    const account = await newMember(site());
    await signIn(page, account);
    await page.goto("/login?from=%2Ffree");
    await page.waitForURL("**/free");
    await page.goto("/register");
    await page.waitForURL(`${site().url}/`);
    await signedInAs(page, account.username).waitFor();
  });

  visit("are redirected when they sign in in another tab (soak)", async (page) => {
    const account = await newMember(site());
    const other = await tab(page.context(), "/register?from=%2Fwishlist");
    await opened(page, "/login");
    await fillLogin(page, account.email, account.password);
    await other.waitForURL("**/wishlist");
  });

  visit("get the sign-in form when their session has ended (soak)", async (page) => {
    const account = await newMember(site());
    await signIn(page, account);
    await send(site(), "POST", "/api/auth/logout", { token: account.token });
    await opened(page, "/login");
    await fillLogin(page, account.email, account.password);
    await page.waitForURL(`${site().url}/`);
    await signedInAs(page, account.username).waitFor();
  });
});
