import { DrizzleQueryError } from "drizzle-orm/errors";
import { expect, test } from "vitest";
import { createLog } from "./log.ts";

const query = "select 1 from users where email_key = $1";
const failed = new DrizzleQueryError(query, ["ann@shop.example", "$argon2id$hash"], new Error("timeout exceeded"));

test.each([
  ["a failed query", failed],
  ["what a failed query led to", new Error("no answer", { cause: failed })],
])("%s is logged with its reason, but without its parameters", (_, err) => {
  const lines: string[] = [];
  createLog("info", (line) => lines.push(line)).error({ err }, "request failed");
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain(query);
  expect(lines[0]).toContain("timeout exceeded");
  expect(lines[0]).toContain("log.test.ts");
  expect(lines[0]).not.toMatch(/ann@|argon2id/);
});
