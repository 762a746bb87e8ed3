import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { addCatalogue } from "../test/catalogue.ts";
import { createTestDatabase } from "../test/database.ts";
import { createTestFolder } from "../test/folder.ts";

const { db, url } = await createTestDatabase();
const folder = await createTestFolder();
const script = fileURLToPath(new URL("../cli.ts", import.meta.url));
const run = promisify(execFile);

/** Runs the command line on the server of `databaseUrl`, or on the embedded one of the test's folder. */
async function cli(databaseUrl: string, ...args: string[]): Promise<string> {
  const env = { ...process.env, DATABASE_URL: databaseUrl, DATA_DIR: folder.path("data"), INIT_CWD: folder.path(".") };
  return (await run(process.execPath, [script, ...args], { env })).stdout;
}

test("a backup of a server is restored into the embedded database, which is then not empty", {
  timeout: 120_000,
}, async () => {
  await addCatalogue(db, [{ title: "Sable", offers: { gog: { priceCents: 2_499 } } }, { title: "Road 96" }]);
  expect(await cli(url, "backup", "saved")).toMatch(/^Backed up into saved:\n {2}tables +\d+\n {2}rows/);
  expect(await cli("", "restore", "saved")).toMatch(/^Restored the backup of .*Z:\n {2}tables +\d+\n {2}rows/);
  await cli("", "export", "catalogue", "games.jsonl");
  const games = (await readFile(folder.path("games.jsonl"), "utf8")).trim().split("\n");
  expect(games.map((line) => JSON.parse(line).title)).toEqual(["Sable", "Road 96"]);
  await expect(cli("", "restore", "saved")).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^The database is not empty: .*\n$/),
  });
});
