import { readFile } from "node:fs/promises";
import { Secret, TOTP } from "otpauth";
import { describe, expect } from "vitest";
import { alert, field, fillLogin, signedInAs, startAccounts, stored } from "./accounts.ts";
import { hrefOf, opened } from "./browser.ts";
import { type Member, newMember, send, signIn } from "./member.ts";
import { mailedPath } from "./outbox.ts";
import { planNames, showPlans } from "./plans.ts";

const { site, here, visit, isValid } = startAccounts("shared");

describe("the profile (spec/accounts 9)", () => {
  visit("requires a sign-in, which leads back to it (soak)", async (page) => {
    const account = await newMember(site());
    await opened(page, "/profile");
    await page.waitForURL("**/login?from=%2Fprofile");
    await fillLogin(page, account.email, account.password);
    await page.waitForURL("**/profile");
    await page.getByRole("heading", { name: "Account details" }).waitFor();
  });

  visit("saves the subscriptions that are chosen in quick succession, all of them (soak)", async (page) => {
    const account = await newMember(site());
    await signIn(page, account);
    await showPlans(page);
    const first = Promise.withResolvers<void>();
    let isFirst = true;
    await page.route("**/api/auth/profile", async (route) => {
      if (isFirst) await first.promise;
      isFirst = false;
      await route.continue();
    });
    await opened(page, "/profile");
    const plans = page.getByRole("region", { name: "My subscriptions" });
    for (const name of planNames) await plans.getByRole("checkbox", { name }).check();
    await plans.getByRole("checkbox", { name: planNames[0]! }).uncheck();
    first.resolve();
    const saved = async () => (await (await send(site(), "GET", "/api/auth/me", account)).json()).user.plans;
    await expect.poll(saved).toEqual(["pro", "ultimate"]);
    for (const name of planNames)
      expect(await plans.getByRole("checkbox", { name }).isChecked()).toBe(name !== planNames[0]);
  });

  visit("shows the account with current stats", async (page) => {
    const account = await newMember(site());
    await signIn(page, account);
    await opened(page, "/profile");
    const fact = (name: string) => page.locator("dl > div").filter({ hasText: name }).locator("dd");
    await expect.poll(() => fact("Wishlist games").textContent()).toBe("0");
    await expect.poll(() => fact("Price alerts").textContent()).toBe("0");
    await expect.poll(() => fact("Total saved").textContent()).toBe("$0");
    expect(await fact("Username").textContent()).toBe(account.username);
    expect(await fact("Email").textContent()).toBe(account.email);
    expect(await fact("Birthday").textContent()).toBe("Feb 3, 2000");
    expect(await fact("Account type").textContent()).toBe("Member");
    expect(await fact("Member since").textContent()).toMatch(/^[A-Z][a-z]{2} \d{1,2}, \d{4}$/);
    expect(await fact("Show explicit content").textContent()).toBe("Hidden");

    const { games } = await (await fetch(`${site().url}/api/games/homepage`)).json();
    await send(site(), "POST", "/api/wishlist", { token: account.token, body: { gameId: games[0].id } });
    await send(site(), "POST", "/api/alerts", {
      token: account.token,
      body: { gameId: games[0].id, targetPrice: null },
    });
    await page.reload();
    await expect.poll(() => fact("Wishlist games").textContent()).toBe("1");
    await expect.poll(() => fact("Price alerts").textContent()).toBe("1");

    const alerts = page.getByRole("region", { name: "Price alerts" });
    await alerts.getByText("At any drop").waitFor();
    expect(await hrefOf(alerts.getByRole("link", { name: games[0].title }))).toBe(`/games/${games[0].id}`);
    await alerts.getByRole("button", { name: `Remove alert: ${games[0].title}` }).click();
    await alerts.getByText("No price alerts yet.").waitFor();
    await expect.poll(() => fact("Price alerts").textContent()).toBe("0");
  });

  for (const [roles, badge, target] of [
    [{ role: "admin", isAdmin: true }, "Administrator", "/admin"],
    [{ role: "moderator" }, "Community Moderator", null],
  ] as const)
    visit(`shows the badge ${badge} (soak)`, async (page) => {
      const account = await newMember(site());
      await page.route("**/api/auth/me", (route) => route.fulfill({ json: { user: { ...account.user, ...roles } } }));
      await signIn(page, account);
      await opened(page, "/profile");
      await page.getByRole("main").getByText(badge, { exact: true }).first().waitFor();
      const link = page.getByRole("main").getByRole("link", { name: badge });
      expect(target === null ? null : await hrefOf(link)).toBe(target);
      expect(await link.count()).toBe(target === null ? 0 : 1);
    });

  visit("saves changes, and Cancel discards them", async (page) => {
    const account = await newMember(site());
    await signIn(page, account);
    await opened(page, "/profile");
    const edit = page.getByRole("button", { name: "Edit profile" });
    await edit.click();
    await field(page, "Email").fill("elsewhere@example.com");
    await page.getByRole("button", { name: "Cancel" }).click();
    await edit.click();
    expect(await field(page, "Email").inputValue()).toBe(account.email);
    expect(await field(page, "Birthday").getAttribute("max")).toBe(new Date().toISOString().slice(0, 10));

    await field(page, "Display name").fill("The Player");
    await page.getByRole("button", { name: "Save changes" }).click();
    await page.getByText("Profile updated").waitFor();
    await signedInAs(page, "The Player").waitFor();
    expect(JSON.parse((await stored(page, "user")) ?? "")).toMatchObject({
      displayName: "The Player",
      email: account.email,
    });
  });

  visit("requires the password for a new email, which applies once confirmed", async (page) => {
    const account = await newMember(site());
    const [first, second] = [`first-${account.email}`, `second-${account.email}`];
    await signIn(page, account);
    await opened(page, "/profile");
    const save = page.getByRole("button", { name: "Save changes" });
    const confirm = page.getByRole("button", { name: "Confirm this address" });
    const mailed = (address: string) => mailedPath(site().dataDir, address, /\/verify-email\?token=[\w-]+/);
    await page.getByRole("button", { name: "Edit profile" }).click();
    expect(await field(page, "Current password").count()).toBe(0);
    await field(page, "Email").fill(first);
    await save.click();
    await page.getByText("Enter your current password", { exact: true }).waitFor();
    await field(page, "Current password").fill("wrong-one");
    await save.click();
    await page.getByText("Wrong password", { exact: true }).waitFor();
    await field(page, "Current password").fill(account.password);
    await save.click();
    await page.getByText(`${first} becomes your address`).waitFor();
    await page.getByRole("button", { name: "Cancel change" }).click();
    await page.getByText(`${first} becomes your address`).waitFor({ state: "hidden" });

    await page.getByRole("button", { name: "Edit profile" }).click();
    await field(page, "Email").fill(second);
    await field(page, "Current password").fill(account.password);
    await save.click();
    await page.getByText(`${second} becomes your address`).waitFor();
    await page.getByRole("button", { name: "Resend", exact: true }).click();
    await page.getByText("a new message is on its way").waitFor();

    await opened(page, await mailed(first));
    await confirm.click();
    await page.getByRole("heading", { name: "This link no longer works" }).waitFor();
    await opened(page, await mailed(second));
    await confirm.waitFor();
    const email = async () => (await (await send(site(), "GET", "/api/auth/me", account)).json()).user.email;
    expect(await email()).toBe(account.email);
    await confirm.click();
    await page.getByRole("heading", { name: "Your address is confirmed" }).waitFor();
    expect(await email()).toBe(second);
  });

  visit("shows that the email is unconfirmed until the mailed link is used (soak)", async (page) => {
    const account = await newMember(site());
    await signIn(page, account);
    await opened(page, "/profile");
    const notice = page.getByText(/^Confirm your address/);
    await notice.waitFor();
    await opened(page, await mailedPath(site().dataDir, account.email, /\/verify-email\?token=[\w-]+/));
    await page.getByRole("button", { name: "Confirm this address" }).click();
    await page.getByRole("heading", { name: "Your address is confirmed" }).waitFor();
    expect(here(page)).toBe("/verify-email");
    await page.getByRole("link", { name: "Go to your profile" }).click();
    await page.getByRole("heading", { name: "Account details" }).waitFor();
    expect(await notice.count()).toBe(0);
  });

  visit("the undo link restores the old email and ends all sessions (soak)", async (page) => {
    const account = await newMember(site());
    const body = { email: `thief-${account.email}`, currentPassword: account.password };
    await send(site(), "PUT", "/api/auth/profile", { token: account.token, body });
    await signIn(page, account);
    await opened(page, await mailedPath(site().dataDir, account.email, /\/undo-email\?token=[\w-]+/));
    await page.getByRole("button", { name: "Restore my address" }).click();
    await page.getByRole("heading", { name: "Your address is restored" }).waitFor();
    expect(await isValid(account.token)).toBe(false);
    await expect.poll(() => stored(page, "authToken")).toBeNull();
    await mailedPath(site().dataDir, account.email, /\/reset-password\?token=[\w-]+/);
  });

  visit("the link about a second factor that was added takes the account back (soak)", async (page) => {
    const account = await newMember(site());
    const { token } = account;
    await send(site(), "POST", "/api/auth/reauthenticate", { token, body: { password: account.password } });
    const started = await send(site(), "POST", "/api/auth/factors/totp", { token, body: {} });
    const { secret } = await started.json();
    const code = TOTP.generate({ secret: Secret.fromBase32(secret) });
    await send(site(), "POST", "/api/auth/factors/totp/confirm", { token, body: { code } });
    await opened(page, await mailedPath(site().dataDir, account.email, /\/undo-factor\?token=[\w-]+/));
    await page.getByRole("button", { name: "Take my account back" }).click();
    await page.getByRole("heading", { name: "Your account is yours again" }).waitFor();
    expect(here(page)).toBe("/undo-factor");
    expect(await isValid(token)).toBe(false);
    await mailedPath(site().dataDir, account.email, /\/reset-password\?token=[\w-]+/);
  });

  visit("requires the password before a provider is connected or unlinked (soak)", async (page) => {
    const account = await newMember(site());
    const linked = { ...account.user, linked: ["steam"] };
    await page.route("**/api/auth/me", (route) => route.fulfill({ json: { user: linked } }));
    await signIn(page, { ...account, user: linked });
    await opened(page, "/profile");
    const dialog = page.getByRole("dialog", { name: "Confirm it's you" });
    await page.getByRole("button", { name: "Connect Google" }).click();
    await dialog.getByLabel("Password", { exact: true }).fill("wrong-one");
    await dialog.getByRole("button", { name: "Continue" }).click();
    await dialog.getByText("Wrong password", { exact: true }).waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
    const connected = page.getByRole("region", { name: "Connected accounts" });
    expect(await connected.getByRole("alert").count()).toBe(0);

    await page.getByRole("button", { name: "Unlink Steam" }).click();
    await page.getByRole("dialog", { name: "Unlink Steam?" }).getByRole("button", { name: "Unlink" }).click();
    await dialog.getByLabel("Password", { exact: true }).fill(account.password);
    await dialog.getByRole("button", { name: "Continue" }).click();
    await connected.getByText("Steam is unlinked").waitFor();
  });

  visit("shows an alert if a change fails, with the reason at the field (soak)", async (page) => {
    const account = await newMember(site());
    await signIn(page, account);
    await opened(page, "/profile");
    await page.getByRole("button", { name: "Edit profile" }).click();
    const save = page.getByRole("button", { name: "Save changes" });
    await field(page, "Email").fill(`new-${account.email}`);
    await field(page, "Current password").fill("wrong-one");
    await save.click();
    await alert(page).getByText("Failed to update profile. Please try again.").waitFor();
    const note = await field(page, "Current password").getAttribute("aria-describedby");
    expect(await page.locator(`[id="${note}"]`).textContent()).toBe("Wrong password");
    expect(await field(page, "Current password").evaluate((input) => input === document.activeElement)).toBe(true);

    await page.route("**/api/auth/profile", (route) => route.fulfill({ status: 500, body: "" }));
    await field(page, "Email").fill(account.email);
    await save.click();
    await alert(page).getByText("Profile update failed").waitFor();
  });

  visit("lets only adults show explicit games in lists (soak)", async (page) => {
    const account = await newMember(site());
    await signIn(page, account);
    const { title: explicit } = await explicitGame(account);
    const list = `/games?search=${encodeURIComponent(explicit)}`;
    // Typed, so that the browser requests the list and could cache the response.
    await opened(page, "/games");
    await page.getByRole("main").getByRole("searchbox", { name: "Search games" }).fill(explicit);
    await page.getByRole("heading", { name: "No Games Found" }).waitFor();

    await opened(page, "/profile");
    await page.getByRole("button", { name: "Edit profile" }).click();
    const setting = page.getByRole("checkbox", { name: "Show explicit content" });
    await setting.check();
    await page.getByRole("button", { name: "Save changes" }).click();
    await page.getByText("Profile updated").waitFor();
    await opened(page, list);
    await page.getByRole("article").filter({ hasText: explicit }).first().waitFor();

    await opened(page, "/profile");
    await page.getByRole("button", { name: "Edit profile" }).click();
    await field(page, "Birthday").fill(`${new Date().getFullYear() - 15}-01-01`);
    expect(await setting.isDisabled()).toBe(true);
    await page.getByText("You must be at least 18 years old to show explicit content").waitFor();
    await page.getByRole("button", { name: "Save changes" }).click();
    await page.getByText("Profile updated").waitFor();
    await opened(page, list);
    await page.getByRole("heading", { name: "No Games Found" }).waitFor();
  });

  visit("adults who show explicit games open their pages without a warning (soak)", async (page) => {
    const account = await newMember(site());
    const { id, title } = await explicitGame(account);
    const question = page.getByRole("heading", { level: 1, name: "Explicit content" });
    const game = page.getByRole("heading", { level: 1, name: title });
    await opened(page, `/games/${id}`);
    await question.waitFor();
    expect(await game.count()).toBe(0);
    await page.getByRole("button", { name: "Show anyway" }).click();
    await game.waitFor();

    await signIn(page, account);
    await opened(page, `/games/${id}`);
    await question.waitFor();
    const { user } = await (
      await send(site(), "PUT", "/api/auth/profile", { token: account.token, body: { showExplicitContent: true } })
    ).json();
    await signIn(page, { ...account, user });
    await opened(page, `/games/${id}`);
    await game.waitFor();
    expect(await question.count()).toBe(0);
  });

  visit("lists sessions and ends them all", async (page) => {
    const account = await newMember(site());
    const body = { email: account.email, password: account.password };
    const second = await (await send(site(), "POST", "/api/auth/login", { body })).json();
    await signIn(page, account);
    await opened(page, "/profile");
    const list = page.getByRole("region", { name: "Sign-ins" });
    await expect.poll(() => list.getByRole("listitem").count()).toBe(2);
    expect(await list.getByText("This device").count()).toBe(1);

    await page.getByRole("button", { name: "Sign out everywhere" }).click();
    const dialog = page.getByRole("dialog", { name: "Sign out everywhere?" });
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
    expect(await isValid(account.token)).toBe(true);
    await page.getByRole("button", { name: "Sign out everywhere" }).click();
    await dialog.getByRole("button", { name: "Sign out everywhere" }).click();
    await page.waitForURL(`${site().url}/`);
    expect(await isValid(account.token)).toBe(false);
    expect(await isValid(second.token)).toBe(false);
    expect(await stored(page, "authToken")).toBeNull();
  });

  visit("exports the account as a file (soak)", async (page) => {
    const account = await newMember(site());
    await signIn(page, account);
    await opened(page, "/profile");
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Export my data" }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(new RegExp(`^${account.username}-\\d{4}-\\d\\d-\\d\\d\\.json$`));
    expect(await readFile(await download.path(), "utf8")).toContain(account.email);
  });

  visit("deletes the account after asking for the password", async (page) => {
    const account = await newMember(site());
    await signIn(page, account);
    await opened(page, "/profile");
    await page.getByRole("button", { name: "Delete account" }).click();
    const dialog = page.getByRole("dialog", { name: "Delete your account?" });
    const confirm = dialog.getByRole("button", { name: "Delete for good" });
    await confirm.click();
    await dialog.getByText("Password is required", { exact: true }).waitFor();
    await dialog.getByLabel("Enter your password to confirm", { exact: true }).fill("wrong-one");
    await confirm.click();
    await dialog.getByRole("alert").waitFor();
    expect(await isValid(account.token)).toBe(true);

    await dialog.getByLabel("Enter your password to confirm", { exact: true }).fill(account.password);
    await confirm.click();
    await page.waitForURL(`${site().url}/`);
    expect(await stored(page, "authToken")).toBeNull();
    const again = { email: account.email, password: account.password };
    expect((await send(site(), "POST", "/api/auth/login", { body: again })).status).toBe(401);
  });
});

/** A game of the sample that lists hide by default. */
async function explicitGame({ token }: Member): Promise<{ id: number; title: string }> {
  const all = async () => {
    const found: { id: number; title: string }[] = [];
    for (let page = 1; ; page++) {
      const { games, totalPages } = await (
        await send(site(), "GET", `/api/games?fields=title&limit=100&page=${page}`, { token })
      ).json();
      found.push(...games);
      if (page >= totalPages) return found;
    }
  };
  const without = new Set((await all()).map(({ id }) => id));
  await send(site(), "PUT", "/api/auth/profile", { token, body: { showExplicitContent: true } });
  const hidden = (await all()).find(({ id }) => !without.has(id));
  await send(site(), "PUT", "/api/auth/profile", { token, body: { showExplicitContent: false } });
  if (hidden === undefined) throw new Error("The sample has no explicit game");
  return hidden;
}
