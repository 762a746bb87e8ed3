import { expect, test } from "vitest";
import { runCli } from "../test/cli.ts";
import { createTestDatabase } from "../test/database.ts";
import { createTestFolder } from "../test/folder.ts";

const { pool, url } = await createTestDatabase();
const folder = await createTestFolder();
const own = {
  id: "desert",
  title: "Desert Bundle",
  address: "https://example.com/desert",
  items: [{ title: "Sable" }],
};
const run = async (content: unknown, ...flags: string[]) =>
  runCli(["import", "bundles", await folder.write("bundles.json", JSON.stringify(content)), ...flags], {
    DATABASE_URL: url,
  });

test("imports a file, counts what it has, and names where an invalid one is wrong", async () => {
  const { code, out } = await run({ bundles: [own] }, "--store", "humble");
  expect(code).toBe(0);
  expect(out).toMatch(/bundles added +1\n/);
  expect(out).toMatch(/items without a certain match +1\n/);
  expect(out).toContain("Humble Store is disabled: visitors see its bundles when it is enabled");
  await pool.query("update stores set enabled = true where key = 'humble'");
  expect((await run({ bundles: [own] }, "--store", "humble")).out).not.toContain("is disabled");
  expect(await run({ bundles: [own, { ...own, id: "b", title: "" }] }, "--store", "humble")).toMatchObject({
    code: 1,
    err: expect.stringContaining("bundles.json: bundles.1: title: Title is required"),
  });
  expect((await pool.query("select key from bundles")).rows).toEqual([{ key: "desert" }]);
});
