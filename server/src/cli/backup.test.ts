import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { addCatalogue } from "../test/catalogue.ts";
import { createTestDatabase } from "../test/database.ts";
import { createTestFolder } from "../test/folder.ts";

const source = await createTestDatabase();
const target = await createTestDatabase({ bare: true });
const folder = await createTestFolder();
const script = fileURLToPath(new URL("./main.ts", import.meta.url));

async function cli(databaseUrl: string, ...args: string[]): Promise<string> {
  const env = { ...process.env, DATABASE_URL: databaseUrl, INIT_CWD: folder.path(".") };
  return (await promisify(execFile)(process.execPath, [script, ...args], { env })).stdout;
}

test("a backup is restored into another database, and both print counts", { timeout: 120_000 }, async () => {
  await addCatalogue(source.db, [{ title: "Sable", offers: { gog: { priceMinor: 2_499 } } }, { title: "Road 96" }]);
  expect(await cli(source.url, "backup", "saved")).toMatch(/^Backed up into saved:\n {2}tables +\d+\n {2}rows/);
  expect(await cli(target.url, "restore", "saved")).toMatch(/^Restored the backup of .*Z:\n {2}tables +\d+\n {2}rows/);
  const { rows } = await target.pool.query("select title from games order by id");
  expect(rows).toEqual([{ title: "Sable" }, { title: "Road 96" }]);
});
