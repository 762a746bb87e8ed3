import { readFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { eq } from "drizzle-orm";
import { pino } from "pino";
import { afterAll, describe, expect, test } from "vitest";
import { siteConfig } from "../site-config/table.ts";
import { byAll, startTestApp } from "../test/app.ts";
import { openBrowser, type TestBrowser } from "../test/browser.ts";
import { createTestDatabase } from "../test/database.ts";
import { sharedData } from "../test/shared-data.ts";
import { type Assertion, startSteam } from "../test/steam-server.ts";
import { signInUser } from "../test/users.ts";
import { oneTimeKeys, sessions, users } from "./table.ts";
import { hashToken } from "./token.ts";

const steam = await startSteam();
const database = await createTestDatabase();
const { db } = database;
let logged = "";
const log = pino(
  { level: "trace" },
  {
    write(line: string) {
      logged += line;
    },
  },
);
const env = {
  STEAM_OPENID_URL: steam.openidUrl,
  STEAM_WEB_API_URL: steam.apiUrl,
  STEAM_WEB_API_KEY: "the-web-api-key",
  PUBLIC_URL: "http://shop.example",
};
const app = await startTestApp(database, { env, log });
const callback = "http://shop.example/api/auth/steam/callback";
const origin = new URL(steam.openidUrl).origin;

let lastId = 76561198000000000n;
function newSteamId(): string {
  lastId += 1n;
  return String(lastId);
}

async function begin(browser = openBrowser(app)): Promise<{ browser: TestBrowser; returnTo: string; sentTo: URL }> {
  const { status, location } = await browser.open("/api/auth/steam");
  expect(status).toBe(302);
  const sentTo = new URL(location);
  return { browser, sentTo, returnTo: sentTo.searchParams.get("openid.return_to") ?? "" };
}

/** The address that Steam sends the browser back to: `return_to` with the answer's fields behind it. */
function answerUrl(returnTo: string, fields: Iterable<[string, string]>): string {
  const url = new URL(returnTo);
  for (const [name, value] of fields) url.searchParams.append(`openid.${name}`, value);
  return url.href;
}

async function signIn(steamId: string): Promise<string> {
  const { browser, returnTo } = await begin();
  const { location } = await browser.open(answerUrl(returnTo, Object.entries(steam.assert(returnTo, steamId))));
  expect(location).toMatch(/^\/auth\/callback\?token=[\w-]{43}$/);
  return location.slice(location.indexOf("=") + 1);
}

async function me(token: string) {
  return (await app.inject({ url: "/api/auth/me", headers: { authorization: `Bearer ${token}` } })).json().user;
}

/** Everything that a sign-in could change. */
async function accounts() {
  return JSON.stringify([await db.select().from(users).orderBy(users.id), await db.$count(sessions)]);
}

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

  test("makes an account without address, birthday and password; the next time it is the same account", async () => {
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
    "a picture at %s is not taken over",
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

  test("two first sign-ins at once make one account", async () => {
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
    const { location } = await browser.open(answerUrl(returnTo, cancelled));
    expect(location).toBe("/auth/callback?error=cancelled&provider=steam");
  });

  test("while registration is closed, whoever has an account still gets in", async () => {
    const steamId = newSteamId();
    await signIn(steamId);
    const open = (value: string) =>
      db.update(siteConfig).set({ value }).where(eq(siteConfig.key, "features.registration"));
    const isOpen = async () => (await app.inject("/api/site")).json().registration_open;
    await open("false");
    await expect.poll(byAll(isOpen)).toBe(false);
    await signIn(steamId);
    const { browser, returnTo } = await begin();
    const fields = Object.entries(steam.assert(returnTo, newSteamId()));
    const { location } = await browser.open(answerUrl(returnTo, fields));
    expect(location).toBe("/auth/callback?error=registration_closed&provider=steam");
    await open("true");
    await expect.poll(byAll(isOpen)).toBe(true);
  });
});

describe("linking", () => {
  async function startLink(headers: Record<string, string>) {
    const answer = await app.inject({ method: "POST", url: "/api/auth/link/steam", headers });
    const browser = openBrowser(app);
    for (const { name, value } of answer.cookies) browser.cookies.set(name, value);
    const returnTo = new URL(answer.json().url).searchParams.get("openid.return_to") ?? "";
    return { browser, returnTo };
  }

  async function link(headers: Record<string, string>, steamId: string) {
    const { browser, returnTo } = await startLink(headers);
    return browser.open(answerUrl(returnTo, Object.entries(steam.assert(returnTo, steamId))));
  }

  test("a signed-in user links Steam, and it opens that account from then on", async () => {
    const ann = await signInUser(db, "linker");
    const steamId = newSteamId();
    expect((await link(ann.headers, steamId)).location).toBe("/profile?linked=steam");
    const user = await me(await signIn(steamId));
    expect(user).toMatchObject({ id: ann.id, linked: ["steam"] });
  });

  test("an identity that opens another account is not taken from it", async () => {
    const steamId = newSteamId();
    const owner = await me(await signIn(steamId));
    const thief = await signInUser(db, "thief");
    const { location } = await link(thief.headers, steamId);
    expect(location).toBe("/auth/callback?error=linked_elsewhere&provider=steam");
    expect((await me(await signIn(steamId))).id).toBe(owner.id);
  });

  test("an account keeps the identity that it has", async () => {
    const ann = await signInUser(db, "twice");
    await link(ann.headers, newSteamId());
    const { location } = await link(ann.headers, newSteamId());
    expect(location).toBe("/auth/callback?error=already_linked&provider=steam");
  });

  test("only the browser that began can finish: nobody is lured into another's account", async () => {
    const attacker = await signInUser(db, "lurer");
    const { returnTo } = await startLink(attacker.headers);
    const before = await accounts();
    const victim = openBrowser(app);
    const { location } = await victim.open(answerUrl(returnTo, Object.entries(steam.assert(returnTo, newSteamId()))));
    expect(location).toBe("/auth/callback?error=expired&provider=steam");
    expect(await accounts()).toBe(before);
  });
});

describe("state", () => {
  async function refuse(browser: TestBrowser, url: string) {
    const before = await accounts();
    const { status, location } = await browser.open(url);
    expect([status, location]).toEqual([302, "/auth/callback?error=expired&provider=steam"]);
    expect(await accounts()).toBe(before);
  }

  test("an answer is good once", async () => {
    const { browser, returnTo } = await begin();
    const cookies = new Map(browser.cookies);
    const url = answerUrl(returnTo, Object.entries(steam.assert(returnTo, newSteamId())));
    expect((await browser.open(url)).location).toContain("token=");
    expect([...browser.cookies.keys()]).toEqual(["lootwise_signed_in"]);
    for (const [name, value] of cookies) browser.cookies.set(name, value);
    await refuse(browser, url);
  });

  test("its token is claimed once, and only by the browser that started", async () => {
    const { browser, returnTo } = await begin();
    const { location } = await browser.open(answerUrl(returnTo, Object.entries(steam.assert(returnTo, newSteamId()))));
    const token = location.slice(location.indexOf("=") + 1);
    const claim = async (by: TestBrowser, payload: object) => (await by.post("/api/auth/callback", payload)).status;
    expect(await claim(openBrowser(app), { token })).toBe(403);
    expect(await claim(browser, { token: "x".repeat(43) })).toBe(403);
    expect(await claim(browser, { token: browser.cookies.get("lootwise_signed_in") })).toBe(403);
    expect(await claim(browser, { token })).toBe(204);
    expect(await claim(browser, { token })).toBe(403);
  });

  test("the cookie of another sign-in, or none, does not do", async () => {
    const { returnTo } = await begin();
    const url = answerUrl(returnTo, Object.entries(steam.assert(returnTo, newSteamId())));
    await refuse(openBrowser(app), url);
    await refuse((await begin()).browser, url);
  });

  test("it is good for 10 minutes", async () => {
    const { browser, returnTo } = await begin();
    await db.update(oneTimeKeys).set({ expiresAt: new Date(Date.now() - 1) });
    await refuse(browser, answerUrl(returnTo, Object.entries(steam.assert(returnTo, newSteamId()))));
  });

  test("without one, twice, or made up", async () => {
    const { browser, returnTo } = await begin();
    const fields = Object.entries(steam.assert(returnTo, newSteamId()));
    await refuse(browser, answerUrl(callback, fields));
    const again = (await begin()).returnTo;
    await refuse((await begin()).browser, `${answerUrl(again, fields)}&state=x`);
    await refuse((await begin()).browser, answerUrl(`${callback}?state=${"x".repeat(43)}`, fields));
  });
});

// ---- answers that Steam did not give

type Fields = [string, string][];
type Forgery = [what: string, forge: (good: Assertion, other: Assertion) => Fields | Assertion];

const at = (ms: number) => `${new Date(Date.now() + ms).toISOString().slice(0, 19)}Z`;
const changed = (name: string, value: string | ((old: string) => string)) => (good: Assertion) => ({
  ...good,
  [name]: typeof value === "string" ? value : value(good[name] ?? ""),
});
/** The change is signed as well, so that only our own checks can see it. */
const signed = (name: string, value: string | ((old: string) => string)) => (good: Assertion) =>
  steam.sign(changed(name, value)(good));
/** Another person, without and with a signature. */
const stranger = "76561197960287930";

const allNames = [
  ...["ns", "mode", "op_endpoint", "claimed_id", "identity", "return_to"],
  ...["response_nonce", "assoc_handle", "signed", "sig"],
];
const both = (good: Assertion, id: string) => steam.sign({ ...good, claimed_id: id, identity: id });

const forgeries: Forgery[] = [
  ...allNames.map(
    (name): Forgery => [`${name} left out`, (good) => Object.entries(good).filter(([key]) => key !== name)],
  ),
  ...allNames.map((name): Forgery => [`${name} empty`, changed(name, "")]),
  ...allNames.map((name): Forgery => [`${name} twice`, (good) => [...Object.entries(good), [name, good[name] ?? ""]]]),
  ...allNames.map((name): Forgery => [`${name} with a letter more`, changed(name, (old) => `${old}x`)]),
  ["nothing at all", () => []],
  ["mode setup_needed", signed("mode", "setup_needed")],
  ["mode error", signed("mode", "error")],
  ["mode check_authentication", signed("mode", "check_authentication")],
  ["namespace of OpenID 1.1", signed("ns", "http://openid.net/signon/1.1")],
  ["endpoint at another host", signed("op_endpoint", "http://evil.example/openid/login")],
  ["endpoint with a slash more", signed("op_endpoint", (old) => `${old}/`)],
  [
    "another person, the old signature",
    (good) => {
      const id = (good.claimed_id ?? "").replace(/\d+$/, stranger);
      return { ...good, claimed_id: id, identity: id };
    },
  ],
  ["claimed_id of another person", signed("claimed_id", (old) => old.replace(/\d+$/, stranger))],
  ["identity of another person", signed("identity", (old) => old.replace(/\d+$/, stranger))],
  ["an id at another host", (good) => both(good, `http://evil.example/openid/id/${stranger}`)],
  [
    "an id at a host with as long a name",
    (good) => both(good, `${origin.replace("127.0.0.1", "127.0.0.2")}/openid/id/${stranger}`),
  ],
  ["an id at a host that begins alike", (good) => both(good, `${origin}.evil.example/openid/id/${stranger}`)],
  ["an id behind a user name", (good) => both(good, `${origin}@evil.example/openid/id/${stranger}`)],
  ["an id at another path", (good) => both(good, `${origin}/openid/user/${stranger}`)],
  ["an id with 16 digits", (good) => both(good, `${origin}/openid/id/${stranger.slice(0, -1)}`)],
  ["an id with 18 digits", (good) => both(good, `${origin}/openid/id/${stranger}0`)],
  ["an id that is none of people's", (good) => both(good, `${origin}/openid/id/12345678901234567`)],
  ["an id with a query", (good) => both(good, `${origin}/openid/id/${stranger}?x`)],
  ["an id with a line break", (good) => both(good, `${origin}/openid/id/${stranger}\n`)],
  ["an id in other digits", (good) => both(good, `${origin}/openid/id/${"٧٦٥٦١١٩٧٩٦٠٢٨٧٩٣٠"}`)],
  ["identifier_select", (good) => both(good, "http://specs.openid.net/auth/2.0/identifier_select")],
  ["return_to of another site", signed("return_to", (old) => old.replace("shop.example", "evil.example"))],
  ["return_to of another path", signed("return_to", (old) => old.replace("/callback", "/back"))],
  ["return_to with another state", signed("return_to", (old) => `${old.slice(0, -1)}_`)],
  ["return_to without a state", signed("return_to", callback)],
  ["return_to with more behind it", signed("return_to", (old) => `${old}&next=1`)],
  ["nonce of 6 minutes ago", signed("response_nonce", `${at(-6 * 60_000)}abc`)],
  ["nonce of in 6 minutes", signed("response_nonce", () => `${at(6 * 60_000)}abc`)],
  ["nonce without a time", signed("response_nonce", "abcdefgh")],
  ["nonce of no day", signed("response_nonce", "2026-02-31T25:00:00Zabc")],
  ["nonce that was used", (good, other) => steam.sign({ ...good, response_nonce: other.response_nonce ?? "" })],
  ["signed without the person", signed("signed", "signed,op_endpoint,return_to,response_nonce,assoc_handle")],
  ["signed without the nonce", signed("signed", "signed,op_endpoint,claimed_id,identity,return_to,assoc_handle")],
  ["signed without return_to", signed("signed", "signed,op_endpoint,claimed_id,identity,response_nonce,assoc_handle")],
  [
    "signed in another order",
    signed("signed", "op_endpoint,signed,claimed_id,identity,return_to,response_nonce,assoc_handle"),
  ],
  ["signed with more", signed("signed", (old) => `${old},ns`)],
  ["a field more", (good) => [...Object.entries(good), ["invalidate_handle", "1"]]],
  ["a second person outside of `openid.`", (good) => [...Object.entries(good), ["ext.claimed_id", "x"]]],
  ["signature of another answer", (good, other) => ({ ...good, sig: other.sig ?? "" })],
  ["signature cut", changed("sig", (old) => old.slice(0, -2))],
  ["another handle", changed("assoc_handle", "1")],
];

const say = (status: number, text: string) => (response: ServerResponse) => {
  response.statusCode = status;
  response.end(text);
};
const ns = "ns:http://specs.openid.net/auth/2.0\n";

const verdicts: [what: string, answer: (response: ServerResponse) => void][] = [
  ["no", say(200, `${ns}is_valid:false\n`)],
  ["nothing", say(200, "")],
  ["yes in a sentence", say(200, `${ns}error:is_valid:true\n`)],
  ["yes in HTML", say(200, "<html>is_valid:true</html>")],
  ["yes with a blank", say(200, `${ns}is_valid: true\n`)],
  ["yes in capitals", say(200, `${ns}is_valid:TRUE\n`)],
  ["truely", say(200, `${ns}is_valid:truely\n`)],
  ["yes and no", say(200, `${ns}is_valid:true\nis_valid:false\n`)],
  ["no and yes", say(200, `${ns}is_valid:false\nis_valid:true\n`)],
  ["yes in another namespace", say(200, "ns:http://openid.net/signon/1.0\nis_valid:true\n")],
  ["yes as an error", say(500, `${ns}is_valid:true\n`)],
  ["yes, but forbidden", say(403, `${ns}is_valid:true\n`)],
  ["yes elsewhere", (response) => response.writeHead(302, { location: `${origin}/always-yes` }).end()],
  ["yes, after far too much", say(200, `${"x".repeat(100_000)}\n${ns}is_valid:true\n`)],
  ["a broken connection", (response) => response.destroy()],
];

let refused = 0;

async function refuse(forge: Forgery[1] = (good) => good, base?: Assertion) {
  const { browser, returnTo } = await begin();
  const used = await begin();
  const other = steam.assert(used.returnTo, newSteamId());
  await used.browser.open(answerUrl(used.returnTo, Object.entries(other)));
  const good = steam.sign({ ...steam.assert(returnTo, newSteamId()), ...base });
  const forged = forge(good, other);
  const before = await accounts();
  const { status, location, headers } = await browser.open(
    answerUrl(returnTo, Array.isArray(forged) ? forged : Object.entries(forged)),
  );
  expect(status).toBe(302);
  expect(location).toMatch(/^\/auth\/callback\?error=(failed|unavailable)&provider=steam$/);
  expect(headers).toMatchObject({ "referrer-policy": "no-referrer", "cache-control": "no-store" });
  expect(await accounts()).toBe(before);
  refused += 1;
}

describe("an answer that is not Steam's touches no account", () => {
  test.each(forgeries)("%s", async (_, forge) => refuse(forge));

  test.each(verdicts)("asked whether it is its own, Steam says: %s", async (_, answer) => {
    const { browser, returnTo } = await begin();
    steam.answerWith(answer);
    const before = await accounts();
    const { location } = await browser.open(answerUrl(returnTo, Object.entries(steam.assert(returnTo, newSteamId()))));
    expect(location).toMatch(/^\/auth\/callback\?error=(failed|unavailable)&provider=steam$/);
    expect(await accounts()).toBe(before);
    refused += 1;
  });

  test("what our own checks refuse is not even shown to Steam", async () => {
    const { browser, returnTo } = await begin();
    const { return_to, ...rest } = steam.assert(returnTo, newSteamId());
    await browser.open(answerUrl(returnTo, Object.entries({ ...rest, return_to: `${return_to}x` })));
    expect(steam.asked()).toBe(0);
  });

  afterAll(() => {
    if (refused > 0) expect(refused).toBeGreaterThanOrEqual(forgeries.length);
    expect(forgeries.length + verdicts.length).toBeGreaterThanOrEqual(40);
  });
});

// ---- answers that Steam did give, to others

function readCaptured(file: string): Assertion {
  const text = readFileSync(file, "utf8").trim();
  const encoded = text.startsWith("openid.ns=http:") ? null : new URLSearchParams(text);
  const pairs = encoded
    ? [...encoded]
    : text.split("\n").map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]);
  return Object.fromEntries(pairs.map(([name = "", value = ""]) => [name.replace("openid.", ""), value]));
}

describe.each(["assertion-1-encoded.txt", "assertion-2-encoded.txt", "assertion-4-decoded-2020.txt"])(
  "captured: %s",
  (name) => {
    const file = sharedData(`upstream/steam-openid/${name}`);
    const captured = file ? readCaptured(file) : {};
    const local = (value = "") => value.replace("https://steamcommunity.com", origin);
    /** The captured answer as this machine's Steam would have given it to us just now. */
    const renewed = (returnTo: string) =>
      steam.sign({
        ...captured,
        op_endpoint: local(captured.op_endpoint),
        claimed_id: local(captured.claimed_id),
        identity: local(captured.identity),
        return_to: returnTo,
        response_nonce: at(0) + (captured.response_nonce ?? "").slice(20),
      });

    test.skipIf(!file)("given here and now, it opens the account of its SteamID", async () => {
      await db.delete(oneTimeKeys);
      const { browser, returnTo } = await begin();
      const { location } = await browser.open(answerUrl(returnTo, Object.entries(renewed(returnTo))));
      expect(location).toContain("token=");
      const user = await me(location.slice(location.indexOf("=") + 1));
      const [row] = await db.select().from(users).where(eq(users.id, user.id));
      expect(captured.claimed_id).toBe(`https://steamcommunity.com/openid/id/${row?.steamId}`);
    });

    test.skipIf(!file)("as it was, and with each field as it was, it is refused", async () => {
      await refuse(() => captured);
      for (const field of ["op_endpoint", "claimed_id", "identity", "return_to", "response_nonce", "sig"]) {
        await refuse((good) => ({ ...good, [field]: captured[field] ?? "" }));
        if (field !== "sig") await refuse((good) => steam.sign({ ...good, [field]: captured[field] ?? "" }));
      }
    });
  },
);

test("no token, no state and no key of the Web API is in the log", async () => {
  const token = await signIn(newSteamId());
  const { returnTo } = await begin();
  await refuse((good) => ({ ...good, sig: "forged" }));
  expect(logged).toContain("sign-in refused");
  for (const secret of [token, returnTo.split("=")[1] ?? "", "the-web-api-key", "token=", "state="]) {
    expect(logged).not.toContain(secret);
  }
});
