import { basePathOf } from "contract/core/base-path.ts";
import { pino } from "pino";
import { expect } from "vitest";
import { sessions } from "../features/accounts/table.ts";
import { users } from "../features/users/table.ts";
import { startTestApp } from "./app.ts";
import { openBrowser, type TestBrowser } from "./browser.ts";
import type { TestDatabase } from "./database.ts";
import { startSteam } from "./servers/steam-server.ts";

/** A site on the database whose visitors sign in with a local Steam. */
export async function startSteamSite(database: TestDatabase, publicUrl = "http://shop.example") {
  const basePath = basePathOf(publicUrl);
  const { db } = database;
  const steam = await startSteam();
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
    PUBLIC_URL: publicUrl,
  };
  const app = await startTestApp(database, { env, log });

  let lastId = 76561198000000000n;
  function newSteamId(): string {
    lastId += 1n;
    return String(lastId);
  }

  async function begin(browser = openBrowser(app)): Promise<{ browser: TestBrowser; returnTo: string; sentTo: URL }> {
    const { status, location } = await browser.open(`${basePath}/api/auth/steam`);
    expect(status).toBe(302);
    const sentTo = new URL(location);
    return { browser, sentTo, returnTo: sentTo.searchParams.get("openid.return_to") ?? "" };
  }

  async function signIn(steamId: string): Promise<string> {
    const { browser, returnTo } = await begin();
    const { location } = await browser.open(responseUrl(returnTo, Object.entries(steam.assert(returnTo, steamId))));
    expect(location.replace(basePath, "")).toMatch(/^\/auth\/callback\?token=[\w-]{43}$/);
    return location.slice(location.indexOf("=") + 1);
  }

  async function me(token: string) {
    return (await app.inject({ url: `${basePath}/api/auth/me`, headers: { authorization: `Bearer ${token}` } })).json()
      .user;
  }

  /** Everything that a sign-in could change. */
  async function accounts() {
    return JSON.stringify([await db.select().from(users).orderBy(users.id), await db.$count(sessions)]);
  }

  return { steam, app, logged: () => logged, newSteamId, begin, signIn, me, accounts };
}

/** Where Steam sends the browser back to. */
export const callback = "http://shop.example/api/auth/steam/callback";

/** The address that Steam redirects the browser to: `return_to` with the fields of the response. */
export function responseUrl(returnTo: string, fields: Iterable<[string, string]>): string {
  const url = new URL(returnTo);
  for (const [name, value] of fields) url.searchParams.append(`openid.${name}`, value);
  return url.href;
}
