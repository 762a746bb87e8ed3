import { expect, test } from "vitest";
import { DrizzleQueryError } from "../db/drizzle.ts";
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

const token = "Xk3vQ0pL9aYt7mBw2RzE5uHs8NcJd1FgVi4oTq6yKxA";

test.each([
  ["a field", { password: "open sesame", user: { token }, request: { headers: { cookie: "a=open sesame" } } }, ""],
  ["a header", {}, "sent Authorization: Bearer open-sesame"],
  ["an address", {}, `GET https://shop.example/reset-password?token=open-sesame&page=2 and ?a=1&code=${token}`],
  ["a login in an address", { err: new Error("connect smtp://shop:open-sesame@mail.example") }, ""],
  ["a hash", {}, "found $argon2id$v=19$m=19456$opensesame"],
  ["a link of a list, also one that looks like a name", {}, `GET /shared/${"open_sesame".padEnd(43, "_ab")}?page=2`],
  ["a token of ours", { path: `/api/alerts/stop/12.${token}` }, `and ${token}`],
])("%s is logged without its secret", (_, fields, message) => {
  const lines: string[] = [];
  createLog("info", (line) => lines.push(line)).info(fields, message);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain("***");
  expect(lines[0]).not.toMatch(/open.?sesame|Xk3vQ0pL/);
  expect(() => JSON.parse(lines[0] ?? "")).not.toThrow();
});

test("words that only look like secrets stay", () => {
  const lines: string[] = [];
  const name = "role_assignments_user_id_users_id_fk_of_43_c";
  createLog("info", (line) => lines.push(line)).info({ name, url: "https://shop.example/games?page=2" }, "state=on");
  expect(lines[0]).toContain(name);
  expect(lines[0]).toContain("page=2");
  expect(lines[0]).toContain("state=on");
});
