import { readFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { afterAll, describe, expect, test } from "vitest";
import { eq } from "../../../platform/db/drizzle.ts";
import { createTestDatabase } from "../../../test/database.ts";
import type { Assertion } from "../../../test/servers/steam-server.ts";
import { sharedData } from "../../../test/shared-data.ts";
import { callback, responseUrl, startSteamSite } from "../../../test/steam-site.ts";
import { users } from "../../users/table.ts";
import { oneTimeKeys } from "../table.ts";

const database = await createTestDatabase();
const { db } = database;
const { steam, logged, newSteamId, begin, signIn, me, accounts } = await startSteamSite(database);
const origin = new URL(steam.openidUrl).origin;

// ---- assertions that Steam did not issue

type Fields = [string, string][];
type Forgery = [what: string, forge: (good: Assertion, other: Assertion) => Fields | Assertion];

const at = (ms: number) => `${new Date(Date.now() + ms).toISOString().slice(0, 19)}Z`;
const changed = (name: string, value: string | ((old: string) => string)) => (good: Assertion) => ({
  ...good,
  [name]: typeof value === "string" ? value : value(good[name] ?? ""),
});
/** The change is signed as well, so that only our own checks can detect it. */
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
    "an id at a host whose name has the same length",
    (good) => both(good, `${origin.replace("127.0.0.1", "127.0.0.2")}/openid/id/${stranger}`),
  ],
  ["an id at a host with the same prefix", (good) => both(good, `${origin}.evil.example/openid/id/${stranger}`)],
  ["an id behind a user name", (good) => both(good, `${origin}@evil.example/openid/id/${stranger}`)],
  ["an id at another path", (good) => both(good, `${origin}/openid/user/${stranger}`)],
  ["an id with 16 digits", (good) => both(good, `${origin}/openid/id/${stranger.slice(0, -1)}`)],
  ["an id with 18 digits", (good) => both(good, `${origin}/openid/id/${stranger}0`)],
  ["an id that is not an individual's", (good) => both(good, `${origin}/openid/id/12345678901234567`)],
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
  ["signature of another assertion", (good, other) => ({ ...good, sig: other.sig ?? "" })],
  ["signature cut", changed("sig", (old) => old.slice(0, -2))],
  ["another handle", changed("assoc_handle", "1")],
];

const respond = (status: number, text: string) => (response: ServerResponse) => {
  response.statusCode = status;
  response.end(text);
};
const ns = "ns:http://specs.openid.net/auth/2.0\n";

const verdicts: [what: string, result: (response: ServerResponse) => void][] = [
  ["no", respond(200, `${ns}is_valid:false\n`)],
  ["nothing", respond(200, "")],
  ["yes in a sentence", respond(200, `${ns}error:is_valid:true\n`)],
  ["yes in HTML", respond(200, "<html>is_valid:true</html>")],
  ["yes with a blank", respond(200, `${ns}is_valid: true\n`)],
  ["yes in capitals", respond(200, `${ns}is_valid:TRUE\n`)],
  ["truely", respond(200, `${ns}is_valid:truely\n`)],
  ["yes and no", respond(200, `${ns}is_valid:true\nis_valid:false\n`)],
  ["no and yes", respond(200, `${ns}is_valid:false\nis_valid:true\n`)],
  ["yes in another namespace", respond(200, "ns:http://openid.net/signon/1.0\nis_valid:true\n")],
  ["yes as an error", respond(500, `${ns}is_valid:true\n`)],
  ["yes, but forbidden", respond(403, `${ns}is_valid:true\n`)],
  ["yes elsewhere", (response) => response.writeHead(302, { location: `${origin}/always-yes` }).end()],
  ["yes, after far too much", respond(200, `${"x".repeat(100_000)}\n${ns}is_valid:true\n`)],
  ["a broken connection", (response) => response.destroy()],
];

let refused = 0;

async function expectRefusal(forge: Forgery[1] = (good) => good, base?: Assertion) {
  const { browser, returnTo } = await begin();
  const used = await begin();
  const other = steam.assert(used.returnTo, newSteamId());
  await used.browser.open(responseUrl(used.returnTo, Object.entries(other)));
  const good = steam.sign({ ...steam.assert(returnTo, newSteamId()), ...base });
  const forged = forge(good, other);
  const before = await accounts();
  const { status, location, headers } = await browser.open(
    responseUrl(returnTo, Array.isArray(forged) ? forged : Object.entries(forged)),
  );
  expect(status).toBe(302);
  expect(location).toMatch(/^\/auth\/callback\?error=(failed|unavailable)&provider=steam$/);
  expect(headers).toMatchObject({ "referrer-policy": "no-referrer", "cache-control": "no-store" });
  expect(await accounts()).toBe(before);
  refused += 1;
}

describe("an assertion that is not Steam's touches no account", () => {
  test.each(forgeries)("%s", async (_, forge) => expectRefusal(forge));

  test.each(verdicts)("an assertion is refused when Steam's verification responds: %s", async (_, result) => {
    const { browser, returnTo } = await begin();
    steam.respondWith(result);
    const before = await accounts();
    const { location } = await browser.open(
      responseUrl(returnTo, Object.entries(steam.assert(returnTo, newSteamId()))),
    );
    expect(location).toMatch(/^\/auth\/callback\?error=(failed|unavailable)&provider=steam$/);
    expect(await accounts()).toBe(before);
    refused += 1;
  });

  test("assertions that our own checks refuse are not sent to Steam", async () => {
    const { browser, returnTo } = await begin();
    const { return_to, ...rest } = steam.assert(returnTo, newSteamId());
    await browser.open(responseUrl(returnTo, Object.entries({ ...rest, return_to: `${return_to}x` })));
    expect(steam.requestCount()).toBe(0);
  });

  afterAll(() => {
    if (refused > 0) expect(refused).toBeGreaterThanOrEqual(forgeries.length);
    expect(forgeries.length + verdicts.length).toBeGreaterThanOrEqual(40);
  });
});

// ---- assertions that Steam issued to other sites

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
    /** The captured assertion as the local Steam would issue it for us now. */
    const renewed = (returnTo: string) =>
      steam.sign({
        ...captured,
        op_endpoint: local(captured.op_endpoint),
        claimed_id: local(captured.claimed_id),
        identity: local(captured.identity),
        return_to: returnTo,
        response_nonce: at(0) + (captured.response_nonce ?? "").slice(20),
      });

    test.skipIf(!file)("issued for us now, it opens the account of its SteamID", async () => {
      await db.delete(oneTimeKeys);
      const { browser, returnTo } = await begin();
      const { location } = await browser.open(responseUrl(returnTo, Object.entries(renewed(returnTo))));
      expect(location).toContain("token=");
      const user = await me(location.slice(location.indexOf("=") + 1));
      const [row] = await db.select().from(users).where(eq(users.id, user.id));
      expect(captured.claimed_id).toBe(`https://steamcommunity.com/openid/id/${row?.steamId}`);
    });

    test.skipIf(!file)("is refused as captured, and with any single field as captured", async () => {
      await expectRefusal(() => captured);
      for (const field of ["op_endpoint", "claimed_id", "identity", "return_to", "response_nonce", "sig"]) {
        await expectRefusal((good) => ({ ...good, [field]: captured[field] ?? "" }));
        if (field !== "sig") await expectRefusal((good) => steam.sign({ ...good, [field]: captured[field] ?? "" }));
      }
    });
  },
);

test("tokens, states and the key of the Web API are not logged", async () => {
  const token = await signIn(newSteamId());
  const { returnTo } = await begin();
  await expectRefusal((good) => ({ ...good, sig: "forged" }));
  expect(logged()).toContain("sign-in refused");
  for (const secret of [token, returnTo.split("=")[1] ?? "", "the-web-api-key", "token=", "state="]) {
    expect(logged()).not.toContain(secret);
  }
});
