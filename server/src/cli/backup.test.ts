import { execFile } from "node:child_process";
import { rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { addCatalogue } from "../test/catalogue.ts";
import { createTestDatabase } from "../test/database.ts";
import { createTestFolder } from "../test/folder.ts";
import { testSecret } from "../test/secret-key.ts";

const source = await createTestDatabase();
const target = await createTestDatabase({ bare: true });
const other = await createTestDatabase({ bare: true });
const folder = await createTestFolder();
const script = fileURLToPath(new URL("./main.ts", import.meta.url));

function run(databaseUrl: string, args: string[], secret = testSecret) {
  const env = { ...process.env, DATABASE_URL: databaseUrl, SECRET_KEY: secret, INIT_CWD: folder.path(".") };
  return promisify(execFile)(process.execPath, [script, ...args], { env });
}

test("a backup is restored into another database, and both print counts", { timeout: 120_000 }, async () => {
  await addCatalogue(source.db, [{ title: "Sable", offers: { gog: { priceMinor: 2_499 } } }, { title: "Road 96" }]);
  const backup = await run(source.url, ["backup", "saved"]);
  expect(backup.stdout).toMatch(/^Backed up into saved:\n {2}tables +\d+\n {2}rows/);
  const foreign = run(target.url, ["restore", "saved", "--signed"], "another-secret-key-of-32-characters");
  await expect(foreign).rejects.toThrow(/was not signed with this site's secret key.*Nothing was restored/);
  const restored = await run(target.url, ["restore", "saved"]);
  expect(restored.stdout).toMatch(/^Restored the backup of .*Z:\n {2}tables +\d+\n {2}rows/);
  expect(restored.stderr).not.toContain("Warning");
  const { rows } = await target.pool.query("select title from games order by id");
  expect(rows).toEqual([{ title: "Sable" }, { title: "Road 96" }]);
});

test("a backup without a signature is restored with a warning", { timeout: 120_000 }, async () => {
  await rm(folder.path("saved/manifest.json.signature"));
  const { stdout, stderr } = await run(other.url, ["restore", "saved"]);
  expect(stderr).toContain("Warning: The backup is not signed");
  expect(stdout).toMatch(/^Restored the backup of /);
});
