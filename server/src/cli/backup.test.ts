import { rm } from "node:fs/promises";
import { expect, test } from "vitest";
import { addCatalogue } from "../test/catalogue.ts";
import { runCli } from "../test/cli.ts";
import { createTestDatabase } from "../test/database.ts";
import { createTestFolder } from "../test/folder.ts";
import { testSecret } from "../test/secret-key.ts";

const source = await createTestDatabase({ texts: false });
const target = await createTestDatabase({ bare: true });
const folder = await createTestFolder();

function run(databaseUrl: string, args: string[], secret = testSecret) {
  return runCli(args, { DATABASE_URL: databaseUrl, SECRET_KEY: secret, INIT_CWD: folder.path(".") });
}

test("a backup is restored into another database, and both print counts", { timeout: 120_000 }, async () => {
  await addCatalogue(source.db, [{ title: "Sable", offers: { gog: { priceMinor: 2_499 } } }, { title: "Road 96" }]);
  const backup = await run(source.url, ["backup", "saved"]);
  expect(backup.out).toMatch(/^Backed up into saved:\n {2}tables +\d+\n {2}rows/);
  const foreign = await run(target.url, ["restore", "saved", "--signed"], "another-secret-key-of-32-characters");
  expect(foreign.err).toMatch(/was not signed with this site's secret key.*Nothing was restored/);
  expect(foreign.code).toBe(1);
  const restored = await run(target.url, ["restore", "saved"]);
  expect(restored.out).toMatch(/^Restored the backup of .*Z:\n {2}tables +\d+\n {2}rows/);
  expect(restored.err).not.toContain("Warning");
  const { rows } = await target.pool.query("select title from games order by id");
  expect(rows).toEqual([{ title: "Sable" }, { title: "Road 96" }]);
});

test("a backup without a signature is no reason to refuse, but for a warning", { timeout: 120_000 }, async () => {
  await rm(folder.path("saved/manifest.json.signature"));
  const { err } = await run(target.url, ["restore", "saved"]);
  expect(err).toContain("Warning: The backup is not signed");
  // the next step
  expect(err).toContain("The database is not empty");
});
