import { readdir, readFile } from "node:fs/promises";
import { beforeAll, describe, expect, test } from "vitest";
import { recordOffers } from "../../features/prices/offers/commands.ts";
import { createFirstSuperAdmin } from "../../features/roles/commands-admin.ts";
import { startTestApp } from "../../test/app.ts";
import { openBrowser } from "../../test/browser.ts";
import { addCatalogue } from "../../test/catalogue.ts";
import { createTestDatabase } from "../../test/database.ts";
import { untilFound } from "../../test/eventually.ts";
import { createTestFolder } from "../../test/folder.ts";
import { tablesThatHold } from "../../test/search-tables.ts";
import { secretKey, testSecret } from "../../test/secret-key.ts";
import { startGoogle } from "../../test/servers/google-server.ts";
import { startSteam } from "../../test/servers/steam-server.ts";
import { sql } from "../db/drizzle.ts";
import { createLog } from "../process/log.ts";

const publicUrl = "http://shop.example";
const google = await startGoogle({ redirectUri: `${publicUrl}/api/auth/google/callback` });
const steam = await startSteam();
const folder = await createTestFolder();
const database = await createTestDatabase();
const { db } = database;
const lines: string[] = [];
const app = await startTestApp(database, {
  log: createLog("trace", (line) => lines.push(line)),
  env: {
    PUBLIC_URL: publicUrl,
    DATA_DIR: folder.path("data"),
    METRICS_TOKEN: "metrics-token-of-the-test",
    GOOGLE_ISSUER: google.issuer,
    GOOGLE_CLIENT_ID: google.clientId,
    GOOGLE_CLIENT_SECRET: google.clientSecret,
    STEAM_OPENID_URL: steam.openidUrl,
    STEAM_WEB_API_URL: steam.apiUrl,
    STEAM_WEB_API_KEY: "steam-key-of-the-test",
  },
});
const [gameId = 0] = await addCatalogue(db, [{ title: "Portal", offers: { steam: { priceMinor: 2_000 } } }]);

/** Every secret that the test has used, by what it is. */
const secrets = new Map<string, string>([
  ["secret key", testSecret],
  ["key of queued mail", secretKey.derive("queued mail").toString("base64url")],
  ["key of stop links", secretKey.derive("stop links of alerts").toString("base64url")],
  ["metrics token", "metrics-token-of-the-test"],
  ["Google's client secret", google.clientSecret],
  ["Steam's key", "steam-key-of-the-test"],
  ["first administrator's password", "first-admin-passphrase"],
  ["Ann's password", "anns-old-passphrase"],
  ["Ann's new password", "anns-new-passphrase"],
  ["wrong password", "something-mistyped"],
  ["password in a setting", "a-secret-of-the-mail-server"],
]);
const secret = (name: string) => secrets.get(name) ?? "";
/** Where a secret may be read: a mailed link in its mail, a setting among the settings. */
const mayHold: Record<string, string[]> = {
  "reset link": ["mail"],
  "stop link": ["mail"],
  "link of /verify-email": ["mail"],
  "link of /undo-email": ["mail"],
  "password in a setting": ["public.site_config"],
};

const address = "203.0.113.77";
const userAgent = "Mozilla/5.0 (Telltale; Linux x86_64) Firefox/199.0";

async function call(route: string, payload?: object | string, token?: string) {
  const [method, url] = route.split(" ") as ["POST", string];
  const headers = {
    "user-agent": userAgent,
    ...(token && { authorization: `Bearer ${token}` }),
    ...(payload && { "content-type": "application/json" }),
  };
  const result = await app.inject({ method, url, headers, remoteAddress: address, ...(payload && { payload }) });
  return { status: result.statusCode, body: result.body.startsWith("{") ? result.json() : result.body };
}

async function outbox(): Promise<{ name: string; text: string }[]> {
  const names = await readdir(folder.path("data/outbox")).catch(() => []);
  const files = names.filter((name) => name.endsWith(".eml"));
  return Promise.all(
    files.map(async (name) => ({
      name,
      text: (await readFile(folder.path(`data/outbox/${name}`), "utf8")).replaceAll("=\r\n", ""),
    })),
  );
}

/** The token in a mailed link to the page. */
async function mailedToken(page: string): Promise<string> {
  const find = (text: string) => new RegExp(`${page}\\?token=(?:3D)?([\\w.-]+)`).exec(text)?.[1];
  return untilFound(async () => (await outbox()).map(({ text }) => find(text)).find(Boolean));
}

const tokenIn = (location: string) => new URL(location, publicUrl).searchParams.get("token") ?? "";

beforeAll(async () => {
  const administrator = { username: "root", email: "root@example.com" };
  await createFirstSuperAdmin(db, { ...administrator, password: secret("first administrator's password") });
  await signInAndFail();
  await resetPassword();
  await changeAddress();
  await signInElsewhere();
  await fireAlert();
  await administrate();
  await breakDatabase();
}, 120_000);

async function signInAndFail() {
  const ann = { username: "ann", email: "ann@example.com", password: secret("Ann's password") };
  secrets.set("token of a registration", (await call("POST /api/auth/register", ann)).body.token);
  await call("POST /api/auth/register", ann);
  await call("POST /api/auth/login", { ...ann, password: secret("wrong password") });
  await call("POST /api/auth/login", { email: ["ann@example.com"], password: secret("wrong password") });
  await call("POST /api/auth/login", `{"email":"ann@example.com","password":"${secret("wrong password")}"`);
  await call(`POST /api/auth/login?password=${secret("wrong password")}`, ann);
  secrets.set("token of a sign-in", (await call("POST /api/auth/login", ann)).body.token);
  await call("GET /api/auth/me", undefined, secret("token of a sign-in"));
  await call("GET /api/auth/me", undefined, secret("wrong password"));
  await call(`GET /auth/callback?token=${secret("token of a sign-in")}`);
  await call("GET /metrics", undefined, secret("metrics token"));
}

async function resetPassword() {
  await call("POST /api/auth/reset-password", { email: "ann@example.com" });
  const token = await mailedToken("/reset-password");
  secrets.set("reset link", token);
  await call(`GET /reset-password?token=${token}`);
  await call("POST /api/auth/reset-password/confirm", { token, password: "short" });
  const renewed = { token, password: secret("Ann's new password") };
  expect((await call("POST /api/auth/reset-password/confirm", renewed)).status).toBe(204);
  expect((await call("POST /api/auth/reset-password/confirm", renewed)).status).toBe(400);
}

async function changeAddress() {
  const ann = { email: "ann@example.com", password: secret("Ann's new password") };
  const { token } = (await call("POST /api/auth/login", ann)).body;
  secrets.set("token of a sign-in that changes the address", token);
  const reauthenticate = (password: string) => call("POST /api/auth/reauthenticate", { password }, token);
  expect((await reauthenticate(secret("wrong password"))).status).toBe(403);
  expect((await reauthenticate(ann.password)).status).toBe(204);
  const change = { email: "ann.elsewhere@example.com", currentPassword: ann.password };
  expect((await call("PUT /api/auth/profile", change, token)).status).toBe(200);
  for (const [page, path] of [
    ["/verify-email", "confirm"],
    ["/undo-email", "undo"],
  ]) {
    const mailed = await mailedToken(page!);
    secrets.set(`link of ${page}`, mailed);
    await call(`GET ${page}?token=${mailed}`);
    await call("POST /api/auth/email/confirm", { token: [mailed] });
    await call(`POST /api/auth/email/${path}?token=${mailed}`, { token: "x" });
  }
  expect((await call("DELETE /api/auth/email/pending", undefined, token)).status).toBe(204);
}

async function signInElsewhere() {
  google.people.set("g", { email: "g@mail.example", email_verified: true, name: "Gus" });
  const browser = openBrowser(app);
  const back = await google.signIn((await browser.open("/api/auth/google")).location, "g");
  secrets.set("Google's code", new URL(back).searchParams.get("code") ?? "");
  secrets.set("token of Google's callback", tokenIn((await browser.open(back)).location));
  expect((await browser.open(back)).location).toContain("error=");

  google.intercept = (request, response) => {
    if (request.method !== "POST") return false;
    response.writeHead(500).end(`no code ${secret("Google's code")} of ${google.clientSecret}`);
    return true;
  };
  const unlucky = openBrowser(app);
  const refused = await google.signIn((await unlucky.open("/api/auth/google")).location, "g").catch(() => null);
  if (refused) expect((await unlucky.open(refused)).location).toContain("error=");
  google.intercept = null;

  const valve = openBrowser(app);
  const sentTo = new URL((await valve.open("/api/auth/steam")).location);
  const returnTo = sentTo.searchParams.get("openid.return_to") ?? "";
  const fields = steam.assert(returnTo, "76561198000000001");
  secrets.set("Steam's signature", fields.sig ?? "");
  const result = new URL(returnTo);
  for (const [name, value] of Object.entries(fields)) result.searchParams.append(`openid.${name}`, value);
  secrets.set("token of Steam's callback", tokenIn((await valve.open(result.href)).location));
  expect((await valve.open(result.href)).location).toContain("error=");
}

async function fireAlert() {
  const login = { email: "ann@example.com", password: secret("Ann's new password") };
  const { token } = (await call("POST /api/auth/login", login)).body;
  secrets.set("token of a second sign-in", token);
  await call("POST /api/alerts", { gameId, targetPrice: 10 }, token);
  await recordOffers(db, [{ gameId, store: "steam", priceMinor: 500 }], { now: new Date() });
  const stop = await mailedToken("/notifications/stop");
  secrets.set("stop link", stop);
  for (const page of ["/alerts/stop", "/notifications/stop"]) {
    await call(`GET ${page}?token=${stop}`);
    await call(`POST ${page}?token=${stop}`);
  }
  await call("POST /api/alerts/stop", { token: stop });
  await call("POST /api/alerts/stop", { token: `${stop}x` });
}

async function administrate() {
  const login = { email: "root@example.com", password: secret("first administrator's password") };
  const { token } = (await call("POST /api/auth/login", login)).body;
  secrets.set("administrator's token", token);
  const setting = { key: "mail.smtp_password", type: "string", category: "mail" };
  const created = await call("POST /api/admin/config", { ...setting, value: secret("password in a setting") }, token);
  expect(created.status).toBeLessThan(300);
  const message = { subject: "Hello", message: "A message that is long enough" };
  await call("POST /api/contact/submit", { name: "Ann", email: "ann@example.com", ...message });
}

/** An error of the database quotes the statement; what was in it must stay out of the log. */
async function breakDatabase() {
  await db.execute(sql`alter table users rename to users_elsewhere`);
  const login = { email: "ann@example.com", password: secret("Ann's new password") };
  expect((await call("POST /api/auth/login", login)).status).toBe(500);
  expect((await call("GET /api/auth/me", undefined, secret("administrator's token"))).status).toBe(500);
  await db.execute(sql`alter table users_elsewhere rename to users`);
}

test("the flows have brought out every secret that they are about", () => {
  expect([...secrets].filter(([, value]) => value.length < 10)).toEqual([]);
  expect(new Set(secrets.values()).size).toBe(secrets.size);
});

test("no line of the log holds a secret, an address of a visitor or a link that was mailed", () => {
  expect(lines.length).toBeGreaterThan(30);
  const found = lines.filter((line) => [...secrets.values(), address, "Telltale"].some((text) => line.includes(text)));
  expect(found).toEqual([]);
  // the log's last gate has had nothing to do, but for what another's answer quoted
  expect(lines.filter((line) => line.includes("***") && !line.includes("sign-in failed"))).toEqual([]);
});

test("no mail holds a secret but the link that it was sent for", async () => {
  const mails = await outbox();
  for (const [name, value] of secrets) {
    const holding = mails.filter(({ text }) => text.includes(value));
    expect([name, holding.length]).toEqual([name, mayHold[name]?.includes("mail") ? 1 : 0]);
  }
});

describe("no row of any table", () => {
  test("holds a secret but where it belongs: neither the audit, nor a stored address", async () => {
    const holding = await tablesThatHold(db, [...secrets.values()]);
    const stray = [...secrets].flatMap(([name, value]) =>
      (holding.get(value) ?? [])
        .filter((table) => !mayHold[name]?.includes(table))
        .map((table) => `${name} in ${table}`),
    );
    expect(stray).toEqual([]);
  }, 60_000);

  test("holds a visitor's address or browser, but those of messages", async () => {
    const holding = await tablesThatHold(db, [address, "Telltale"]);
    expect([...holding.values()]).toEqual([["public.contact_messages"], ["public.contact_messages"]]);
  }, 60_000);
});
