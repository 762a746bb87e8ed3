import type { Pool } from "pg";
import { beforeAll, expect, test } from "vitest";
import { migrateDatabase } from "../../platform/db/migrate.ts";
import { createTestDatabase } from "../../test/database.ts";
import { createReleasedSchema } from "../../test/released-schema.ts";

/** The migrations before wishlists became lists. */
const before = 52;
const users = 1_000;

const database = await createTestDatabase({ bare: true });

/** Wishlists and lists of many users, with shares, gifts, rules that have seen prices, and a merge of games. */
const accounts = `
  insert into users (username, username_key) select 'user_' || n, 'user_' || n from generate_series(1, ${users}) n;
  insert into games (title, title_folded, title_key)
    select 'Game ' || n, 'game ' || n, 'game ' || n from generate_series(1, 40) n;
  insert into game_lists (user_id, name, description, is_gift, version)
    select id, 'List of ' || id, 'For ' || id, id % 2 = 0, id % 5 + 1 from users where id % 3 > 0;
  insert into list_items (list_id, game_id, notes, position)
    select id, game, 'note ' || game, game from game_lists, generate_series(1, 7) game;
  insert into wishlist_items (user_id, game_id, priority, notes, display_order, added_at)
    select users.id, game, game % 3 - 1, 'wish ' || game,
      row_number() over (partition by users.id order by game * 7 % 11),
      timestamptz '2026-01-01' + make_interval(days => game, secs => users.id)
    from users, generate_series(1, 10) game where users.id % 10 > 0 and game <= users.id % 13;
  insert into list_shares (list_id, token_hash, token, shows_notes, shows_name, created_at)
    select id, decode(md5(id::text), 'hex'), 'token ' || id, id % 2 = 0, true, '2026-02-01' from game_lists;
  insert into gift_marks (list_id, game_id, giver_hash)
    select id, 3, decode(md5('giver' || id), 'hex') from game_lists where is_gift;
  insert into notification_rules (user_id, kind, subject, country, scope)
    select id, 'drop', 'wishlist', 'US', 'all' from users where id % 4 = 0;
  insert into rule_states (rule_id, game_id, basis, armed, last_minor, low_minor, available)
    select rule.id, item.game_id, concat_ws(' ', item.id, '{steam,gog}', 't'), true, 999, 499, true
    from notification_rules rule join wishlist_items item using (user_id);
  insert into notification_rules (user_id, kind, subject, list_id, country, scope)
    select user_id, 'drop', 'list', id, 'US', 'all' from game_lists where id % 4 = 0;
  insert into rule_states (rule_id, game_id, basis, armed, last_minor, low_minor, available)
    select rule.id, item.game_id, item.id::text, true, 999, 499, true
    from notification_rules rule join list_items item using (list_id);
  insert into game_merges (game_id, into_id, title, title_key, products, merged_at)
    values (41, 4, 'Game 41', 'game 41', '{}', now());
  insert into merged_items (game_id, kind, item_id, user_id, before, after)
    select 41, 'wishlist_item', id, user_id, to_jsonb(item) || '{"game_id": 41}',
      case when user_id % 2 = 0 then to_jsonb(item) end
    from wishlist_items item where game_id = 4;
  insert into merged_items (game_id, kind, item_id, user_id, before, after)
    select 41, 'wishlist_item', 1000000 + id, id,
      jsonb_build_object('id', 1000000 + id, 'user_id', id, 'game_id', 41, 'priority', 1, 'notes', 'gone',
        'display_order', 1, 'added_at', now()), null
    from users where id % 10 = 0;
  insert into merged_items (game_id, kind, item_id, user_id, before, after)
    select 41, 'list_item', item.id, user_id, to_jsonb(item), null
    from list_items item join game_lists list on list.id = list_id where game_id = 4;
  select setval('wishlist_items_id_seq', 2000000)`;

/** What users see, before and after, without ids of items. */
const seenBefore = {
  wishlists: "select user_id, game_id, priority, notes, display_order as position, added_at from wishlist_items",
  lists: "select id, user_id, name, description, is_gift, created_at, version from game_lists",
  items: "select id, list_id, game_id, notes, position, added_at from list_items",
  shares: "select * from list_shares",
  gifts: "select * from gift_marks",
  rules: "select to_jsonb(rule) - 'search' - 'search_name' - 'unless_included' from notification_rules rule",
  states: "select rule_id, game_id, armed, last_minor, low_minor, available from rule_states",
  merged: `
    select game_id, user_id, before -> 'priority' as priority, before ->> 'notes' as notes,
      before -> 'display_order' as position, before -> 'added_at' as added_at, after is null as is_removed,
      after ->> 'notes' as present
    from merged_items where kind = 'wishlist_item'`,
};
const ofList = "from list_items item join game_lists list on list.id = list_id and kind =";
const seenAfter: typeof seenBefore = {
  ...seenBefore,
  wishlists: `select user_id, game_id, priority, item.notes, position, added_at ${ofList} 'wishlist'`,
  lists: `${seenBefore.lists} where kind = 'list'`,
  items: `select item.id, list_id, game_id, notes, position, added_at ${ofList} 'list'`,
  merged: `
    select game_id, merged.user_id, before -> 'priority' as priority, before ->> 'notes' as notes,
      before -> 'position' as position, before -> 'added_at' as added_at, after is null as is_removed,
      after ->> 'notes' as present
    from merged_items merged
    join game_lists list on list.id = (before ->> 'list_id')::integer and list.kind = 'wishlist'`,
};

async function readAll(pool: Pool, queries: Record<string, string>) {
  const rows = Object.entries(queries).map(async ([name, query]) => {
    const { rows } = await pool.query(`select row(seen.*)::text as row from (${query}) seen order by 1`);
    return [name, rows.map(({ row }) => row)] as const;
  });
  return Object.fromEntries(await Promise.all(rows));
}

/** The number of rows of a query. */
const count = async (query: string) => (await database.pool.query(query)).rowCount;

let seen: Awaited<ReturnType<typeof readAll>>;

beforeAll(async () => {
  const client = await database.pool.connect();
  try {
    await client.query("begin");
    await createReleasedSchema(client, before);
    await client.query(accounts);
    await client.query("commit");
  } finally {
    client.release(true);
  }
  seen = await readAll(database.pool, seenBefore);
  await migrateDatabase(database.pool);
}, 60_000);

test("all wishlists, lists, links, gifts, rules and merges are as before", async () => {
  expect(Object.entries(seen).filter(([, rows]) => rows.length === 0)).toEqual([]);
  const now = await readAll(database.pool, seenAfter);
  // one part at a time, for a readable difference
  for (const [part, rows] of Object.entries(seen)) expect([part, now[part]]).toEqual([part, rows]);
});

test("each user with wishes has one wishlist", async () => {
  const { rows } = await database.pool.query(`
    select count(*)::int as wishlists, count(distinct user_id)::int as owners, min(name) as name
    from game_lists where kind = 'wishlist'`);
  const owners = await count(`
    select from users where id % 10 = 0 or exists (
      select from list_items join game_lists list on list.id = list_id
      where kind = 'wishlist' and user_id = users.id)`);
  expect(rows).toEqual([{ wishlists: owners, owners, name: "" }]);
});

test("what rules have seen stays tied to the item, so that none fires", async () => {
  const untied = await count(`
    select from rule_states state join notification_rules rule on rule.id = rule_id
    where not exists (
      select from list_items item join game_lists list on list.id = item.list_id
      where item.game_id = state.game_id and state.basis in (item.id || ' {steam,gog} t', item.id::text)
        and (list.id = rule.list_id or (rule.subject = 'wishlist' and list.user_id = rule.user_id)))`);
  expect(untied).toBe(0);
  expect(await count("select from notification_events")).toBe(0);
});

test("an undo of an earlier merge finds its items, and new ids are free", async () => {
  const lost = await count(`
    select from merged_items merged where after is not null and not exists (
      select from list_items item join game_lists list on list.id = list_id
      where item.id = item_id and list.user_id = merged.user_id and item.id = (before ->> 'id')::integer)`);
  const incomplete = await count("select from merged_items where not before ? 'priority' or not before ? 'position'");
  expect([lost, incomplete]).toEqual([0, 0]);
  const taken = await count(`
    select from (select nextval('list_items_id_seq') as next) one
    where next <= (select max(id) from list_items) or next <= (select max(item_id) from merged_items)`);
  expect(taken).toBe(0);
});
