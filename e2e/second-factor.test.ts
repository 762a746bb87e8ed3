import { Secret, TOTP } from "otpauth";
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { repeats } from "../server/src/test/processes/soak.ts";
import { alert, field, fillLogin, signedInAs, startAccounts, stored } from "./accounts.ts";
import { axeFindings, opened } from "./browser.ts";
import { type Member, newMember, send, signIn } from "./member.ts";

const { site, visit, isValid } = startAccounts("shared");

/** Passkeys belong to a name, not to an address. */
const named = () => site().url.replace("127.0.0.1", "localhost");
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const security = (page: Page) => page.getByRole("region", { name: "Security" });

/** Codes of neighbouring steps of 30 seconds are valid, too, but none works twice. */
function codeOf(secret: string, steps = 0): string {
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: Date.now() + steps * 30_000 });
}

async function openProfile(page: Page, account: Member): Promise<void> {
  await signIn(page, account, named());
  await opened(page, `${named()}/profile#security`);
}

async function confirmIdentity(page: Page, account: Member): Promise<void> {
  const dialog = page.getByRole("dialog", { name: "Confirm it's you" });
  await dialog.getByLabel("Password", { exact: true }).fill(account.password);
  await dialog.getByRole("button", { name: "Continue" }).click();
}

/** A phone's or computer's own authenticator, which asks its owner for nothing. */
async function addVirtualAuthenticator(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

async function signOut(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.clear());
  await opened(page, `${named()}/login`);
}

describe("an authenticator app", () => {
  visit("is added by its code, required at sign-in, and replaced once by a recovery code", async (page) => {
    const account = await newMember(site());
    await openProfile(page, account);
    await security(page).getByText("None yet").waitFor();
    await button(page, "Add an authenticator app").click();
    await confirmIdentity(page, account);

    const dialog = page.getByRole("dialog", { name: "Add an authenticator app" });
    await dialog.getByRole("img", { name: "QR code for your authenticator app" }).waitFor();
    const secret = (await dialog.locator("code").textContent()) ?? "";
    await dialog.getByLabel("Code", { exact: true }).fill("12");
    await dialog.getByRole("button", { name: "Add", exact: true }).click();
    await dialog.getByText("This code is not valid").waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await dialog.getByLabel("Code", { exact: true }).fill(codeOf(secret));
    await page.keyboard.press("Enter");

    const codes = page.getByRole("dialog", { name: "Recovery codes" });
    await codes.getByRole("listitem").first().waitFor();
    const [recovery = ""] = await codes.getByRole("listitem").allTextContents();
    expect(recovery).toMatch(/^[a-z2-9]{5}-[a-z2-9]{5}$/);
    expect(await axeFindings(page)).toEqual([]);
    await codes.getByRole("button", { name: "I have saved them" }).click();
    await security(page).getByText("Authenticator app", { exact: true }).waitFor();
    await security(page).getByText("10 left.").waitFor();

    await signOut(page);
    await fillLogin(page, account.email, account.password);
    await page.getByRole("heading", { name: "One more step" }).waitFor();
    expect(await stored(page, "authToken")).toBeNull();
    expect(await axeFindings(page)).toEqual([]);
    await field(page, "Code").fill("000000");
    await button(page, "Continue").click();
    await page.getByText("This code is not valid").waitFor();
    await expect.poll(() => field(page, "Code").evaluate((input) => input === document.activeElement)).toBe(true);
    await field(page, "Code").fill(codeOf(secret, 1));
    await button(page, "Continue").click();
    await signedInAs(page, account.username).waitFor();

    // it is refused the second time
    for (const isRight of [true, false].slice(0, repeats(1, 2))) {
      await signOut(page);
      await fillLogin(page, account.email, account.password);
      await button(page, "Use a recovery code instead").click();
      await field(page, "Recovery code").fill(recovery);
      await button(page, "Continue").click();
      await (isRight ? signedInAs(page, account.username) : page.getByText("This code is not valid")).waitFor();
    }
  });
});

describe("a passkey", () => {
  visit("is a second factor, signs in by itself, and is removed", async (page) => {
    const account = await newMember(site());
    await openProfile(page, account);
    await addVirtualAuthenticator(page);
    await button(page, "Add a passkey").click();
    await confirmIdentity(page, account);
    const dialog = page.getByRole("dialog", { name: "Add a passkey" });
    await dialog.getByRole("button", { name: "Create passkey" }).click();
    await dialog.getByText("Enter a name").waitFor();
    await dialog.getByLabel("Name", { exact: true }).fill("My phone");
    expect(await axeFindings(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Create passkey" }).click();
    await page
      .getByRole("dialog", { name: "Recovery codes" })
      .getByRole("button", { name: "I have saved them" })
      .click();
    await security(page).getByText("My phone").waitFor();

    await signOut(page);
    await fillLogin(page, account.email, account.password);
    await button(page, "Use a passkey").click();
    await signedInAs(page, account.username).waitFor();

    await signOut(page);
    await button(page, "Continue with a passkey").click();
    await signedInAs(page, account.username).waitFor();

    await opened(page, `${named()}/profile#security`);
    await button(page, "Remove My phone").click();
    const question = page.getByRole("dialog", { name: "Remove My phone?" });
    await question.getByText("protected by the password alone").waitFor();
    await question.getByRole("button", { name: "Remove" }).click();
    await page.getByRole("dialog", { name: "Confirm it's you" }).getByRole("button", { name: "Use a passkey" }).click();
    await page.getByText("My phone was removed.").waitFor();
    await security(page).getByText("None yet").waitFor();
  });
});

describe("the password", () => {
  visit("is changed on the profile, which ends the other sessions (soak)", async (page) => {
    const account = await newMember(site());
    const body = { email: account.email, password: account.password };
    const other = await (await send(site(), "POST", "/api/auth/login", { body })).json();
    await openProfile(page, account);
    await button(page, "Change password").click();
    const dialog = page.getByRole("dialog", { name: "Change password" });
    const fill = async (current: string, next: string) => {
      await dialog.getByLabel("Current password", { exact: true }).fill(current);
      await dialog.getByLabel("New password", { exact: true }).fill(next);
      await dialog.getByLabel("Repeat new password", { exact: true }).fill(next);
      await dialog.getByRole("button", { name: "Save changes" }).click();
    };
    await fill("wrong", "another long password");
    await dialog.getByText("Wrong password").waitFor();
    await fill(account.password, "football");
    await dialog.getByText("This password is too common").waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await fill(account.password, "another long password");
    await page.getByText("Your password is changed. All other sessions have ended.").waitFor();
    expect(await isValid(other.token)).toBe(false);
    expect(await isValid(account.token)).toBe(true);
  });
});

describe("a session", () => {
  visit("is ended by itself on the profile (soak)", async (page) => {
    const account = await newMember(site());
    const body = { email: account.email, password: account.password };
    const other = await (await send(site(), "POST", "/api/auth/login", { body })).json();
    await openProfile(page, account);
    const sessions = page.getByRole("region", { name: "Sign-ins" });
    await sessions
      .getByRole("button", { name: /^End the session on / })
      .first()
      .click();
    await sessions.getByText("The session has ended.").waitFor();
    expect(await isValid(other.token)).toBe(false);
    expect(await isValid(account.token)).toBe(true);
    expect(await alert(page).count()).toBe(0);
  });
});
