import { createHash } from "node:crypto";
import { cpSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { zstdCompressSync } from "node:zlib";
import { describe, expect, onTestFinished, test } from "vitest";
import { addCatalogue } from "../../test/catalogue.ts";
import { createTestDatabase } from "../../test/database.ts";
import { createTestFolder } from "../../test/folder.ts";
import { repeats } from "../../test/processes/soak.ts";
import { secretKey } from "../../test/secret-key.ts";
import { openSecretKey } from "../process/secret-key.ts";
import { Bound, isKnownType, Name, TypeName } from "./forms.ts";
import type { Manifest } from "./manifest.ts";
import { restoreBackup } from "./restore.ts";
import { asRestorer, openClient } from "./restorer.ts";
import { writeBackup } from "./write.ts";

const source = await createTestDatabase({ texts: false });
const target = await createTestDatabase({ bare: true });
const folder = await createTestFolder();
const at = ({ url }: { url: string }) => ({ connectionString: url });

await addCatalogue(source.db, [{ title: "Sable", offers: { gog: { priceMinor: 2_499 } } }, { title: "Road 96" }]);
const backup = folder.path("backup");
await writeBackup(at(source), backup, { now: new Date("2026-11-21T03:07:00Z"), secretKey });

let forged = 0;

/** A copy of the backup, changed, whose sum is right again. */
async function forge(change: (manifest: Manifest & Record<string, unknown>, path: string) => unknown): Promise<string> {
  forged += 1;
  const path = folder.path(`forged-${forged}`);
  cpSync(backup, path, { recursive: true });
  const manifest = JSON.parse(await readFile(`${backup}/manifest.json`, "utf8"));
  const text = await change(manifest, path);
  await writeManifestText(path, typeof text === "string" ? text : JSON.stringify(manifest));
  return path;
}

async function writeManifestText(path: string, text: string): Promise<void> {
  await rm(`${path}/manifest.json`, { force: true });
  await writeFile(`${path}/manifest.json`, text);
  await writeFile(`${path}/manifest.json.sha256`, `${sha256(text)}  manifest.json\n`);
}

const sha256 = (content: string | Buffer) => createHash("sha256").update(content).digest("hex");
const tableOf = ({ tables }: Manifest, name: string) => tables.find((table) => table.name === name)!;

/** Other rows for a table, with sums and numbers that are right. */
async function replaceRows(manifest: Manifest, path: string, name: string, rows: string | Buffer, count?: number) {
  const content = zstdCompressSync(rows);
  const table = tableOf(manifest, name);
  await writeFile(`${path}/${table.file}`, content);
  Object.assign(table, { bytes: content.length, sha256: sha256(content), ...(count !== undefined && { rows: count }) });
}

const mark = folder.path("ran");
const program = `copy (select 1) to program 'touch ${mark}'`;
const partition = { schema: "public", name: "price_history_evil", of: "public.price_history" };
const fromTo = "FOR VALUES FROM ('2001-01-01') TO ('2001-02-01')";

type Change = Parameters<typeof forge>[0];

const hostile: [string, Change, RegExp][] = [
  ["a bound that goes on", (m) => m.partitions.push({ ...partition, bound: `${fromTo}; ${program}` }), /bound/],
  ["a bound in a comment", (m) => m.partitions.push({ ...partition, bound: `${fromTo} --\n; ${program}` }), /bound/],
  ["a bound that calls", (m) => m.partitions.push({ ...partition, bound: "FOR VALUES IN (pg_sleep(9))" }), /bound/],
  ["a bound with a quote", (m) => m.partitions.push({ ...partition, bound: "FOR VALUES IN ('a''); x('b')" }), /bound/],
  ["options of storage", (m) => m.partitions.push({ ...partition, bound: `${fromTo} USING evil` }), /bound/],
  ["an injected root", (m) => m.partitions.push({ ...partition, of: `x; ${program}`, bound: "DEFAULT; x" }), /bound/],
  [
    "an injected name of a partition",
    (m) => m.partitions.push({ ...partition, name: 'x" ;--', bound: "DEFAULT" }),
    /name/,
  ],
  [
    "a partition of another schema",
    (m) => m.partitions.push({ ...partition, schema: "jobs", bound: "DEFAULT" }),
    /another schema/,
  ],
  [
    "a partition in pg_catalog",
    (m) => m.partitions.push({ ...partition, schema: "pg_catalog", bound: "DEFAULT" }),
    /schema of PostgreSQL/,
  ],
  ["a partition twice", (m) => m.partitions.push(m.partitions[0]!), /twice/],
  ["an injected type", (m) => Object.assign(tableOf(m, "job").columns[0]!, { type: `text); ${program}; --` }), /type/],
  [
    "a type with a default",
    (m) => Object.assign(tableOf(m, "job").columns[0]!, { type: "text default pg_sleep(9)" }),
    /type/,
  ],
  ["a type that is not in the list", (m) => retypeJobs(m, "pg_catalog.regclass"), /unknown type/],
  ["a name of a table with a quote", (m) => Object.assign(tableOf(m, "games"), { name: 'games" cascade' }), /name/],
  [
    "a name of a column with a quote",
    (m) => Object.assign(tableOf(m, "games").columns[0]!, { name: "id\") from program 'id" }),
    /name/,
  ],
  ["a name with NUL", (m) => Object.assign(tableOf(m, "games"), { name: "ga\0mes" }), /name/],
  ["an endless name", (m) => Object.assign(tableOf(m, "games"), { name: "g".repeat(100_000) }), /name/],
  [
    "a table of PostgreSQL",
    (m) => Object.assign(tableOf(m, "games"), { schema: "pg_catalog", name: "pg_authid" }),
    /schema of PostgreSQL/,
  ],
  [
    "a table of the information schema",
    (m) => Object.assign(tableOf(m, "games"), { schema: "INFORMATION_SCHEMA" }),
    /schema of PostgreSQL/,
  ],
  ["a table twice", (m) => m.tables.push(tableOf(m, "games")), /twice/],
  ["a column twice", (m) => tableOf(m, "games").columns.push(tableOf(m, "games").columns[0]!), /twice/],
  [
    "a file in another folder",
    (m) => Object.assign(tableOf(m, "games"), { file: "../backup/0-games.copy.zst" }),
    /file/,
  ],
  ["an absolute file", (m) => Object.assign(tableOf(m, "games"), { file: "/etc/passwd" }), /file/],
  ["a file with NUL", (m) => Object.assign(tableOf(m, "games"), { file: "0-games.copy.zst\0" }), /file/],
  ["a huge number of rows", (m) => Object.assign(tableOf(m, "games"), { rows: 1e300 }), /rows/],
  ["a negative number of rows", (m) => Object.assign(tableOf(m, "games"), { rows: -1 }), /rows/],
  ["a million tables", (m) => m.tables.push(...Array.from({ length: 10_001 }, () => m.tables[0]!)), /tables/],
  ["a wrong sum", (m) => Object.assign(tableOf(m, "games"), { sha256: "0".repeat(64) }), /games.* is damaged/],
  ["a sum of another kind", (m) => Object.assign(tableOf(m, "games"), { sha256: "x" }), /SHA-256/],
  ["a wrong size", (m) => Object.assign(tableOf(m, "games"), { bytes: 1 }), /games.* is damaged/],
  ["functions", (m) => Object.assign(m, { functions: [{ definition: program }] }), /functions/],
  ["triggers of a table", (m) => Object.assign(tableOf(m, "games"), { triggers: [program] }), /triggers/],
  ["a default of a column", (m) => Object.assign(tableOf(m, "games").columns[0]!, { default: program }), /default/],
  [
    "an injected sequence",
    (m) => m.sequences.push({ schema: "public", name: "a'); drop table x; --", lastValue: "1" }),
    /name/,
  ],
  [
    "a sequence that runs over",
    (m) => Object.assign(m.sequences[0]!, { lastValue: "1); drop table games; --" }),
    /sequence/,
  ],
  ["migrations that are texts", (m) => Object.assign(m, { migrations: [program] }), /migrations/],
  ["migrations in another order", (m) => m.migrations.reverse(), /newer version of the site/],
  ["no JSON", () => "{", /invalid JSON/],
  ["nested JSON", () => `${"[".repeat(500_000)}${"]".repeat(500_000)}`, /not written by this site/],
  ["JSON with __proto__", () => '{"__proto__": {"format": 1}}', /not written by this site/],
  ["a manifest of 17 MB", () => " ".repeat(17 * 1024 * 1024), /too large/],
  [
    "a file that is not packed",
    async (m, path) => {
      const table = tableOf(m, "games");
      await writeFile(`${path}/${table.file}`, "plain");
      Object.assign(table, { bytes: 5, sha256: sha256("plain") });
    },
    /games.* cannot be restored/,
  ],
  [
    "a link as the file of a table",
    async (m, path) => {
      await rename(`${path}/${tableOf(m, "games").file}`, `${path}/elsewhere`);
      await symlink(`${path}/elsewhere`, `${path}/${tableOf(m, "games").file}`);
    },
    /games.* is a link/,
  ],
  [
    "a folder as the file of a table",
    async (m, path) => {
      await rm(`${path}/${tableOf(m, "games").file}`);
      await mkdir(`${path}/${tableOf(m, "games").file}`);
    },
    /games.* is not a file/,
  ],
];

/** Only the restore itself finds these, after all migrations; `npm test` takes the first. */
const hostileRows: typeof hostile = [
  ["more rows than there are", (m) => Object.assign(tableOf(m, "games"), { rows: 3 }), /has 2 rows, not 3/],
  ["fewer rows than there are", (m) => Object.assign(tableOf(m, "games"), { rows: 1 }), /more than 1 rows/],
  [
    "rows that are no rows",
    (m, path) => replaceRows(m, path, "games", "not\ta\tgame\n", 1),
    /games.* cannot be restored/,
  ],
  ["rows with NUL", (m, path) => replaceRows(m, path, "games", "\0\n", 1), /games.* cannot be restored/],
  [
    "rows that are not UTF-8",
    (m, path) => replaceRows(m, path, "games", Buffer.from([0xff, 0xfe, 10]), 1),
    /games.* cannot be restored/,
  ],
  [
    "a bomb of rows",
    (m, path) => replaceRows(m, path, "games", "1\n".repeat(20_000_000), 5),
    /games.* more than 5 rows/,
  ],
  [
    "a bomb of one row",
    (m, path) => replaceRows(m, path, "games", Buffer.alloc(300 * 1024 * 1024, "x"), 1),
    /games.*oversized row/,
  ],
];

function retypeJobs(manifest: Manifest, type: string): void {
  Object.assign(tableOf(manifest, "job").columns[0]!, { name: "renamed", type });
}

/** Everything that a restore could have left in the database. */
async function leftIn(): Promise<unknown> {
  const { rows } = await target.pool.query(`
    select (select count(*)::int from pg_tables where schemaname in ('public', 'drizzle')) as tables,
      (select count(*)::int from pg_class where not pg_get_userbyid(relowner) = current_user
        and relnamespace <> 'pg_toast'::regnamespace) as others`);
  return rows[0];
}

describe("a backup folder that others could write is data: it is refused by name, and nothing runs or stays", () => {
  test.each([...hostile, ...hostileRows.slice(0, repeats(1, hostileRows.length))])(
    "%s",
    { timeout: 120_000 },
    async (_, change, problem) => {
      const path = await forge(change);
      await expect(restoreBackup(at(target), path, {})).rejects.toThrow(problem);
      expect(await leftIn()).toEqual({ tables: 0, others: 0 });
      expect(await readdir(folder.path("."))).not.toContain("ran");
    },
  );

  test("a link or a pipe as the manifest", async () => {
    const linked = await forge(() => {});
    await rename(`${linked}/manifest.json`, `${linked}/other.json`);
    await symlink(`${linked}/other.json`, `${linked}/manifest.json`);
    await expect(restoreBackup(at(target), linked, {})).rejects.toThrow(/manifest.json .* is a link/);
    const socket = await forge(() => {});
    await rm(`${socket}/manifest.json`);
    const server = createServer().listen(`${socket}/manifest.json`);
    onTestFinished(() => void server.close());
    await expect(restoreBackup(at(target), socket, {})).rejects.toThrow(/manifest.json/);
  });

  test("one that would fill the disk stops while it is written", async () => {
    let asked = 0;
    const freeBytes = async () => {
      asked += 1;
      return asked > 5 ? 1_000 : 1e12;
    };
    await expect(restoreBackup(at(target), backup, { freeBytes })).rejects.toThrow(
      "Not enough disk space for the backup",
    );
    expect(await leftIn()).toMatchObject({ tables: 0 });
  });

  test("a restore runs without superuser rights, whoever connects", async () => {
    const owner = await openClient(at(target));
    const attempts = [program, "create role evil superuser", "alter system set log_min_messages = debug5"];
    for (const attempt of [...attempts, "select pg_read_file('/etc/passwd')", "reset role; create role evil"]) {
      const run = asRestorer(owner, at(target), (client) => client.query(attempt));
      await expect(run).rejects.toThrow(/permission denied|must be superuser/);
    }
    await owner.end();
  });
});

describe("a signature", async () => {
  const stranger = await openSecretKey({ secretKey: "another-secret-key-of-32-characters", dataDir: "" });
  const unsigned = (_: unknown, path: string) => rm(`${path}/manifest.json.signature`);

  test.each([
    ["by this site", () => Promise.resolve(backup), secretKey, "mine"],
    ["by another key", () => Promise.resolve(backup), stranger, "other"],
    ["that cannot be checked", () => Promise.resolve(backup), null, "other"],
    ["of another manifest", () => forge((m) => Object.assign(m, { postgresql: "18" })), secretKey, "other"],
    ["that is empty", () => forge((_, path) => writeFile(`${path}/manifest.json.signature`, "")), secretKey, "other"],
    ["that is missing", () => forge(unsigned), secretKey, "none"],
  ] as const)("%s is reported before the database is touched", async (_, pathOf, key, expected) => {
    const onVerified = (signature: string) => {
      throw new Error(`signature: ${signature}`);
    };
    const restoring = restoreBackup({ host: "127.0.0.1", port: 1 }, await pathOf(), { secretKey: key, onVerified });
    await expect(restoring).rejects.toThrow(`signature: ${expected}`);
  });
});

test("a backup is restored as before, and its tables belong to the user who restored it", async () => {
  expect((await restoreBackup(at(target), backup, { secretKey })).leftOut).toEqual([]);
  const { rows } = await target.pool.query("select title from games order by id");
  expect(rows).toEqual([{ title: "Sable" }, { title: "Road 96" }]);
  const owners = await target.pool.query(`
    select distinct pg_get_userbyid(relowner) = current_user as mine from pg_class
    where relnamespace in ('public'::regnamespace, 'jobs'::regnamespace, 'drizzle'::regnamespace)`);
  expect(owners.rows).toEqual([{ mine: true }]);
});

test.each([
  ["DEFAULT", true],
  ["FOR VALUES FROM ('2026-11-01') TO ('2026-12-01')", true],
  ["FOR VALUES FROM ('2026-11-01 00:00:00+00') TO (MAXVALUE)", true],
  ["FOR VALUES FROM (MINVALUE, 1) TO (-5, 'x')", true],
  ["FOR VALUES IN ('of a day', NULL, true)", true],
  ["FOR VALUES WITH (modulus 4, remainder 0)", true],
  ["FOR VALUES IN ('a' || 'b')", false],
  ["FOR VALUES IN ('a'::text)", false],
  ["FOR VALUES IN (E'\\x')", false],
  ["FOR VALUES IN ($$a$$)", false],
  ["FOR VALUES IN ()", false],
  ["DEFAULT\n", false],
  ["default", false],
  ["", false],
])("the bound %j is known: %s", (bound, isKnown) => {
  expect(Bound.safeParse(bound).success).toBe(isKnown);
});

test.each([
  ["integer", true],
  ["character varying(200)", true],
  ["numeric(10,2)", true],
  ["timestamp(3) with time zone", true],
  ["text[]", true],
  ["jobs.job_state", true],
  ["jobs.other_state", false],
  ["regclass", false],
  ["xml", false],
])("the type %s may be that of a stage: %s", (type, isKnown) => {
  expect(TypeName.safeParse(type).success && isKnownType(type, new Set(["jobs.job_state"]))).toBe(isKnown);
});

test.each([
  ["games", true],
  ["__drizzle_migrations", true],
  ["Über Tabelle-2.0", true],
  ["", false],
  ["1x", false],
  ['a"b', false],
  ["a;b", false],
  ["a(b", false],
  ["a\nb", false],
  ["a'b", false],
])("%j is a name: %s", (name, isName) => {
  expect(Name.safeParse(name).success).toBe(isName);
});
