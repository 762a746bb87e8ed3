import { beforeAll, expect, test } from "vitest";
import { eq, sql } from "../../platform/db/drizzle.ts";
import { migrateDatabase } from "../../platform/db/migrate.ts";
import { createTestDatabase } from "../../test/database.ts";
import { deliverNotices } from "../../test/notices.ts";
import { createReleasedSchema } from "../../test/released-schema.ts";
import { secretKey } from "../../test/secret-key.ts";
import { listQueuedMails } from "../../test/servers/mails.ts";
import { recordOffers } from "../prices/offers/commands.ts";
import { asTheyAre, evaluateRules } from "../prices/rules/commands-evaluate.ts";
import { followStopLink, prepareFormerLinks } from "./delivery/commands-stop-link.ts";
import { listAlerts, listRules } from "./rules/queries-rules.ts";
import { notificationEvents, notificationRules } from "./table.ts";

/** Number of migrations when price alerts were not rules yet. */
const before = 50;
const noon = new Date("2030-06-01T12:00:00Z");

/**
 * A thousand users with alerts in all states: armed or not, reached or not, for any drop, never seen a price, out of
 * step with the present price, fired lately, waiting to be mailed or for a digest; of verified, unverified and missing
 * addresses, with all mail or all notifications stopped, with stores of their own; and with rules beside them.
 */
const population = `
  insert into games (title, title_folded, title_key)
    select 'Game ' || n, 'game ' || n, 'game ' || n from generate_series(1, 10) n;
  insert into offers (game_id, country, store, currency, price_minor, first_seen_at, last_seen_at)
    select games.id, 'US', store, 'USD', case store when 'steam' then 999 else 1299 end, '2030-01-01', '2030-01-01'
    from games, unnest(array['steam', 'gog']) store where games.title <> 'Game 10';
  insert into users (username, username_key, email, email_key, email_verified)
    select 'u' || n, 'u' || n, case when n % 50 > 0 then 'u' || n || '@example.com' end,
      case when n % 50 > 0 then 'u' || n || '@example.com' end, n % 5 > 0
    from generate_series(1, 1000) n;
  insert into store_preferences (user_id, stores) select id, '{gog}' from users where id % 3 = 0;
  insert into notification_settings (user_id, time_zone, digest_hour, digest_weekday, stopped_at)
    select id, 'UTC', 9, 1, case when id % 11 = 0 then timestamptz '2030-05-01' end from users where id % 2 = 1;
  insert into price_alerts (user_id, game_id, target_minor, armed, last_minor, created_at, last_fired_at)
    select users.id, games.id, (array[null, 500, 999, 1300])[1 + (users.id + games.id) % 4],
      (users.id + games.id) % 3 > 0,
      (array[null, 999, 1299, 4000])[1 + (users.id / 4 + games.id) % 4],
      timestamptz '2030-01-01' + users.id * interval '1 minute',
      case when (users.id + games.id) % 6 = 0 then timestamptz '2030-06-01 08:00' end
    from users, games where (users.id + games.id) % 2 = 0;
  insert into alert_recipients (user_id, stopped_at, day, mails)
    select id, case when id % 7 = 0 or id % 22 = 11 then timestamptz '2030-05-01' end, '2030-06-01', 1
    from users where id % 13 > 0 or id % 7 = 0 or id % 22 = 11;
  insert into alert_notices (alert_id, minor, at)
    select id, 999, last_fired_at from price_alerts where last_fired_at is not null;
  insert into fired_alerts (alert_id, target_minor, old_minor, new_minor, store, deferred_on)
    select alert.id, target_minor, 1999, 999, 'steam', case when alert.id % 4 = 0 then date '2030-06-01' end
    from price_alerts alert left join alert_recipients recipient using (user_id)
    where last_fired_at is not null and alert.id % 2 = 0 and stopped_at is null;
  insert into notification_rules (user_id, kind, subject, game_id, country, value, scope)
    select users.id, (array['target', 'low'])[1 + users.id % 2], 'game', games.id, 'US',
      case when users.id % 2 = 0 then 500 end, 'all'
    from users, games where games.title = 'Game 1';
  insert into game_merges (game_id, into_id, title, title_key, merged_at, kept, products)
    select 9000, id, 'Merged', 'merged', '2030-05-30', '{}', '{}' from games where title = 'Game 2';
  insert into merged_items (game_id, kind, item_id, user_id, before, after)
    select 9000, 'price_alert', 90000 + id, id, jsonb_build_object('id', 90000 + id, 'user_id', id, 'game_id', 9000,
      'country', 'US', 'target_minor', 700, 'armed', true, 'last_minor', 999,
      'created_at', '2030-01-01T00:00:00Z'), null
    from users where id <= 3`;

const database = await createTestDatabase({ bare: true });
const { db, pool } = database;

interface FormerAlert {
  id: number;
  user_id: number;
  game_id: number;
  target_minor: number | null;
  armed: boolean;
  created_at: Date;
  last_fired_at: Date | null;
}
let alerts: FormerAlert[];
let pending: { alert_id: number; deferred: boolean }[];
let recent: number;
let rules: unknown[];
const rulesBefore = "select id, user_id, kind, game_id, value, scope from notification_rules";

beforeAll(async () => {
  const client = await pool.connect();
  try {
    await client.query("begin");
    await createReleasedSchema(client, before);
    await client.query("commit");
    await client.query(population);
  } finally {
    client.release(true);
  }
  alerts = (await pool.query("select * from price_alerts order by id")).rows;
  pending = (await pool.query("select alert_id, deferred_on is not null as deferred from fired_alerts")).rows;
  recent = (await pool.query("select from alert_notices")).rows.length;
  rules = (await pool.query(`${rulesBefore} order by id`)).rows;
  await migrateDatabase(pool);
}, 120_000);

test("every alert is a rule with its target, market, times and former id; rules are as they were", async () => {
  expect(alerts).toHaveLength(5_000);
  const moved = await db.select().from(notificationRules).where(sql`former_alert_id is not null`);
  const byAlert = new Map(moved.map((rule) => [rule.formerAlertId, rule]));
  expect(byAlert.size).toBe(5_000);
  for (const { id, user_id: userId, game_id: gameId, target_minor: value, created_at, last_fired_at } of alerts) {
    const kind = value === null ? "drop" : "target";
    const times = { createdAt: created_at, lastFiredAt: last_fired_at };
    expect(byAlert.get(id)).toMatchObject({ userId, gameId, value, kind, country: "US", scope: "mine", ...times });
  }
  expect((await pool.query(`${rulesBefore} where former_alert_id is null order by id`)).rows).toEqual(rules);
  const [listed, all] = [await listAlerts(db, 8), await listRules(db, 8)];
  expect(listed).toHaveLength(6);
  expect(all.map(({ id }) => id)).toEqual(expect.arrayContaining(listed.map(({ id }) => id)));
});

test("each is mailed to its owner's account, unless mail was stopped", async () => {
  const { rows } = await db.execute(sql`
    select count(*)::int as linked, count(distinct channels.id)::int as channels,
      (count(*) filter (where channels.user_id <> rule.user_id or verified_at is null or config <> ''))::int as wrong
    from notification_rules rule join rule_channels on rule_id = rule.id
    join channels on channels.id = channel_id and is_alert_mail where former_alert_id is not null
  `);
  expect(rows).toEqual([{ linked: 5_000, channels: 1_000, wrong: 0 }]);
  const { rows: stopped } = await db.execute(sql`
    select (count(*) filter (
      where (disabled_at is not null) <> (user_id % 7 = 0 and user_id % 22 <> 11)
    ))::int as wrong
    from channels where is_alert_mail
  `);
  expect(stopped).toEqual([{ wrong: 0 }]);
});

test("what fired on the last day is in the inbox, read, and does not repeat", async () => {
  expect(await db.$count(notificationEvents)).toBe(recent);
  expect(await db.$count(notificationEvents, sql`read_at is null`)).toBe(0);
  const { rows } = await db.execute(sql`
    select state, in_digest, count(*)::int as count from notification_deliveries group by 1, 2 order by 1, 2
  `);
  const deferred = pending.filter((one) => one.deferred).length;
  expect(rows).toEqual([
    { state: "sent", in_digest: false, count: recent - pending.length },
    { state: "waiting", in_digest: false, count: pending.length - deferred },
    { state: "waiting", in_digest: true, count: deferred },
  ]);
});

test("evaluating all games and reading the same prices again fires nothing", async () => {
  const games = sql`select id, 'US' from games`;
  for (const minutes of [1, 2]) {
    const now = new Date(noon.getTime() + minutes * 60_000);
    await db.transaction((tx) => evaluateRules(tx, { games: asTheyAre(games), now }));
  }
  const { rows } = await pool.query("select id from games where title <> 'Game 10'");
  const same = rows.map(({ id }) => ({ gameId: id, store: "steam", priceMinor: 999 }));
  await recordOffers(db, same, { now: new Date(noon.getTime() + 180_000) });
  expect(await db.$count(notificationEvents)).toBe(recent);
});

test("what was to be mailed is mailed exactly once, to whom mail may go (soak)", async () => {
  const waiting = new Map(alerts.map(({ id, user_id }) => [id, user_id]));
  const may = pending
    .map(({ alert_id, deferred }) => ({ userId: waiting.get(alert_id)!, deferred }))
    .filter(({ userId }) => userId % 50 > 0 && userId % 5 > 0 && !(userId % 2 === 1 && userId % 11 === 0));
  const digests = new Set(may.filter(({ deferred }) => deferred).map(({ userId }) => userId));
  await deliverNotices(db, noon, 20);
  expect(await listQueuedMails(db)).toHaveLength(may.filter(({ deferred }) => !deferred).length);
  for (const day of [1, 2]) await deliverNotices(db, new Date(noon.getTime() + day * 86_400_000), 20);
  expect(await listQueuedMails(db)).toHaveLength(may.filter(({ deferred }) => !deferred).length + digests.size);
});

test("links in mails that were sent before still stop their alert", async () => {
  const links = prepareFormerLinks(secretKey);
  const [first] = alerts;
  const follow = (token: string) => followStopLink(db, secretKey, token, noon);
  await follow(links.signAlert(first!.id));
  expect(await db.$count(notificationRules, eq(notificationRules.formerAlertId, first!.id))).toBe(0);
  expect(await db.$count(notificationRules, sql`former_alert_id is not null`)).toBe(4_999);
  await follow(links.signAll(1));
  const { rows } = await db.execute(sql`select disabled_at is not null as stopped from channels where user_id = 1`);
  expect(rows).toEqual([{ stopped: true }]);
});

test("alerts of merged games are restored as rules when the merge is undone", async () => {
  const { rows } = await db.execute(sql`
    select item_id = (before ->> 'id')::integer and item_id > 6000 as numbered, before ->> 'kind' as kind,
      before -> 'value' as value, before ->> 'former_alert_id' as former, after
    from merged_items where kind = 'rule' order by former
  `);
  expect(rows).toEqual(
    ["90001", "90002", "90003"].map((former) => ({ numbered: true, kind: "target", value: 700, former, after: null })),
  );
});
