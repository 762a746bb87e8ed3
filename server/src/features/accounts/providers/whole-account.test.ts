import { beforeAll, expect, test } from "vitest";
import { sql } from "../../../platform/db/drizzle.ts";
import { addKey } from "../../../test/api-keys.ts";
import { startTestApp } from "../../../test/app.ts";
import { addCatalogue } from "../../../test/catalogue.ts";
import { createTestDatabase } from "../../../test/database.ts";
import { listColumnsAboutUsers, tablesThatHold } from "../../../test/search-tables.ts";
import { secretKey } from "../../../test/secret-key.ts";
import { auditLog } from "../../audit/table.ts";
import { mergeGame } from "../../catalogue/merge/commands-merge.ts";
import { fileImports } from "../../imports/table.ts";
import { recordOffers } from "../../prices/offers/commands.ts";
import { readings } from "../../prices/readings/table.ts";
import { matchReviews } from "../../prices/table.ts";
import { adminRoles, users } from "../../users/table.ts";
import { factorChallenges, recoveryCodes, secondFactors } from "../factors/table.ts";
import { requestReset, sendReset } from "../passwords/commands-reset.ts";
import { knownDevices } from "../table.ts";

const database = await createTestDatabase();
const { db } = database;
const app = await startTestApp(database);
const [gameId = 0] = await addCatalogue(db, [{ title: "Portal", offers: { steam: { priceMinor: 999 } } }]);

/** Columns that refer to a user: the part of the export that covers them, or why none does. */
const coverage: Record<string, { part: string } | { because: string }> = {
  "users.email": { part: "profile" },
  "users.email_key": { part: "profile" },
  "users.email_verified": { part: "profile" },
  "users.pending_email": { part: "profile" },
  "email_links.email": { part: "emailLinks" },
  "email_links.email_key": { part: "emailLinks" },
  "email_links.user_id": { part: "emailLinks" },
  "sessions.user_id": { part: "signIns" },
  "api_keys.user_id": { part: "apiKeys" },
  "game_lists.user_id": { part: "lists" },
  "library_games.user_id": { part: "library" },
  "steam_imports.user_id": { part: "steamImport" },
  "channels.user_id": { part: "channels" },
  "store_preferences.user_id": { part: "myStores" },
  "merged_items.user_id": {
    because: "what a merge of games did to entries, which are exported, until it cannot be undone",
  },
  "notification_rules.user_id": { part: "rules" },
  "notification_events.user_id": { part: "notifications" },
  "bundle_notices.user_id": { because: "which bundles the exported notifications are about" },
  "notification_settings.user_id": { part: "notificationSettings" },
  "role_assignments.user_id": { part: "roles" },
  "audit_log.user_id": { part: "changes" },
  "contact_messages.email": { part: "messages" },
  "contact_submissions.folded_email": { part: "messages" },
  "match_reviews.decided_by": { because: "each decision has its audit entry, which is exported" },
  "match_reviews.proposed_by": { because: "each proposal has its audit entry, which is exported" },
  "translation_proposals.proposed_by": { because: "each proposal has its audit entry, which is exported" },
  "game_versions.created_by": { because: "each version has its audit entry, which is exported" },
  "content_string_versions.created_by": { because: "each version has its audit entry, which is exported" },
  "price_overrides.set_by": { because: "each override has its audit entry, which is exported" },
  "voided_records.voided_by": { because: "each voided record has its audit entry, which is exported" },
  "file_imports.created_by": { because: "each upload has its audit entry, which is exported" },
  "file_imports.requested_by": { because: "each import and undo has its audit entry, which is exported" },
  "readings.started_by": { because: "each upload and poll by a person has its audit entry, which is exported" },
  "readings.undone_by": { because: "each undo has its audit entry, which is exported" },
  "second_factors.user_id": { part: "secondFactors" },
  "recovery_codes.user_id": { because: "hashes of random secrets" },
  "factor_challenges.user_id": { because: "a random secret that is valid for five minutes" },
  "known_devices.user_id": { because: "a hash that only recognizes a browser" },
  "known_networks.user_id": { because: "a hash that only recognizes a network" },
  "password_resets.user_id": { because: "a random secret that is valid for an hour" },
};

const password = "correct horse";
const email = "Zebulon.Q@Example.com";
let id = 0;
let headers = {};

async function call(method: "GET" | "POST" | "PUT" | "DELETE", url: string, payload?: object) {
  const response = await app.inject({ method, url, headers, ...(payload && { payload }) });
  expect(response.statusCode).toBeLessThan(300);
  return response.body ? response.json() : null;
}

beforeAll(async () => {
  const { token, user } = await call("POST", "/api/auth/register", {
    username: "zebulon_q",
    email,
    password,
    birthday: "1990-05-17",
  });
  id = user.id;
  headers = { authorization: `Bearer ${token}` };
  await db.update(users).set({ emailVerified: true });
  await db.execute(sql`insert into role_assignments (user_id, role_id) select ${id}, id from ${adminRoles}`);
  await call("POST", "/api/wishlist", { gameId, notes: "a note of zebulon" });
  const { list } = await call("POST", "/api/lists", { name: "a list of zebulon" });
  await call("POST", `/api/lists/${list.id}/items`, { gameId, notes: "why zebulon wants it" });
  await call("POST", "/api/alerts", { gameId, targetPrice: 5 });
  await call("PUT", "/api/alerts/mails", { enabled: false });
  await call("POST", "/api/rules", { kind: "drop", subject: { type: "game", id: gameId } });
  await recordOffers(db, [{ gameId, store: "steam", priceMinor: 998 }], { now: new Date() });
  const times = { time_zone: "Europe/Berlin", digest_hour: 8, digest_weekday: 1, quiet_from: null, quiet_to: null };
  await call("PUT", "/api/notifications/settings", times);
  await call("POST", "/api/channels", { kind: "mail", name: "A mailbox of zebulon", target: { address: null } });
  const message = { subject: "Hello", message: "A message of zebulon, long enough" };
  await call("POST", "/api/contact/submit", { name: "Zebulon Q", email: email.toLowerCase(), ...message });
  const text = { key: "custom.of_a_user", category: "custom", current_value: "first" };
  await call("POST", "/api/admin/content/strings", text);
  const proposed = { value: "erster", source_version: 1 };
  await call("POST", `/api/admin/content/translations/de/${text.key}/proposals`, proposed);
  const product = { store: "gog", candidates: [], firstSeenAt: new Date(), lastSeenAt: new Date() };
  const [match, waiting] = await db
    .insert(matchReviews)
    .values(["1", "2"].map((productId) => ({ ...product, productId })))
    .returning();
  await call("POST", `/api/admin/catalogue/matches/${waiting!.id}/proposal`, { gameId });
  const [twinId = 0] = await addCatalogue(db, [{ title: "Portal" }]);
  await call("POST", "/api/wishlist", { gameId: twinId });
  await call("PUT", `/api/library/${gameId}`, { state: "owned" });
  await call("PUT", "/api/library/import", { daily: false });
  await call("PUT", "/api/my-stores", { stores: ["steam", "gog"], officialOnly: false });
  await mergeGame(db, null, { id: twinId, intoId: gameId, now: new Date() });
  await call("POST", `/api/admin/catalogue/matches/${match!.id}/reject`);
  await call("PUT", `/api/admin/catalogue/games/${gameId}`, { genre: "Adventure" });
  const now = new Date();
  const offer = { gameId, productId: "1", priceMinor: 999 };
  await recordOffers(
    db,
    [
      { ...offer, store: "gog" },
      { ...offer, store: "steam" },
    ],
    { now },
  );
  const [records, offers] = ["records", "offers"].map((of) => `/api/admin/catalogue/${of}/${gameId}`);
  await call("POST", `${records}/gog/US/${encodeURIComponent(now.toISOString())}/void`, { reason: "Wrong" });
  const until = new Date(now.getTime() + 86_400_000).toISOString();
  await call("PUT", `${offers}/steam/US/override`, { price: 8, until, reason: "Wrong" });
  const undone = { kind: "prices", source: "prices.csv", origin: "panel", state: "undone", begunAt: now } as const;
  await db.insert(readings).values({ ...undone, startedBy: id, undoneBy: id });
  await db.insert(fileImports).values({
    kind: "games",
    name: "games.csv",
    size: 1,
    createdBy: id,
    requestedBy: id,
    createdAt: now,
    changedAt: now,
  });
  await call("PUT", "/api/auth/profile", { email: "zebulon.elsewhere@example.com", currentPassword: password });
  const soon = new Date(Date.now() + 60_000);
  const hashed = Buffer.from("a hash");
  await db.insert(secondFactors).values({ userId: id, kind: "totp", name: "App", confirmedAt: new Date() });
  await addKey(db, id, ["read:lists"]);
  await db.insert(recoveryCodes).values({ userId: id, codeHash: hashed });
  await db.insert(knownDevices).values({ userId: id, deviceHash: hashed, expiresAt: soon });
  await db
    .insert(factorChallenges)
    .values({ userId: id, challengeHash: hashed, sessionExpiresAt: soon, triesLeft: 5, expiresAt: soon });
  await db.execute(sql`
    with bundle as (
      insert into bundles (store, title, address, kind, seen_at, updated_at)
      values ('steam', 'Bundle', 'https://store.example/b', 'tiers', now(), now()) returning id
    )
    insert into bundle_notices (bundle_id, user_id) select id, ${id} from bundle`);
  await requestReset(db, email);
  await sendReset(db, { email }, { secretKey, now: new Date() });
});

test("the export covers every column that refers to a user", async () => {
  const exported = await call("GET", "/api/auth/export");
  for (const { name, table, column, isKey } of await listColumnsAboutUsers(db)) {
    expect(Object.keys(coverage), "add the column to the export, and to the deletion").toContain(name);
    const covered = coverage[name]!;
    if ("part" in covered) expect(Object.keys(exported[covered.part]), name).not.toHaveLength(0);
    // a column without test data would pass everything below
    const is = isKey ? sql`= ${id}` : sql`is not null`;
    const found = await db.execute(sql`select from ${sql.raw(table)} where ${sql.raw(column)} ${is} limit 1`);
    expect([name, found.rows.length]).toEqual([name, 1]);
  }
  expect(exported).toMatchObject({
    profile: { username: "zebulon_q", email, pendingEmail: "zebulon.elsewhere@example.com", birthday: "1990-05-17" },
    wishlist: [{ notes: "a note of zebulon" }],
    lists: [{ name: "a list of zebulon", items: [{ notes: "why zebulon wants it" }] }],
    alerts: [{ target_price: null }, { target_price: 5 }],
    messages: [{ name: "Zebulon Q", message: "A message of zebulon, long enough", ipAddress: "127.0.0.1" }],
    changes: [
      { action: "CREATE", description: expect.stringContaining("custom.of_a_user") },
      { action: "CREATE", description: expect.stringContaining("Proposed translation of") },
      { action: "UPDATE", description: expect.stringMatching(/^Proposed .* for 2 of gog$/) },
      { action: "UPDATE", description: "Rejected 1 of gog" },
      { action: "UPDATE", description: expect.stringContaining("Changed the game") },
      { action: "UPDATE", description: expect.stringContaining("oided") },
      { action: "UPDATE", description: expect.stringContaining("price") },
      { action: "UPDATE", description: "Asked for another email address" },
    ],
  });
  expect(exported.roles.map(({ name }: { name: string }) => name)).toContain("super_admin");
});

test("the export has no messages of an unverified address", async () => {
  await db.update(users).set({ emailVerified: false });
  expect((await call("GET", "/api/auth/export")).messages).toEqual([]);
  await db.update(users).set({ emailVerified: true });
});

test("after the deletion only audit entries are left", async () => {
  // a super admin must remain, and a mail to the operator may still be queued
  await db.execute(sql`insert into users (username, username_key) values ('other', 'other')`);
  await db.execute(sql`insert into role_assignments (user_id, role_id)
    select users.id, admin_roles.id from users, admin_roles where username = 'other' on conflict do nothing`);
  await db.execute(sql`insert into jobs.job (name, data, start_after)
    values ('mail', ${JSON.stringify({ to: "site@example.com", replyTo: email.toLowerCase() })}::jsonb,
     now() + interval '1 day')`);
  const tablesWithUser = async () => (await tablesThatHold(db, ["zebulon"])).get("zebulon");
  expect(await tablesWithUser()).toContain("public.contact_messages");

  await call("DELETE", "/api/auth/account", { password });
  for (const { name, table, column, isKey } of await listColumnsAboutUsers(db)) {
    const isRetained = ["audit_log.user_id", "content_string_versions.created_by"].includes(name);
    if (!isKey || isRetained) continue;
    const found = await db.execute(sql`select from ${sql.raw(table)} where ${sql.raw(column)} = ${id}`);
    expect([name, found.rows]).toEqual([name, []]);
  }
  expect(await tablesWithUser()).toEqual([]);
  expect(await db.$count(auditLog)).toBeGreaterThan(0);
}, 60_000);
