import { expect, onTestFinished, test } from "vitest";
import { createTestDatabase } from "../../../test/database.ts";
import { eventually } from "../../../test/eventually.ts";
import { withoutListener } from "../../../test/hostile/without-listener.ts";
import { type Change, listenForChanges } from "./changes.ts";

const database = await createTestDatabase();
const { pool, url } = database;
const connection = { connectionString: url };
const addGame = (title: string) =>
  pool.query<{ id: number }>(
    `insert into games (title, title_folded, title_key) values ('${title}', '${title}', '${title}') returning id`,
  );
const addSetting = (key: string) =>
  pool.query(`insert into site_config (key, type, value, category) values ('${key}', 'string', '', 'x')`);

/** A listener that is closed after the test. */
async function listen() {
  const changes = await listenForChanges(connection, { onLost() {} });
  onTestFinished(changes.close);
  return changes;
}

function collect() {
  const received: Change[] = [];
  return { received, subscribers: { games: (change: Change) => void received.push(change) } };
}

test("commits before the first subscriber are reported first", async () => {
  const changes = await listenForChanges(connection, { onLost() {} });
  const early = (await addGame("early")).rows[0]?.id;
  await pool.query("select pg_sleep(0.1)");
  const { received, subscribers } = collect();
  changes.follow(subscribers);
  await eventually(() => expect(received).toEqual([[early]]));
  const late = (await addGame("late")).rows[0]?.id;
  await eventually(() => expect(received).toEqual([[early], [late]]));
  await changes.close();
});

test("a rolled-back change is not reported, and a large one arrives in parts", async () => {
  const changes = await listenForChanges(connection, { onLost() {} });
  const { received, subscribers } = collect();
  changes.follow(subscribers);
  const client = await pool.connect();
  await client.query("begin; insert into games (title, title_folded, title_key) values ('x', 'x', 'x'); rollback");
  client.release();
  await pool.query(
    `insert into games (title, title_folded, title_key) select 'm', 'm', 'm' from generate_series(1, 1201)`,
  );
  await eventually(() => expect(received.flat()).toHaveLength(1201));
  expect(received.map((change) => change.length).toSorted((a, b) => a - b)).toEqual([201, 500, 500]);
  await pool.query(
    `insert into games (title, title_folded, title_key) select 'm', 'm', 'm' from generate_series(1, 10001)`,
  );
  await eventually(() => expect(received.at(-1)).toBe("*"));
  await changes.close();
});

test.each(["before", "after"])(
  "a connection lost %s anybody follows tells all that anything may have changed",
  async (when) => {
    const changes = await listen();
    const { received, subscribers } = collect();
    const jobs: Change[] = [];
    const all = { ...subscribers, jobs: (change: Change) => void jobs.push(change) };
    if (when === "after") changes.follow(all);
    await withoutListener(database, () => addGame("missed"));
    if (when === "before") changes.follow(all);
    await eventually(() => expect([received, jobs]).toEqual([["*"], ["*"]]));
    await eventually(() => expect(changes.staleSince()).toBeNull());
  },
);

test("changes are reported by topic, in the order of their transaction, administrators' ones last", async () => {
  const changes = await listen();
  const received: string[] = [];
  const topics = ["games", "site_config", "caches"];
  changes.follow(Object.fromEntries(topics.map((topic) => [topic, () => void received.push(topic)])));
  const entry = (resource: string) =>
    `insert into audit_log (action, resource_type, description) values ('UPDATE', '${resource}', 'x')`;
  await pool.query(`begin; ${entry("game")}; ${entry("store")};
    insert into games (title, title_folded, title_key) values ('x', 'x', 'x'); commit`);
  await eventually(() => expect(received).toEqual(["games", "caches"]));
  // nothing of accounts and messages is cached
  for (const resource of ["user", "admin_role", "contact_submission", "audit_log"]) await pool.query(entry(resource));
  await addSetting("one");
  await eventually(() => expect(received).toEqual(["games", "caches", "site_config"]));
});

test("a database that cannot be reached fails the start", async () => {
  await expect(listenForChanges({ host: "127.0.0.1", port: 1 }, { onLost() {} })).rejects.toThrow("ECONNREFUSED");
});
