import { setTimeout as sleep } from "node:timers/promises";
import { expect, inject, onTestFinished, test } from "vitest";
import { verifyChain } from "../features/audit/queries-verify.ts";
import { drizzle } from "../platform/db/drizzle.ts";
import { createTestFolder } from "../test/folder.ts";
import { repeats } from "../test/processes/soak.ts";
import {
  connectTo,
  killSiteProcess,
  type SiteProcess,
  startSiteProcess,
  stopSiteProcess,
  superAdmin,
} from "../test/site.ts";

const folder = await createTestFolder();
const dataDir = folder.path("data");

/** What the site has confirmed so far, over all its lives. */
const confirmed = {
  names: [] as string[],
  /** `name/gameId` */
  wishes: [] as string[],
  settings: [] as string[],
};
let lastNumber = 0;

/** The part of answers that matters here. */
interface Response {
  token: string;
}

/** The body of a call that succeeded; null when the site did not confirm it. */
async function call(
  site: SiteProcess,
  method: string,
  path: string,
  body: unknown,
  token = "",
): Promise<Response | null> {
  const headers = { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) };
  try {
    const response = await fetch(site.url + path, { method, headers, body: JSON.stringify(body) });
    return response.ok ? ((await response.json()) as Response) : null;
  } catch {
    return null;
  }
}

/** Registers one person after the other, who each wish for some games, until the site is gone. */
async function registerAndWish(site: SiteProcess, gameIds: readonly number[]): Promise<void> {
  for (;;) {
    lastNumber += 1;
    const name = `person${lastNumber}`;
    const signedIn = await call(site, "POST", "/api/auth/register", {
      username: name,
      email: `${name}@example.com`,
      password: "correct horse",
      birthday: "1990-01-01",
    });
    if (!signedIn) return;
    confirmed.names.push(name);
    for (const gameId of gameIds) {
      if (!(await call(site, "POST", "/api/wishlist", { gameId }, signedIn.token))) return;
      confirmed.wishes.push(`${name}/${gameId}`);
    }
  }
}

/** Changes one setting again and again until the site is gone. */
async function editSettings(site: SiteProcess, token: string): Promise<void> {
  for (;;) {
    lastNumber += 1;
    const value = `https://example.com/${lastNumber}`;
    if (!(await call(site, "PUT", "/api/admin/config/social.network_url", { value }, token))) return;
    confirmed.settings.push(value);
  }
}

/** Everything that was confirmed is in the database, and the audit log is whole and knows of it. */
async function checkDatabase(): Promise<void> {
  const client = await connectTo(dataDir);
  try {
    const column = async (question: string): Promise<string[]> =>
      (await client.query({ text: question, rowMode: "array" })).rows.map(([value]) => String(value));
    expect(missing(confirmed.names, await column("select username from users"))).toEqual([]);
    const wishes =
      "select username || '/' || game_id from list_items join game_lists on game_lists.id = list_id join users on users.id = user_id";
    expect(missing(confirmed.wishes, await column(wishes))).toEqual([]);
    const edits = "select new_value->>'value' from audit_log where resource_key = 'social.network_url' order by id";
    const recorded = await column(edits);
    expect(missing(confirmed.settings, recorded)).toEqual([]);
    const [value] = await column("select value from site_config where key = 'social.network_url'");
    expect(value).toBe(recorded.at(-1));
    expect(await verifyChain(drizzle(client))).toMatchObject({ problem: null });
  } finally {
    await client.end();
  }
}

function missing(wanted: readonly string[], found: readonly string[]): string[] {
  const there = new Set(found);
  return wanted.filter((one) => !there.has(one));
}

const kills = ["both", "site"] as const;
const rounds = repeats(1, 100);

// It brings its own database, so another run with another PostgreSQL would show the same.
test.skipIf(inject("binDir"))(
  "killed at any moment, the site is back by itself with all that it has confirmed",
  { timeout: repeats(300_000, 3_600_000) },
  async () => {
    // games of its own: the sample takes longer than the rest of the test
    const env = { SAMPLE_CATALOGUE: "false" };
    let site = await startSiteProcess({ dataDir, env });
    const client = await connectTo(dataDir);
    await client.query(`
      insert into games (title, title_folded, title_key)
      select 'Game ' || n, 'game ' || n, 'game ' || n from generate_series(1, 10) n`);
    await client.end();
    onTestFinished(async () => void (await stopSiteProcess(site)));
    const { token } = (await call(site, "POST", "/api/auth/login", superAdmin))!;
    const gameIds = Array.from({ length: 10 }, (_, index) => index + 1);
    const restarts: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const before = { wishes: confirmed.wishes.length, settings: confirmed.settings.length };
      const writing = [registerAndWish(site, gameIds), registerAndWish(site, gameIds), editSettings(site, token)];
      const hasWritten = () => confirmed.wishes.length > before.wishes && confirmed.settings.length > before.settings;
      await expect.poll(hasWritten, { interval: 5, timeout: 120_000 }).toBe(true);
      await sleep(Math.random() * 400);
      await killSiteProcess(site, dataDir, kills[round % kills.length]!);
      await Promise.all(writing);
      site = await startSiteProcess({ dataDir, env });
      restarts.push(site.readyMs);
      await checkDatabase();
    }
    expect(await stopSiteProcess(site)).toBe(0);
    restarts.sort((a, b) => a - b);
    const [middle, slowest] = [restarts[restarts.length >> 1]!, restarts.at(-1)!].map(Math.round);
    const { names, wishes, settings } = confirmed;
    console.info(
      `${rounds} kills, ${names.length} registrations, ${wishes.length} wishes, ${settings.length} settings; ` +
        `back after ${middle} ms, at the latest ${slowest} ms`,
    );
    // A busy machine says nothing about this; the long run is made on a quiet one.
    expect(slowest).toBeLessThan(repeats(Number.POSITIVE_INFINITY, 5_000));
  },
);
