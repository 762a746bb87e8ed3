import { createHash } from "node:crypto";
import { cpSync } from "node:fs";
import { appendFile, readdir, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { recordChange } from "../../features/audit/commands.ts";
import { verifyChain } from "../../features/audit/queries-verify.ts";
import { generateCatalogue } from "../../features/imports/generate/generate.ts";
import { createTestDatabase } from "../../test/database.ts";
import { digestOf } from "../../test/digest.ts";
import { createTestFolder } from "../../test/folder.ts";
import { secretKey } from "../../test/secret-key.ts";
import { signInUser } from "../../test/users.ts";
import { sql } from "../db/drizzle.ts";
import { migrateDatabase } from "../db/migrate.ts";
import { queueMail } from "../mail/queue.ts";
import type { Manifest } from "./manifest.ts";
import { restoreBackup } from "./restore.ts";
import { writeBackup } from "./write.ts";

const source = await createTestDatabase({ texts: false });
const folder = await createTestFolder();
const now = new Date("2026-11-21T03:07:00Z");

/** A server that nobody may ask: the refusal comes first. */
const nowhere = { host: "127.0.0.1", port: 1 };

const at = ({ url }: { url: string }) => ({ connectionString: url });

await generateCatalogue(source.db, { games: 300, history: 6_000, seed: 1, now, replace: true });
const { id: userId } = await signInUser(source.db, "Ada");
await source.db.execute(sql`
  with list as (insert into game_lists (user_id, name) values (${userId}, 'Both') returning id)
  insert into list_items (list_id, game_id, position, notes)
  select list.id, games.id, games.id, E'a tab\t, a backslash \\\\, a line\nand 缺氧'
  from list, games order by games.id limit 50`);
for (let entry = 0; entry < 20; entry += 1) {
  await source.db.transaction((tx) =>
    recordChange(tx, { userId }, { action: "UPDATE", resourceType: "site_config", description: `Change ${entry}` }),
  );
}
const mail = { to: "ada@example.com", subject: "Waits", paragraphs: ["…"], reason: "You asked for it." };
await queueMail(source.db, { ...mail, addressee: "verified" }, secretKey);
const backup = folder.path("backup");
await writeBackup(at(source), backup, { now });

/** The backup with other words in its manifest, whose sum is right again. */
async function forgeBackup(name: string, change: (manifest: Manifest) => void): Promise<string> {
  const forged = folder.path(name);
  cpSync(backup, forged, { recursive: true });
  const manifest = JSON.parse(await readFile(`${backup}/manifest.json`, "utf8"));
  change(manifest);
  const text = JSON.stringify(manifest);
  await writeFile(`${forged}/manifest.json`, text);
  const sum = createHash("sha256").update(text).digest("hex");
  await writeFile(`${forged}/manifest.json.sha256`, `${sum}  manifest.json\n`);
  return forged;
}

test.each([
  ["a changed file", (at: string) => appendFile(`${at}/0-__drizzle_migrations.copy.zst`, "x"), /0-.* is damaged/],
  ["a shortened file", (at: string) => truncate(`${at}/0-__drizzle_migrations.copy.zst`, 10), /0-.* is damaged/],
  ["a missing file", (at: string) => rm(`${at}/0-__drizzle_migrations.copy.zst`), /cannot be read.*ENOENT/],
  ["a changed manifest", (at: string) => appendFile(`${at}/manifest.json`, " "), /manifest.json .* is damaged/],
  ["no manifest", (at: string) => rm(`${at}/manifest.json`), /Incomplete backup/],
])("%s is noticed before the database is touched", async (what, damage, message) => {
  const damaged = await forgeBackup(what, () => {});
  await damage(damaged);
  await expect(restoreBackup(nowhere, damaged, {})).rejects.toThrow(message);
});

test("a backup of a newer version of the site is refused", async () => {
  const newer = await forgeBackup("newer", ({ migrations }) => migrations.push(9_999_999_999_999));
  await expect(restoreBackup(nowhere, newer, {})).rejects.toThrow(/newer version of the site/);
});

test("a database with tables is refused, even a newly created one", async () => {
  const target = await createTestDatabase({ texts: false });
  await expect(restoreBackup(at(target), backup, {})).rejects.toThrow("The database is not empty");
});

describe("an empty database", { timeout: 120_000 }, async () => {
  const target = await createTestDatabase({ bare: true });

  test("stays empty when rows break a rule, and when the operator stops it", async () => {
    const orphaned = await forgeBackup("orphaned", ({ tables }) => {
      const [games, empty] = [tables.find(({ name }) => name === "games")!, tables.find(({ rows }) => rows === 0)!];
      Object.assign(games, { file: empty.file, rows: 0, bytes: empty.bytes, sha256: empty.sha256 });
    });
    await expect(restoreBackup(at(target), orphaned, {})).rejects.toThrow("violates foreign key constraint");
    const stopping = new AbortController();
    const onRestored = (rows: number) => rows > 1_000 && stopping.abort();
    const stopped = restoreBackup(at(target), backup, { signal: stopping.signal, onRestored });
    await expect(stopped).rejects.toThrow("aborted");
    const { rowCount } = await target.pool.query("select from pg_tables where schemaname in ('public', 'drizzle')");
    expect(rowCount).toBe(0);
  });

  test("has the same rows, sequences, rules, indexes and triggers afterwards, and a whole audit log", async () => {
    const { rows, leftOut } = await restoreBackup(at(target), backup, {});
    const expected = await digestOf(source.pool);
    expect(await digestOf(target.pool)).toEqual(expected);
    expect(Object.keys(expected.tables)).toEqual(
      expect.arrayContaining(['"public"."price_history"', '"jobs"."job"', '"drizzle"."__drizzle_migrations"']),
    );
    expect({ isAll: rows > 6_000, leftOut }).toEqual({ isAll: true, leftOut: [] });
    expect(await target.db.transaction((tx) => verifyChain(tx))).toEqual({ entries: 20, problem: null });
  });

  test("continues from there: newer migrations run, the audit log grows, rules apply", async () => {
    await migrateDatabase(target.pool);
    await target.db.transaction((tx) =>
      recordChange(tx, null, { action: "UPDATE", resourceType: "site_config", description: "Life goes on" }),
    );
    expect(await target.db.transaction((tx) => verifyChain(tx))).toEqual({ entries: 21, problem: null });
    await expect(target.pool.query("delete from audit_log")).rejects.toThrow("can only grow");
    await expect(target.pool.query("delete from games where id = (select min(id) from games)")).resolves.toBeDefined();
    await expect(target.pool.query("insert into game_prices (game_id, country) values (0, 'US')")).rejects.toThrow(
      "foreign key",
    );
  });
});

test("a running backup has one snapshot; foreign tables are reported, partitions are restored", {
  timeout: 120_000,
}, async () => {
  const busy = await createTestDatabase({ texts: false });
  await busy.pool.query(`
    create table zeta (n integer);
    create table alpha (n integer);
    create table jobs.job_of_a_day partition of jobs.job for values in ('of a day');
    insert into jobs.queue select (jsonb_populate_record(q, '{"name": "of a day"}')).* from jobs.queue q limit 1;
    insert into jobs.job (name) values ('of a day')`);
  let done = false;
  let written = 0;
  const writing = (async () => {
    while (!done) {
      written += 1;
      await busy.pool.query(
        `begin; insert into alpha values (${written}); insert into zeta values (${written}); commit`,
      );
    }
  })();
  await expect.poll(() => written, { timeout: 30_000 }).toBeGreaterThan(20);
  const manifest = await writeBackup(at(busy), folder.path("busy"), { now });
  done = true;
  await writing;
  const count = (name: string) => manifest.tables.find((table) => table.name === name)!.rows;
  expect(count("alpha")).toBeGreaterThanOrEqual(20);
  expect(count("zeta")).toBe(count("alpha"));
  // transactions of another server have other numbers
  expect(manifest.tables.map(({ name }) => name).filter((name) => name.startsWith("change"))).toEqual([]);

  const target = await createTestDatabase({ bare: true });
  const { leftOut } = await restoreBackup(at(target), folder.path("busy"), {});
  expect(leftOut).toEqual(['"public"."alpha"', '"public"."zeta"']);
  expect((await target.pool.query("select name from only jobs.job_of_a_day")).rows).toEqual([{ name: "of a day" }]);
});

test("jobs that wait come back although the queue's own tables have changed since", { timeout: 120_000 }, async () => {
  const older = await forgeBackup("older", (manifest) => {
    manifest.jobQueue = 1;
    const jobs = manifest.tables.find(({ schema, name }) => schema === "jobs" && name === "job")!;
    jobs.columns.find(({ name }) => name === "data")!.name = "data_of_old";
  });
  const target = await createTestDatabase({ bare: true });
  await restoreBackup(at(target), older, {});
  expect((await target.pool.query("select name, data from jobs.job")).rows).toEqual([{ name: "mail", data: null }]);
});

test("a backup that is stopped or fails leaves nothing behind", async () => {
  const stopping = new AbortController();
  const onWritten = (rows: number) => rows > 1_000 && stopping.abort();
  const stopped = writeBackup(at(source), folder.path("stopped"), { now, signal: stopping.signal, onWritten });
  await expect(stopped).rejects.toThrow("aborted");
  const freeBytes = async () => 1_000;
  const onFullDisk = writeBackup(at(source), folder.path("stopped"), { now, freeBytes });
  await expect(onFullDisk).rejects.toThrow("cannot be written to");
  const inNoFolder = writeBackup(at(source), folder.path("backup/manifest.json/x"), { now });
  await expect(inNoFolder).rejects.toThrow("The backup cannot be written to");
  await expect(writeBackup(at(source), backup, { now })).rejects.toThrow("is not empty; specify a new folder");
  expect((await readdir(folder.path("."))).filter((name) => /stopped|unfinished/.test(name))).toEqual([]);
});
