import type { ClientBase } from "pg";
import { expect, test } from "vitest";
import { createTestDatabase } from "../../../test/database.ts";
import { listChangesSince, readLogPosition, shortenChangeLog } from "./change-log.ts";

const { pool } = await createTestDatabase();

async function withClient<T>(work: (client: ClientBase) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  return work(client).finally(() => client.release());
}

const position = () => withClient((client) => readLogPosition(client, ["games", "site_config"]));
const since = (known: Awaited<ReturnType<typeof position>>) => withClient((client) => listChangesSince(client, known));
const addGames = (count: number) =>
  pool.query(`insert into games (title, title_folded, title_key) select 'g', 'g', 'g' from generate_series(1, $1)`, [
    count,
  ]);

/**
 * Its rows after it was shortened. What runs on the same server at the time keeps some of them, whatever database it
 * is in.
 */
async function shortened(limits?: Parameters<typeof shortenChangeLog>[1]): Promise<number> {
  await shortenChangeLog(pool, limits);
  return (await pool.query("select count(*)::int as rows from changes")).rows[0].rows;
}

test("later commits are reported by topic, each id once; too many as `anything`", async () => {
  const before = await position();
  expect(await since(before)).toEqual(new Map());
  await addGames(1_200);
  await pool.query("update games set rating = 5 where id <= 3");
  await pool.query("insert into site_config (key, type, value, category) values ('k', 'string', '', 'x')");
  const missed = await since(before);
  expect([missed?.get("games")?.length, missed?.get("site_config"), missed?.size]).toEqual([1_200, "*", 2]);
  const between = await position();
  expect(between.versions.games).toBeGreaterThan(before.versions.games ?? 0);
  await pool.query("delete from games where id = 1");
  expect(await since(between)).toEqual(new Map([["games", [1]]]));
  for (let some = 0; some < 4; some++) await addGames(3_000);
  expect((await since(between))?.get("games")).toBe("*");
});

test("it is trimmed by age, and still has the versions", async () => {
  const old = await position();
  await addGames(1);
  const shortenedLater = async () => {
    await pool.query("update change_markers set at = at - interval '2 hours'");
    return shortened();
  };
  // the latest of each topic, those of product feeds, which a migration has written, included
  await expect.poll(shortenedLater, { timeout: 60_000 }).toBe(3);
  const { versions } = await position();
  expect(versions).toEqual({ games: expect.any(Number), site_config: expect.any(Number) });
  expect(await since(old)).toBeNull();
});

test("what is young stays, and what runs is waited for", async () => {
  const known = await position();
  await addGames(1);
  await shortenChangeLog(pool);
  expect((await since(known))?.get("games")).toHaveLength(1);
  await withClient(async (client) => {
    await client.query("begin; delete from games where id = 2");
    await shortenChangeLog(pool, { minutes: 0 });
    const during = await position();
    await client.query("commit");
    await shortenChangeLog(pool);
    expect(await since(during)).toEqual(new Map([["games", [2]]]));
  });
});

test("a flood of changes stays within bounds", async () => {
  for (let row = 0; row < 60; row++) {
    await addGames(1);
    if (row % 10 === 0) await shortenChangeLog(pool, { rows: 25 });
  }
  await expect.poll(() => shortened({ rows: 25 }), { timeout: 60_000 }).toBeLessThan(50);
  const known = await position();
  await addGames(1);
  expect((await since(known))?.get("games")).toHaveLength(1);
});

test("another database, an emptied log and a restored one report nothing", async () => {
  const known = await position();
  expect(await since(known)).not.toBeNull();
  expect(await since({ ...known, database: "1 2" })).toBeNull();
  expect(await since({ ...known, marker: null })).toBeNull();
  const later = known.snapshot.split(":").map((xid) => (xid ? String(Number(xid) + 1_000_000) : xid));
  expect(await since({ ...known, snapshot: later.slice(0, 2).join(":").concat(":") })).toBeNull();
  await pool.query("truncate changes, change_markers");
  expect(await since(known)).toBeNull();
});

test("rows that were copied from another server go", async () => {
  await addGames(2);
  await pool.query("insert into changes (topic, xid) values ('games', '99999999999')");
  await addGames(2);
  await shortenChangeLog(pool);
  const { rows } = await pool.query("select from changes where xid = '99999999999'");
  expect(rows).toEqual([]);
});
