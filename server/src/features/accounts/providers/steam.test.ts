import { afterAll, describe, expect, test } from "vitest";
import { eq } from "../../../platform/db/drizzle.ts";
import { hashToken } from "../../../platform/process/token.ts";
import { byAll } from "../../../test/app.ts";
import { openBrowser, type TestBrowser } from "../../../test/browser.ts";
import { createTestDatabase } from "../../../test/database.ts";
import { callback, responseUrl, startSteamSite } from "../../../test/steam-site.ts";
import { signInUser } from "../../../test/users.ts";
import { siteConfig } from "../../site-config/table.ts";
import { users } from "../../users/table.ts";
import { oneTimeKeys, sessions } from "../table.ts";

const database = await createTestDatabase();
const { db } = database;
const { steam, app, logged, newSteamId, begin, signIn, me, accounts } = await startSteamSite(database);

afterAll(() => expect(logged()).not.toMatch(/the-web-api-key|token=|state=/));

describe("signing in", () => {
  test("leads to Steam with our address and a state, which a cookie binds to this browser", async () => {
    const { browser, sentTo, returnTo } = await begin();
    expect(sentTo.origin + sentTo.pathname).toBe(steam.openidUrl);
    expect(Object.fromEntries(sentTo.searchParams)).toEqual({
      "openid.ns": "http://specs.openid.net/auth/2.0",
      "openid.mode": "checkid_setup",
      "openid.return_to": returnTo,
      "openid.realm": "http://shop.example",
      "openid.identity": "http://specs.openid.net/auth/2.0/identifier_select",
      "openid.claimed_id": "http://specs.openid.net/auth/2.0/identifier_select",
    });
    expect(returnTo).toMatch(/^http:\/\/shop\.example\/api\/auth\/steam\/callback\?state=[\w-]{43}$/);
    expect([...browser.cookies.values()]).toEqual([returnTo.split("=")[1]]);
    const { headers } = await openBrowser(app).open("/api/auth/steam");
    expect(headers["set-cookie"]).toMatch(/Max-Age=600; Path=\/api\/auth; HttpOnly; SameSite=Lax$/);
    expect(headers).toMatchObject({ "referrer-policy": "no-referrer", "cache-control": "no-store" });
  });

  test("creates an account without address, birthday and password and finds it the next time", async () => {
    const steamId = newSteamId();
    const user = await me(await signIn(steamId));
    expect(user).toMatchObject({
      username: expect.stringMatching(/^steam-\d+$/),
      email: null,
      birthday: null,
      hasPassword: false,
      linked: ["steam"],
      role: "member",
    });
    expect((await me(await signIn(steamId))).id).toBe(user.id);
    const [row] = await db.select().from(users).where(eq(users.id, user.id));
    expect(row?.steamId).toBe(steamId);
  });

  test("name and picture come from the Web API", async () => {
    const steamId = newSteamId();
    const avatarfull = "https://avatars.example/a.jpg";
    steam.players.set(steamId, { steamid: steamId, personaname: "Gabe\u202e Ünë ", avatarfull });
    const user = await me(await signIn(steamId));
    expect(user).toMatchObject({ displayName: "Gabe Ünë", avatarUrl: avatarfull });
    expect(user.username).toMatch(/^GabeUne-\d+$/);
  });

  test.each([["http://avatars.example/a.jpg"], ["javascript:alert(1)"], ["data:image/png;base64,AA"], [17]])(
    "a picture at %s is not stored",
    async (avatarfull) => {
      const steamId = newSteamId();
      steam.players.set(steamId, { steamid: steamId, personaname: "😀", avatarfull });
      expect(await me(await signIn(steamId))).toMatchObject({ displayName: "😀", avatarUrl: null });
    },
  );

  test("the session lasts a day", async () => {
    const token = await signIn(newSteamId());
    const [session] = await db
      .select()
      .from(sessions)
      .where(eq(sessions.tokenHash, hashToken(token)));
    expect(session!.expiresAt.getTime() - session!.createdAt.getTime()).toBe(24 * 3_600_000);
  });

  test("concurrent first sign-ins create one account", async () => {
    const steamId = newSteamId();
    const tokens = await Promise.all(Array.from({ length: 4 }, () => signIn(steamId)));
    const ids = await Promise.all(tokens.map(async (token) => (await me(token)).id));
    expect(new Set(ids).size).toBe(1);
  });

  test("cancelled at Steam", async () => {
    const { browser, returnTo } = await begin();
    const cancelled: [string, string][] = [
      ["ns", "http://specs.openid.net/auth/2.0"],
      ["mode", "cancel"],
    ];
    const { location } = await browser.open(responseUrl(returnTo, cancelled));
    expect(location).toBe("/auth/callback?error=cancelled&provider=steam");
  });

  test("while registration is closed, existing accounts can still sign in", async () => {
    const steamId = newSteamId();
    await signIn(steamId);
    const setRegistration = (value: string) =>
      db.update(siteConfig).set({ value }).where(eq(siteConfig.key, "features.registration"));
    const isOpen = async () => (await app.inject("/api/site")).json().registration_open;
    await setRegistration("false");
    await expect.poll(byAll(isOpen)).toBe(false);
    await signIn(steamId);
    const { browser, returnTo } = await begin();
    const fields = Object.entries(steam.assert(returnTo, newSteamId()));
    const { location } = await browser.open(responseUrl(returnTo, fields));
    expect(location).toBe("/auth/callback?error=registration_closed&provider=steam");
    await setRegistration("true");
    await expect.poll(byAll(isOpen)).toBe(true);
  });
});

describe("linking", () => {
  async function startLink(headers: Record<string, string>) {
    const result = await app.inject({ method: "POST", url: "/api/auth/link/steam", headers });
    const browser = openBrowser(app);
    for (const { name, value } of result.cookies) browser.cookies.set(name, value);
    const returnTo = new URL(result.json().url).searchParams.get("openid.return_to") ?? "";
    return { browser, returnTo };
  }

  async function link(headers: Record<string, string>, steamId: string) {
    const { browser, returnTo } = await startLink(headers);
    return browser.open(responseUrl(returnTo, Object.entries(steam.assert(returnTo, steamId))));
  }

  test("a signed-in user links Steam and can sign in with it from then on", async () => {
    const ann = await signInUser(db, "linker");
    const steamId = newSteamId();
    expect((await link(ann.headers, steamId)).location).toBe("/profile?linked=steam");
    const user = await me(await signIn(steamId));
    expect(user).toMatchObject({ id: ann.id, linked: ["steam"] });
  });

  test("an identity that is linked to another account can't be linked", async () => {
    const steamId = newSteamId();
    const owner = await me(await signIn(steamId));
    const thief = await signInUser(db, "thief");
    const { location } = await link(thief.headers, steamId);
    expect(location).toBe("/auth/callback?error=linked_elsewhere&provider=steam");
    expect((await me(await signIn(steamId))).id).toBe(owner.id);
  });

  test("an account with a linked identity can't link another", async () => {
    const ann = await signInUser(db, "twice");
    await link(ann.headers, newSteamId());
    const { location } = await link(ann.headers, newSteamId());
    expect(location).toBe("/auth/callback?error=already_linked&provider=steam");
  });

  test("only the browser that started the linking can finish it (login CSRF)", async () => {
    const attacker = await signInUser(db, "lurer");
    const { returnTo } = await startLink(attacker.headers);
    const before = await accounts();
    const victim = openBrowser(app);
    const { location } = await victim.open(responseUrl(returnTo, Object.entries(steam.assert(returnTo, newSteamId()))));
    expect(location).toBe("/auth/callback?error=expired&provider=steam");
    expect(await accounts()).toBe(before);
  });
});

describe("state", () => {
  async function expectRefusal(browser: TestBrowser, url: string) {
    const before = await accounts();
    const { status, location } = await browser.open(url);
    expect([status, location]).toEqual([302, "/auth/callback?error=expired&provider=steam"]);
    expect(await accounts()).toBe(before);
  }

  test("a response works once", async () => {
    const { browser, returnTo } = await begin();
    const cookies = new Map(browser.cookies);
    const url = responseUrl(returnTo, Object.entries(steam.assert(returnTo, newSteamId())));
    expect((await browser.open(url)).location).toContain("token=");
    expect([...browser.cookies.keys()]).toEqual(["lootwise_device", "lootwise_signed_in"]);
    for (const [name, value] of cookies) browser.cookies.set(name, value);
    await expectRefusal(browser, url);
  });

  test("its token is claimed once, and only by the browser that started", async () => {
    const { browser, returnTo } = await begin();
    const { location } = await browser.open(
      responseUrl(returnTo, Object.entries(steam.assert(returnTo, newSteamId()))),
    );
    const token = location.slice(location.indexOf("=") + 1);
    const claim = async (by: TestBrowser, payload: object) => (await by.post("/api/auth/callback", payload)).status;
    expect(await claim(openBrowser(app), { token })).toBe(403);
    expect(await claim(browser, { token: "x".repeat(43) })).toBe(403);
    expect(await claim(browser, { token: browser.cookies.get("lootwise_signed_in") })).toBe(403);
    expect(await claim(browser, { token })).toBe(204);
    expect(await claim(browser, { token })).toBe(403);
  });

  test("the cookie of another sign-in, or none, is not accepted", async () => {
    const { returnTo } = await begin();
    const url = responseUrl(returnTo, Object.entries(steam.assert(returnTo, newSteamId())));
    await expectRefusal(openBrowser(app), url);
    await expectRefusal((await begin()).browser, url);
  });

  test("it is valid for 10 minutes", async () => {
    const { browser, returnTo } = await begin();
    await db.update(oneTimeKeys).set({ expiresAt: new Date(Date.now() - 1) });
    await expectRefusal(browser, responseUrl(returnTo, Object.entries(steam.assert(returnTo, newSteamId()))));
  });

  test("a missing, repeated or made-up state is refused", async () => {
    const { browser, returnTo } = await begin();
    const fields = Object.entries(steam.assert(returnTo, newSteamId()));
    await expectRefusal(browser, responseUrl(callback, fields));
    const again = (await begin()).returnTo;
    await expectRefusal((await begin()).browser, `${responseUrl(again, fields)}&state=x`);
    await expectRefusal((await begin()).browser, responseUrl(`${callback}?state=${"x".repeat(43)}`, fields));
  });
});
