// Records what a site of this version stores, for the tests of later versions' upgrades. Argument: the version.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeBackup } from "../../platform/backup/write.ts";
import { openDatabaseAsIs } from "../../platform/db/open.ts";
import { type SiteProcess, startSiteProcess, stopSiteProcess, superAdmin } from "../site.ts";
import { packBackup, recordedMember, recordedSecret } from "./packed.ts";

const [version = ""] = process.argv.slice(2);
const folder = await mkdtemp(join(tmpdir(), "record-"));
const dataDir = join(folder, "data");
try {
  const site = await startSiteProcess({ dataDir, env: { SECRET_KEY: recordedSecret } });
  const gameIds = await fill(site).finally(() => stopSiteProcess(site));
  await backUp(gameIds);
  const { file, bytes } = await packBackup(join(folder, "backup"), version);
  console.log(`Recorded the data of ${version} in ${file} (${Math.round(bytes / 1024)} KB)`);
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function backUp(gameIds: readonly number[]): Promise<void> {
  const log = { info() {}, warn: console.warn, error: console.error };
  const database = await openDatabaseAsIs({ dataDir, databaseUrl: undefined, databaseOwnerUrl: undefined }, log);
  // the shipped texts, which are most of it, come again with the next start
  await database.pool.query("delete from games where id <> all ($1)", [gameIds]);
  await database.pool.query(`
    delete from content_strings where last_modified is null and custom_variables is null;
    update languages set shipped_hash = null`);
  await writeBackup(database.connection, join(folder, "backup"), { now: new Date() }).finally(database.close);
}

/** What members and administrators do, with a row in nearly every table. Returns the games that it needs. */
async function fill({ url }: SiteProcess): Promise<number[]> {
  // biome-ignore lint/suspicious/noExplicitAny: responses whose fields this file knows
  const call = async (method: string, path: string, body?: object, token = ""): Promise<any> => {
    const headers = {
      ...(body && { "content-type": "application/json" }),
      ...(token && { authorization: `Bearer ${token}` }),
    };
    const response = await fetch(url + path, { method, headers, body: body && JSON.stringify(body) });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return text === "" ? null : JSON.parse(text);
  };
  const { games } = await call("GET", "/api/games?limit=20");
  const ids: number[] = games.map(({ id }: { id: number }) => id);
  const [gameId, other, third] = ids as [number, number, number];

  const { token } = await call("POST", "/api/auth/register", { ...recordedMember, birthday: "1990-01-01" });
  const member = (method: string, path: string, body?: object) => call(method, path, body, token);
  for (const id of ids.slice(0, 5)) await member("POST", "/api/wishlist", { gameId: id });
  await member("POST", "/api/alerts", { gameId, targetPrice: 1 });
  const { list } = await member("POST", "/api/lists", { name: "Both" });
  await member("POST", `/api/lists/${list.id}/items`, { gameId: other });
  await member("POST", `/api/lists/${list.id}/share`, {});
  await member("PUT", `/api/library/${third}`, { state: "owned" });
  await member("POST", "/api/auth/reauthenticate", { password: recordedMember.password });
  await member("POST", "/api/keys", { name: "Mine", scopes: ["read:lists"] });
  const target = { server: "https://ntfy.example", topic: "mine" };
  await member("POST", "/api/channels", { kind: "ntfy", name: "Mine", target });
  await member("POST", "/api/rules", { kind: "low", subject: { type: "game", id: gameId } });
  await member("PUT", "/api/my-stores", { stores: ["steam", "gog"], officialOnly: true });
  const letter = { name: "Ann", email: "ann@example.com", subject: "Hello", message: "Hello" };
  await call("POST", "/api/contact/submit", letter);
  await call("POST", "/api/contact/submit", { ...letter, report: { game: gameId, store: "steam", country: "US" } });

  const signedIn = await call("POST", "/api/auth/login", superAdmin);
  const admin = (method: string, path: string, body?: object) =>
    call(method, `/api/admin${path}`, body, signedIn.token);
  await admin("PUT", "/config/social.network_url", { value: "https://example.com/here" });
  await admin("POST", "/config", { key: "custom.number", value: "1", type: "number", category: "custom" });
  await admin("POST", "/content/strings", { key: "custom.text", category: "custom", current_value: "first" });
  await admin("PUT", "/content/translations/de/custom.text", { value: "erster", base_version: 0, source_version: 1 });
  await admin("PUT", "/markets/NO", { enabled: true });
  await admin("POST", "/stores", { key: "corner", name: "Corner", kind: "keyshop" });
  await admin("POST", "/catalogue/feeds", { store: "corner", country: "US", url: "https://feeds.example.com/a.csv" });
  await admin("PUT", `/catalogue/games/${third}`, { genre: "RPG" });
  await admin("POST", `/catalogue/games/${ids.at(-1)}/merge`, { into: ids.at(-2) });
  await admin("POST", "/catalogue/genres", { word: "Weaving", genre: "Action" });
  const override = { price: 5, until: new Date(Date.now() + 3_600_000).toISOString(), reason: "A sale" };
  await admin("PUT", `/catalogue/offers/${gameId}/steam/US/override`, override);
  const { role } = await admin("POST", "/dashboard/roles", { name: "readers", permissions: ["content.read"] });
  const { user } = await member("GET", "/api/auth/me");
  await admin("POST", `/dashboard/users/${user.id}/roles`, { roleIds: [role.id] });
  await admin("POST", "/vouchers", {
    ...{ store: "steam", code: "SAVE50", conditions: "", country: null, percent: 50, amount: null, currency: null },
    ...{ game_ids: [], excluded_game_ids: [], excluded_regions: [], minimum: null, full_price_only: false },
    ...{ begins_at: null, ends_at: null },
  });
  await admin("POST", "/bundles", {
    ...{ store: "steam", title: "Desert Bundle", address: "https://store.example/desert", kind: "tiers" },
    ...{ countries: [], begins_at: null, ends_at: null, redeem_by: null, complete: true, games: null },
    tiers: [{ price: { amount: 12, currency: "USD" }, prices: {}, cumulative: true, addon: false, choose: null }],
    items: [{ title: "Sable", kind: "game", tier: 1, activates_on: [], activates_in: null, game_id: gameId }],
  });
  await admin("POST", "/subscriptions/services", { key: "service", name: "Service" });
  await admin("POST", "/subscriptions/plans", { key: "plan", name: "Plan", service: "service" });
  await admin("POST", "/subscriptions/plans/plan/prices", { country: "US", currency: "USD", price: 9.99 });
  await admin("POST", "/subscriptions/memberships", { plan: "plan", game_id: gameId });
  return ids;
}
