import { expect } from "vitest";
import { startAccounts } from "./accounts.ts";
import { axeFindings, opened } from "./browser.ts";
import { newMember, send, signIn } from "./member.ts";

const { site, visit } = startAccounts("shared");

visit("a key is created on the profile, shown once, listed with its last use, and revoked", async (page) => {
  const account = await newMember(site());
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await signIn(page, account);
  await opened(page, "/profile#api-keys");
  const name = "Price widget of a page with a long name";
  const section = page.getByRole("region", { name: "API keys" });
  await section.getByText("None yet").waitFor();
  await section.getByRole("button", { name: "Create a key" }).click();

  const dialog = page.getByRole("dialog", { name: "Create a key" });
  await dialog.getByRole("checkbox", { name: "Read games, prices, deals and stores" }).uncheck();
  await dialog.getByRole("button", { name: "Create key" }).click();
  await dialog.getByText("Enter a name").waitFor();
  await dialog.getByText("Choose what the key may do").waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByLabel("Name", { exact: true }).fill(name);
  await dialog.getByRole("checkbox", { name: "Read your wishlist and your lists" }).check();
  await dialog.getByRole("button", { name: "Create key" }).click();
  const identity = page.getByRole("dialog", { name: "Confirm it's you" });
  await identity.getByLabel("Password", { exact: true }).fill(account.password);
  await identity.getByRole("button", { name: "Continue" }).click();

  const created = page.getByRole("dialog", { name: "Your new key" });
  const key = (await created.locator("code").textContent()) ?? "";
  expect(key).toMatch(/^lw_[\w-]{43}$/);
  await created.getByRole("button", { name: "Copy" }).click();
  await created.getByRole("button", { name: "Copied" }).waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key);
  expect(await axeFindings(page)).toEqual([]);
  await created.getByRole("button", { name: "I have saved it" }).click();
  await section.getByText("Not used yet").waitFor();
  expect(await page.content()).not.toContain(key);

  expect((await send(site(), "GET", "/api/wishlist", { token: key })).status).toBe(200);
  expect((await send(site(), "GET", "/api/games", { token: key })).status).toBe(403);
  const lastUse = async () =>
    (await (await send(site(), "GET", "/api/keys", { token: account.token })).json()).keys[0].lastUsedAt;
  await expect.poll(lastUse).not.toBe(null);
  // the address without the hash, so that the page is loaded again
  await opened(page, "/profile");
  await section.getByText("Last used").waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);

  await section.getByRole("button", { name: `Revoke ${name}` }).click();
  await page
    .getByRole("dialog", { name: `Revoke ${name}?` })
    .getByRole("button", { name: "Revoke" })
    .click();
  await section.getByText(`${name} was revoked.`).waitFor();
  await section.getByText("None yet").waitFor();
  expect((await send(site(), "GET", "/api/wishlist", { token: key })).status).toBe(401);
});
