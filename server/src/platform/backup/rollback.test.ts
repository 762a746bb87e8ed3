import { cp, readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { expect, onTestFinished, test, vi } from "vitest";
import { addCatalogue } from "../../test/catalogue.ts";
import { runCli } from "../../test/cli.ts";
import { createTestDatabase } from "../../test/database.ts";
import { digestOf } from "../../test/digest.ts";
import { createTestFolder } from "../../test/folder.ts";
import { testSecret } from "../../test/secret-key.ts";
import { connect } from "../db/connect.ts";
import { listKnownMigrations } from "../db/migrate.ts";
import { openDatabase } from "../db/open.ts";
import { readVersion } from "../process/version.ts";
import { rollBack as rollBackTo } from "./rollback.ts";

const { url } = await createTestDatabase({ bare: true });
const folder = await createTestFolder();
const env = { databaseUrl: url, databaseOwnerUrl: undefined, dataDir: folder.path("data"), secretKey: testSecret };
const backups = `${env.dataDir}/backups`;
const version = readVersion();

/** The migrations of this version and one more. */
const newerMigrations = folder.path("migrations");
await cp(fileURLToPath(new URL("../../../migrations", import.meta.url)), newerMigrations, { recursive: true });
const journal = JSON.parse(await readFile(`${newerMigrations}/meta/_journal.json`, "utf8"));
const newest = { ...journal.entries.at(-1), idx: journal.entries.length, tag: "9999_add_shelves" };
newest.when += 1;
await folder.write("migrations/9999_add_shelves.sql", "create table shelves as select id from games");
journal.entries.push(newest);
await folder.write("migrations/meta/_journal.json", JSON.stringify(journal));

/** Starts as this version does, or as the newer one; returns what it logs. */
async function start(migrations?: string): Promise<string[]> {
  const logged: string[] = [];
  const log = { info: (line: string) => logged.push(line), warn: (line: string) => logged.push(line), error() {} };
  const { close } = await openDatabase(env, log, { migrations });
  await close();
  return logged;
}

async function query(text: string): Promise<unknown[]> {
  const client = new pg.Client(url);
  await client.connect();
  return client.query(text).then(
    ({ rows }) => client.end().then(() => rows),
    (error) => client.end().then(() => Promise.reject(error)),
  );
}

async function digest() {
  const { pool, close } = connect({ connectionString: url }, () => {});
  return digestOf(pool).finally(close);
}

const rollBack = (variables: Record<string, string> = {}) =>
  runCli(["rollback"], { DATABASE_URL: url, DATA_DIR: env.dataDir, SECRET_KEY: testSecret, ...variables });

const newerData = new RegExp(
  `^Lootwise ${version} has upgraded this database: it has 1 change that this version \\(${version}\\) does not know`,
);

test("an upgrade says what changes and how long it takes, makes a backup, and can be rolled back", {
  timeout: 240_000,
}, async () => {
  // nothing to lose yet
  expect(await start()).toEqual([]);
  await expect(readdir(backups)).rejects.toThrow("ENOENT");
  const { db, close } = connect({ connectionString: url }, () => {});
  await addCatalogue(db, [{ title: "Sable", offers: { gog: { priceMinor: 2_499 } } }]);
  await close();
  const before = await digest();
  expect((await rollBack()).err).toBe(`There is no backup from before an upgrade in ${backups}\n`);

  const [announced, done] = await start(newerMigrations);
  expect(announced).toMatch(
    new RegExp(
      `^Upgrading the database from ${version} to ${version}, which takes about \\d+ seconds: add shelves. ` +
        `Backing it up to ${backups}/before-upgrade-\\S+Z first$`,
    ),
  );
  expect(done).toMatch(/^Upgraded the database in \d+ seconds?$/);
  expect(await query("select id from shelves")).toHaveLength(1);
  expect(await start(newerMigrations)).toEqual([]);

  // an older version touches nothing
  const upgraded = await digest();
  await expect(start()).rejects.toThrow(newerData);
  await expect(start()).rejects.toThrow(/Nothing was touched.*npm run cli -- rollback$/);
  expect(await digest()).toEqual(upgraded);
  expect((await runCli(["audit", "verify"], { DATABASE_URL: url })).err).toMatch(newerData);

  const listener = new pg.Client({ connectionString: url, application_name: "lootwise changes" });
  await listener.connect();
  expect(await start()).toEqual([expect.stringMatching(/does not know; upgrade this process too$/)]);
  expect((await rollBack()).err).toMatch(/^Stop the site first: the database has 1 other connection\n$/);
  await listener.end();
  // its start has touched the queues
  const beside = await digest();
  // a failed attempt and the next one may be of the same second
  onTestFinished(() => void vi.useRealTimers());
  vi.useFakeTimers({ toFake: ["Date"] });
  expect((await rollBack({ SECRET_KEY: `${testSecret} other`.replaceAll(" ", "-") })).err).toMatch(
    /not signed with this site's secret key.*Nothing was restored\n$/,
  );
  expect(await digest()).toEqual(beside);

  const returned = await rollBack();
  vi.useRealTimers();
  expect(returned).toEqual({
    code: 0,
    out: expect.stringMatching(/^Returned to the backup of .*Z in .*before-upgrade-.*:\n {2}tables/),
    err: "",
  });
  expect(await digest()).toEqual(before);
  const names = await readdir(backups);
  expect(names).toEqual(expect.arrayContaining([expect.stringMatching(/^before-rollback-/)]));
  expect((await rollBack()).err).toMatch(
    new RegExp(`^The data fits this version \\(${version}\\).*for the previous version: install ${version} `),
  );
  expect(await start()).toEqual([]);
  expect((await start(newerMigrations))[0]).toContain("add shelves");
});

test("only the version before the upgrade can roll back", { timeout: 120_000 }, async () => {
  const known = listKnownMigrations().slice(0, -1);
  const options = { folder: backups, now: new Date(), secretKey: null, known };
  await expect(rollBackTo({ connectionString: url }, options)).rejects.toThrow(
    new RegExp(`^No backup from before an upgrade fits this version .* install ${version} \\(its backup is of`),
  );
});

test("an upgrade without room for the backup does not begin", async () => {
  const { pool, url } = await createTestDatabase({ texts: false });
  const before = await digestOf(pool);
  const file = await folder.write("file", "");
  const log = { info() {}, warn() {}, error() {} };
  const opening = openDatabase({ ...env, databaseUrl: url, backupDir: file }, log, { migrations: newerMigrations });
  await expect(opening).rejects.toThrow(
    /^The upgrade did not begin, and nothing was changed\..*part of its path is a file/,
  );
  expect(await digestOf(pool)).toEqual(before);
});
