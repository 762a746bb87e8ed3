import { expect, test } from "vitest";
import { runCli } from "../test/cli.ts";
import { createTestDatabase } from "../test/database.ts";
import { createTestFolder } from "../test/folder.ts";

const { url } = await createTestDatabase();
const folder = await createTestFolder();
const usual = { DATABASE_URL: url, DATA_DIR: folder.path("data"), SECRET_KEY: "k".repeat(40) };

const doctor = (env: Record<string, string>, ...args: string[]) => runCli(["doctor", ...args], { ...usual, ...env });

test("doctor lists what is wrong with what to do, and with --all what is right", async () => {
  const { code, out } = await doctor({ PUBLIC_URL: "http://games.example" });
  expect(out).toMatch(/^warning {2}address: http:\/\/games\.example is not encrypted.*\n {9}Get a certificate/m);
  expect(out).toMatch(/^PROBLEM {2}administrators: There is no administrator\.\n {9}npm run cli -- admin recover/m);
  expect(out).toMatch(/\d+ fine, \d+ warnings?, 1 problem\n$/);
  expect(out).not.toMatch(/^ok/m);
  expect(code).toBe(1);
  expect((await doctor({}, "--all")).out).toMatch(/^ok {7}database: PostgreSQL [\d.]+ responds\.$/m);
});

test.each([
  [{ DATABASE_URL: "postgresql://nobody:hunter2@127.0.0.1:9/site" }, /^PROBLEM {2}database: .*cannot be used/m],
  [{ PORT: "x" }, /^PROBLEM {2}environment: PORT must be a whole number/m],
])("with %j it says so, without the password", async (env, expected) => {
  const { code, out, err } = await doctor(env);
  expect(out).toMatch(expected);
  expect(out + err).not.toContain("hunter2");
  expect(code).toBe(1);
});
