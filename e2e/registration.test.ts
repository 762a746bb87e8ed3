import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { alert, field, fillLogin, signedInAs, startAccounts, stored, watchCalls } from "./accounts.ts";
import { superAdmin } from "./administrators.ts";
import { axeFindings, hrefOf, opened } from "./browser.ts";
import { callApi, newMember, signIn } from "./member.ts";
import { mailedPath } from "./outbox.ts";

const { site, here, visit, isValid } = startAccounts("worker");

let registrations = 0;

async function fillRegistration(page: Page, values: Record<string, string>, agree = true): Promise<void> {
  for (const [name, value] of Object.entries(values)) await field(page, name).fill(value);
  await page.getByRole("checkbox").setChecked(agree);
  await page.getByRole("button", { name: "Create account" }).click();
}

const filled = {
  Username: "newcomer",
  Email: "newcomer@example.com",
  Password: "a members secret",
  "Confirm password": "a members secret",
  Birthday: "2000-02-03",
};

describe("registration (spec/accounts 2)", () => {
  visit(
    "creates an account, signs in and returns to the previous page",
    async (page) => {
      const username = `newcomer-${++registrations}`;
      await opened(page, "/games?store=gog");
      await page.getByRole("banner").getByRole("link", { name: "Sign in" }).click();
      await page.getByRole("link", { name: "Create an account" }).click();
      await page.waitForURL("**/register?**");
      await fillRegistration(page, { ...filled, Username: username, Email: `${username}@example.com` });
      await page.waitForURL("**/games?store=gog");
      await signedInAs(page, username).waitFor();
      expect(await stored(page, "authToken")).toMatch(/^[\w-]{43,}$/);
      expect(JSON.parse((await stored(page, "user")) ?? "")).toMatchObject({ username, birthday: "2000-02-03" });
    },
    "desktop",
  );

  visit("checks the rules in the order of spec/accounts 2.2 and shows the first error", async (page) => {
    await opened(page, "/register");
    const calls = watchCalls(page);
    const young = `${new Date().getFullYear() - 5}-01-01`;
    await fillRegistration(page, { ...filled, Password: "abc", "Confirm password": "abd", Birthday: young });
    await alert(page).getByText("Passwords do not match", { exact: true }).waitFor();
    expect(await field(page, "Confirm password").evaluate((input) => input === document.activeElement)).toBe(true);
    expect(await field(page, "Confirm password").getAttribute("aria-describedby")).toContain(
      (await alert(page).getAttribute("id")) ?? "nothing",
    );

    await field(page, "Confirm password").fill("abc");
    await page.getByRole("button", { name: "Create account" }).click();
    await alert(page).getByText("Password must be at least 6 characters long", { exact: true }).waitFor();

    await field(page, "Password").fill("a members secret");
    await field(page, "Confirm password").fill("a members secret");
    await page.getByRole("button", { name: "Create account" }).click();
    await alert(page).getByText("You must be at least 13 years old to register", { exact: true }).waitFor();
    expect(calls).toEqual([]);
  });

  visit("requires all fields, a valid email, a birthday up to today, and consent to the terms", async (page) => {
    await opened(page, "/register");
    const calls = watchCalls(page);
    const today = new Date().toISOString().slice(0, 10);
    expect(await field(page, "Birthday").getAttribute("max")).toBe(today);
    await page.getByRole("button", { name: "Create account" }).click();
    for (const text of [
      "Username is required",
      "Email is required",
      "Password is required",
      "Repeat the password",
      "Birthday is required",
      "Agree to the terms and the privacy policy",
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

  visit("shows the server's errors, or a general one without a body (soak)", async (page) => {
    const { username, email } = await newMember(site());
    await opened(page, "/register");
    await fillRegistration(page, { ...filled, Username: username.toUpperCase(), Email: email });
    await alert(page).getByText("This username is already taken").waitFor();
    expect(await alert(page).textContent()).toContain("This email is already registered");

    await page.route("**/api/auth/register", (route) => route.fulfill({ status: 500, body: "" }));
    await page.getByRole("button", { name: "Create account" }).click();
    await alert(page).getByText("Registration failed", { exact: true }).waitFor();
  });

  visit("links to the terms and the privacy policy (soak)", async (page) => {
    await opened(page, "/register");
    for (const [name, path] of [
      ["Terms of service", "/terms"],
      ["Privacy policy", "/privacy"],
    ] as const) {
      expect(await hrefOf(page.getByRole("main").getByRole("link", { name }))).toBe(path);
      expect((await fetch(site().url + path)).status).toBe(200);
    }
    await opened(page, "/terms");
    await page.getByRole("heading", { level: 1, name: "Terms of service" }).waitFor();
    await opened(page, "/privacy");
    await page.getByRole("heading", { level: 1, name: "Privacy policy" }).waitFor();
  });

  visit("shows a notice while registration is closed (soak)", async (page) => {
    const admin = await superAdmin(site());
    const open = (value: string) =>
      callApi(site(), "PUT", "/api/admin/config/features.registration", { member: admin, body: { value } });
    const html = async () => (await fetch(`${site().url}/register`)).text();
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

describe("a forgotten password (spec/accounts 5)", () => {
  visit("is reset once with the mailed link, which ends all sessions", async (page) => {
    const account = await newMember(site());
    await opened(page, "/login");
    await page.getByRole("link", { name: "Forgot password?" }).click();
    await page.waitForURL("**/forgot-password");
    await page.getByRole("button", { name: "Send reset instructions" }).click();
    await page.getByText("Email is required", { exact: true }).waitFor();
    await field(page, "Email").fill(account.email);
    await page.getByRole("button", { name: "Send reset instructions" }).click();
    await page.getByRole("heading", { name: "Check your mail" }).waitFor();

    const path = await mailedPath(site().dataDir, account.email, /\/reset-password\?token=[\w-]+/);
    await opened(page, path);
    const save = page.getByRole("button", { name: "Set new password" });
    await field(page, "New password").fill("abc");
    await field(page, "Confirm new password").fill("abd");
    await save.click();
    await alert(page).getByText("Passwords do not match", { exact: true }).waitFor();
    await field(page, "Confirm new password").fill("abc");
    await save.click();
    await alert(page).getByText("Password must be at least 6 characters long", { exact: true }).waitFor();
    await field(page, "New password").fill("another1");
    await field(page, "Confirm new password").fill("another1");
    await save.click();
    await page.getByText("Your password is changed. Sign in with the new one.").waitFor();
    await expect.poll(() => here(page)).toBe("/reset-password");
    expect(await isValid(account.token)).toBe(false);

    await page.getByRole("main").getByRole("link", { name: "Sign in" }).click();
    await page.waitForURL("**/login");
    await fillLogin(page, account.email, "another1");
    await signedInAs(page, account.username).waitFor();

    await opened(page, path);
    await field(page, "New password").fill("another2");
    await field(page, "Confirm new password").fill("another2");
    await save.click();
    await alert(page).waitFor();
    await page.getByRole("link", { name: "Ask for a new message" }).click();
    await page.waitForURL("**/forgot-password");
  });

  visit("shows the same confirmation for an unknown email, and an error if the request fails", async (page) => {
    await opened(page, "/forgot-password");
    await page.route("**/api/auth/reset-password", (route) => route.fulfill({ status: 500, body: "" }));
    await field(page, "Email").fill("nobody@example.com");
    await page.getByRole("button", { name: "Send reset instructions" }).click();
    await alert(page).getByText("Failed to send reset instructions", { exact: true }).waitFor();
    await page.unroute("**/api/auth/reset-password");
    await page.getByRole("button", { name: "Send reset instructions" }).click();
    await page.getByRole("heading", { name: "Check your mail" }).waitFor();
  });

  visit("requires a token", async (page) => {
    await opened(page, "/reset-password");
    await page.getByRole("link", { name: "Ask for a new message" }).click();
    await page.waitForURL("**/forgot-password");
  });
});

async function lookAtErrors(page: Page): Promise<void> {
  const account = await newMember(site());
  const findings: Record<string, string[]> = {};
  const look = async (name: string) => {
    const found = await axeFindings(page);
    if (found.length > 0) findings[name] = found;
  };
  await opened(page, "/login");
  await fillLogin(page, account.email, "wrong-one");
  await alert(page).waitFor();
  await look("/login");
  await opened(page, "/register");
  await page.getByRole("button", { name: "Create account" }).click();
  await page.getByText("Username is required").waitFor();
  await look("/register");
  await signIn(page, account);
  await opened(page, "/profile");
  await page.getByRole("button", { name: "Edit profile" }).click();
  await look("/profile, editing");
  await page.getByRole("button", { name: "Delete account" }).click();
  await look("/profile, deleting");
  expect(findings).toEqual({});
}

visit("axe finds nothing on account screens with errors and confirmations (soak)", lookAtErrors, "phone");
