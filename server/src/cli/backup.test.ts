import { rm } from "node:fs/promises";
import { expect, test } from "vitest";
import { addCatalogue } from "../test/catalogue.ts";
import { runCli } from "../test/cli.ts";
import { createTestDatabase, type TestDatabase } from "../test/database.ts";
import { createTestFolder } from "../test/folder.ts";
import { testSecret } from "../test/secret-key.ts";

const source = await createTestDatabase({ texts: false });
const target = await createTestDatabase({ bare: true });
const another = await createTestDatabase({ bare: true });
const folder = await createTestFolder();

function run(databaseUrl: string, args: string[], secret = testSecret) {
  return runCli(args, { DATABASE_URL: databaseUrl, SECRET_KEY: secret, INIT_CWD: folder.path(".") });
}

async function titlesIn({ pool }: TestDatabase) {
  const { rows } = await pool.query<{ title: string }>("select title from games order by id");
  return rows.map(({ title }) => title);
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
  expect(await titlesIn(target)).toEqual(["Sable", "Road 96"]);
});

test("a backup without a signature is restored with a warning, unless signed ones are demanded", {
  timeout: 120_000,
}, async () => {
  await rm(folder.path("saved/manifest.json.signature"));
  const signed = await run(another.url, ["restore", "saved", "--signed"]);
  expect(signed.err).toMatch(/^The backup is not signed: .*\. Nothing was restored\n$/);
  expect(signed.code).toBe(1);
  const { code, out, err } = await run(another.url, ["restore", "saved"]);
  expect(err).toMatch(/^Warning: The backup is not signed: .*\n$/);
  expect(code).toBe(0);
  expect(out).toMatch(/^Restored the backup of /);
  expect(await titlesIn(another)).toEqual(["Sable", "Road 96"]);
});
