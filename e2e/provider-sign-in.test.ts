import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { repeats } from "../server/src/test/processes/soak.ts";
import { startSteam } from "../server/src/test/servers/steam-server.ts";
import { alert, signedInAs, startAccounts, stored } from "./accounts.ts";
import { opened } from "./browser.ts";
import { newMember, signIn } from "./member.ts";

const steam = await startSteam();
const { site, here, visit } = startAccounts({
  STEAM_OPENID_URL: steam.openidUrl,
  STEAM_WEB_API_URL: steam.apiUrl,
});

/** The address that providers redirect to. */
const publicUrl = () => site().url.replace("127.0.0.1", "localhost");

let lastSteamId = 76561198000000000n;

/** Signs in with a new Steam account. */
async function signInWithSteam(page: Page): Promise<void> {
  await page.goto(`${publicUrl()}/api/auth/steam`);
  const returnTo = new URL(page.url()).searchParams.get("openid.return_to")!;
  const address = new URL(returnTo);
  for (const [name, value] of Object.entries(steam.assert(returnTo, String(++lastSteamId)))) {
    address.searchParams.append(`openid.${name}`, value);
  }
  await page.evaluate((href) => location.replace(href), address.href);
}

describe("the callback of a provider sign-in (spec/accounts 7.2)", () => {
  visit("stores the token and removes it from the address and the history", async (page) => {
    await page.goto(`${publicUrl()}/free`);
    await signInWithSteam(page);
    await page.waitForURL(`${publicUrl()}/`);
    await signedInAs(page, "steam-").waitFor();
    expect(await stored(page, "authToken")).toMatch(/^[\w-]{43}$/);
    expect(JSON.parse((await stored(page, "user")) ?? "")).toMatchObject({ linked: ["steam"] });
    await page.goBack();
    await page.waitForURL("**/free");
  });

  visit("removes the token from the address before any request (soak)", async (page) => {
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

  visit("replaces the previous session (soak)", async (page) => {
    const before = await newMember(site());
    await signIn(page, before, publicUrl());
    await signInWithSteam(page);
    await signedInAs(page, "steam-").waitFor();
    expect(await stored(page, "authToken")).not.toBe(before.token);
  });

  visit("rejects the token of a sign-in that this browser did not start, and keeps the session", async (page) => {
    const visitor = await newMember(site());
    const attacker = await newMember(site());
    await signIn(page, visitor);
    for (const token of [attacker.token, "x"].slice(0, repeats(1, 2))) {
      await opened(page, `/auth/callback?token=${token}`);
      await alert(page).getByText("Authentication failed. Please try again.", { exact: true }).waitFor();
      expect(await stored(page, "authToken")).toBe(visitor.token);
    }
    await page.getByRole("link", { name: "Go Home" }).click();
    await signedInAs(page, visitor.username).waitFor();
  });

  visit("keeps the current session if the server rejects the new token (soak)", async (page) => {
    const visitor = await newMember(site());
    await signIn(page, visitor, publicUrl());
    await page.route("**/api/auth/me", (route) => route.fulfill({ status: 401, json: { error: "No" } }));
    await signInWithSteam(page);
    await alert(page).getByText("Authentication failed. Please try again.", { exact: true }).waitFor();
    expect(await stored(page, "authToken")).toBe(visitor.token);
  });

  const failures = [
    ["error=failed", "Steam authentication failed. Please try again."],
    ["error=failed&provider=steam", "Steam authentication failed. Please try again."],
    ["", "No authentication token received."],
    ["token=nonsense", "Authentication failed. Please try again."],
    ["error=not_configured&provider=google", "Signing in with Google is not set up on this site."],
  ] as const;
  for (const [search, message] of failures.slice(0, repeats(1, 5)))
    visit(`"${search}" shows "${message}" and a link home`, async (page) => {
      await opened(page, `/auth/callback?${search}`);
      await alert(page).getByText(message, { exact: true }).waitFor();
      expect(await stored(page, "authToken")).toBeNull();
      await page.getByRole("link", { name: "Go Home" }).click();
      await page.waitForURL(`${site().url}/`);
    });

  visit("shows an error if Google is not configured (soak)", async (page) => {
    await opened(page, "/login");
    await page.getByRole("link", { name: "Continue with Google" }).click();
    await alert(page).getByText("Signing in with Google is not set up on this site.", { exact: true }).waitFor();
    expect(here(page)).toBe("/auth/callback");
  });
});
