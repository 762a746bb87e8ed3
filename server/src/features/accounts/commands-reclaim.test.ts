import { beforeAll, expect, test } from "vitest";
import { sql } from "../../platform/db/drizzle.ts";
import { startTestApp } from "../../test/app.ts";
import { createTestDatabase } from "../../test/database.ts";
import { leftBehind } from "../../test/left-behind.ts";
import { listTablesOfUsers } from "../../test/search-tables.ts";
import { signInUser } from "../../test/users.ts";
import { users } from "../users/table.ts";
import { reclaimAccount } from "./commands-reclaim.ts";
import { knownDevices, knownNetworks } from "./table.ts";

const database = await createTestDatabase();
const { db } = database;
// without jobs, which would deliver what the tests look for
const app = await startTestApp(database, { env: { ROLE: "web" } });

type Class =
  /** Lets someone in: a condition on rows (`t`) of the user ($id) that do. */
  | { in: string }
  /** Sends something out: a condition on rows that do. */
  | { out: string }
  | { harmless: string };

const ofUser = "t.user_id = $id";
const ofChannels = "t.channel_id in (select id from channels where user_id = $id)";

/** Every table that belongs to users or refers to what does. A new one has to be classified. */
const classes: Record<string, Class> = {
  users: {
    in: "t.id = $id and coalesce(t.password_hash, t.google_id, t.steam_id, t.pending_email, t.avatar_url) is not null",
  },
  sessions: { in: ofUser },
  factor_challenges: { in: ofUser },
  second_factors: { in: ofUser },
  recovery_codes: { in: ofUser },
  api_keys: { in: ofUser },
  password_resets: { in: ofUser },
  email_links: { in: ofUser },
  known_networks: { in: ofUser },
  known_devices: { in: ofUser },
  channels: { out: `${ofUser} and t.disabled_at is null` },
  notification_deliveries: { out: `${ofChannels} and t.state = 'waiting'` },
  notification_messages: { out: `${ofChannels} and t.state = 'waiting'` },
  list_shares: { out: "t.list_id in (select id from game_lists where user_id = $id)" },
  steam_imports: { in: `${ofUser} and t.daily` },
  notification_rules: { harmless: "delivers to enabled channels and to the inbox" },
  rule_channels: { harmless: "only enabled channels receive something" },
  rule_searches: { harmless: "which games a rule has seen" },
  rule_states: { harmless: "what a rule has seen" },
  bundle_notices: { harmless: "which bundles a user was notified of" },
  notification_events: { harmless: "the inbox" },
  notification_settings: { harmless: "times" },
  game_lists: { harmless: "only a link shows it to others" },
  list_items: { harmless: "only a link shows them to others" },
  gift_marks: { harmless: "of friends who have the link" },
  library_games: { harmless: "only its owner sees them" },
  store_preferences: { harmless: "only what its owner sees" },
  merged_items: { harmless: "what a merge of games did to items" },
  role_assignments: { harmless: "what whoever is in may do; the operator's decision" },
  contact_messages: { harmless: "messages to the site" },
  contact_submissions: { harmless: "numbers of messages" },
  held_pages: { harmless: "prices of a source" },
  reading_images: { harmless: "prices of a source" },
  readings: { harmless: "who started and undid them" },
  price_reports: { harmless: "messages to the site" },
  audit_log: { harmless: "history" },
  content_string_versions: { harmless: "history" },
  game_versions: { harmless: "history" },
  voided_records: { harmless: "history" },
  price_overrides: { harmless: "the catalogue" },
  match_reviews: { harmless: "the catalogue" },
  translation_proposals: { harmless: "texts of the site, which a person accepts or dismisses" },
  file_imports: { harmless: "sending its file needs a session" },
  import_changes: { harmless: "history" },
};

const place = { db, app, userId: 0 };

async function countLeft(table: string, condition: string): Promise<number> {
  const filled = condition.replaceAll("$id", String(place.userId));
  const { rows } = await db.execute(sql`select from ${sql.raw(table)} t where ${sql.raw(filled)}`);
  return rows.length;
}

beforeAll(async () => {
  place.userId = (await signInUser(db, "squatter")).id;
  await db.update(users).set({ avatarUrl: "https://a.example/a.png", passwordHash: "a hash" });
  for (const [name, leave] of Object.entries(leftBehind)) {
    const stillWorks = await leave(place);
    if (name === "rule") await stillWorks();
  }
  const [hash, expiresAt] = [Buffer.from("a hash"), new Date(Date.now() + 60_000)];
  await db.insert(knownNetworks).values({ userId: place.userId, networkHash: hash, expiresAt });
  await db.insert(knownDevices).values({ userId: place.userId, deviceHash: hash, expiresAt });
  await db.execute(sql`
    insert into notification_messages (id, channel_id, created_at, next_at)
    select gen_random_uuid(), id, now(), now() + interval '1 hour' from channels`);
  const mail = { to: "evil@evil.example", addressee: "channel", userId: place.userId };
  await db.execute(sql`insert into jobs.job (name, data) values ('mail', ${JSON.stringify(mail)}::jsonb)`);
}, 60_000);

test("every table that belongs to users is classified", async () => {
  expect(await listTablesOfUsers(db)).toEqual(Object.keys(classes).sort());
});

test("nothing is left in the tables that let someone in or send something out", async () => {
  const conditions = Object.entries(classes).flatMap(([table, one]) => {
    const condition = "in" in one ? one.in : "out" in one ? one.out : null;
    return condition === null ? [] : [[table, condition] as const];
  });
  for (const [table, condition] of conditions) {
    // a table without test data would pass everything below
    expect([table, await countLeft(table, condition)]).not.toEqual([table, 0]);
  }
  await db.transaction((tx) => reclaimAccount(tx, { id: place.userId }, { now: new Date() }));
  for (const [table, condition] of conditions) {
    expect([table, await countLeft(table, condition)]).toEqual([table, 0]);
  }
  const { rows } = await db.execute(sql`select from jobs.job where name = 'mail' and data->>'addressee' = 'channel'`);
  expect(rows).toEqual([]);
});
