import { expect, onTestFinished, test } from "vitest";
import { createTestDatabase } from "../../../test/database.ts";
import { eventually } from "../../../test/eventually.ts";
import { withoutListener } from "../../../test/hostile/without-listener.ts";
import { shortenChangeLog } from "./change-log.ts";
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

/** A listener that is closed after the test, and by what means it caught up. */
async function listen() {
  const caughtUp: string[] = [];
  const changes = await listenForChanges(connection, { onLost() {}, onCaughtUp: (by) => caughtUp.push(by) });
  onTestFinished(changes.close);
  return { changes, caughtUp };
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
  "what a connection lost %s anybody follows has missed is told by its ids",
  async (when) => {
    const { changes, caughtUp } = await listen();
    const { received, subscribers } = collect();
    if (when === "after") changes.follow(subscribers);
    const id = await withoutListener(database, async () => (await addGame("missed")).rows[0]?.id);
    if (when === "before") changes.follow(subscribers);
    await eventually(() => expect(received).toEqual([[id]]));
    expect(caughtUp).toEqual(["log"]);
    await eventually(() => expect(changes.staleSince()).toBeNull());
  },
);

test("changes are reported by topic: logged ones, ephemeral ones, and no others", async () => {
  const { changes } = await listen();
  const received: [string, Change][] = [];
  const follow = (topic: string) => ({ [topic]: (change: Change) => void received.push([topic, change]) });
  changes.follow({ ...follow("games"), ...follow("content_strings"), ...follow("site_config") }, follow("jobs"));
  await withoutListener(database, async () => {
    await addGame("one");
    await addSetting("two");
    await pool.query("begin; insert into games (title, title_folded, title_key) values ('x', 'x', 'x'); rollback");
  });
  await eventually(() => expect(received).toHaveLength(3));
  expect(received).toEqual([
    ["games", [expect.any(Number)]],
    ["site_config", "*"],
    ["jobs", "*"],
  ]);
});

test("a long transaction that committed without a listener is not missed", async () => {
  const { changes } = await listen();
  const { received, subscribers } = collect();
  changes.follow(subscribers);
  const late = await pool.connect();
  await late.query("begin");
  const early = await late.query(
    "insert into games (title, title_folded, title_key) values ('l', 'l', 'l') returning id",
  );
  const known = (await addGame("known")).rows[0]?.id;
  await eventually(() => expect(received).toEqual([[known]]));
  await withoutListener(database, () => late.query("commit"));
  late.release();
  await eventually(() => expect(received.at(-1)).toContain(early.rows[0].id));
});

test("a trimmed log reports that anything may have changed", async () => {
  const { changes, caughtUp } = await listen();
  const { received, subscribers } = collect();
  changes.follow(subscribers);
  await withoutListener(database, async () => {
    await addGame("forgotten");
    await shortenChangeLog(pool, { minutes: 0 });
  });
  await eventually(() => expect(received).toEqual(["*"]));
  expect(caughtUp).toEqual(["everything"]);
});

test("two that listen hear the same, and say the same version", async () => {
  const both = [await listen(), await listen()];
  const [one, two] = both.map(({ changes }) => {
    const { received, subscribers } = collect();
    changes.follow(subscribers);
    return received;
  });
  const id = await withoutListener(database, async () => (await addGame("both")).rows[0]?.id);
  await eventually(() => expect([one, two]).toEqual([[[id]], [[id]]]));
  const { rows } = await pool.query("select max(version)::int as version from changes where topic = 'games'");
  await eventually(() => {
    for (const { changes } of both) expect(changes.versions()).toEqual({ games: rows[0].version });
  });
});

test("a database that cannot be reached fails the start", async () => {
  await expect(listenForChanges({ host: "127.0.0.1", port: 1 }, { onLost() {} })).rejects.toThrow("ECONNREFUSED");
});
