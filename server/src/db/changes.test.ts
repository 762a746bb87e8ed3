import { expect, test, vi } from "vitest";
import { createTestDatabase } from "../test/database.ts";
import { type Change, listenForChanges } from "./changes.ts";

const { pool, url } = await createTestDatabase();
const connection = { connectionString: url };
const addGame = (title: string) =>
  pool.query<{ id: number }>(
    `insert into games (title, title_folded, title_key) values ('${title}', '${title}', '${title}') returning id`,
  );
const backends =
  "select pid from pg_stat_activity where datname = current_database() and application_name like '% changes'";

function collect() {
  const heard: Change[] = [];
  return { heard, followers: { games: (change: Change) => void heard.push(change) } };
}

test("what is committed before anybody follows is told first", async () => {
  const changes = await listenForChanges(connection, { onLost() {} });
  const early = (await addGame("early")).rows[0]?.id;
  await pool.query("select pg_sleep(0.1)");
  const { heard, followers } = collect();
  changes.follow(followers);
  await vi.waitFor(() => expect(heard).toEqual([[early]]));
  const late = (await addGame("late")).rows[0]?.id;
  await vi.waitFor(() => expect(heard).toEqual([[early], [late]]));
  await changes.close();
});

test("a change that is rolled back is not told, and a large one comes in parts", async () => {
  const changes = await listenForChanges(connection, { onLost() {} });
  const { heard, followers } = collect();
  changes.follow(followers);
  const client = await pool.connect();
  await client.query("begin; insert into games (title, title_folded, title_key) values ('x', 'x', 'x'); rollback");
  client.release();
  await pool.query(
    `insert into games (title, title_folded, title_key) select 'm', 'm', 'm' from generate_series(1, 1201)`,
  );
  await vi.waitFor(() => expect(heard.flat()).toHaveLength(1201));
  expect(heard.map((change) => change.length).toSorted((a, b) => a - b)).toEqual([201, 500, 500]);
  await pool.query(
    `insert into games (title, title_folded, title_key) select 'm', 'm', 'm' from generate_series(1, 10001)`,
  );
  await vi.waitFor(() => expect(heard.at(-1)).toBe("*"));
  await changes.close();
});

test.each(["before", "after"])(
  "a connection lost %s anybody follows means that anything may have changed",
  async (when) => {
    const lost = vi.fn();
    const changes = await listenForChanges(connection, { onLost: lost });
    const { heard, followers } = collect();
    if (when === "after") changes.follow(followers);
    await pool.query(`select pg_terminate_backend(pid) from (${backends}) listening`);
    await vi.waitFor(() => expect(lost).toHaveBeenCalled(), 15_000);
    await vi.waitFor(async () => expect((await pool.query(backends)).rowCount).toBe(1), 15_000);
    if (when === "before") changes.follow(followers);
    await vi.waitFor(() => expect(heard).toContain("*"), 15_000);
    await changes.close();
  },
);

test("a database that cannot be reached fails the start", async () => {
  await expect(listenForChanges({ host: "127.0.0.1", port: 1 }, { onLost() {} })).rejects.toThrow("ECONNREFUSED");
});
