import { spawn } from "node:child_process";
import { once } from "node:events";
import { availableParallelism } from "node:os";
import { expect, test } from "vitest";
import { repeats } from "../../../test/processes/soak.ts";
import { hashPassword, isPassword } from "./password.ts";

test("accepts only the password itself", async () => {
  const hash = await hashPassword("correct horse");
  expect(await isPassword("correct horse", hash)).toBe(true);
  expect(await isPassword("Correct horse", hash)).toBe(false);
});

test("hashes with as much memory and as many passes as OWASP recommends (decision 031)", async () => {
  expect(await hashPassword("correct horse")).toMatch(/^\$argon2id\$v=19\$m=12288,t=3,p=1\$/);
});

test("accepts no password for an account without one, not even the substitute hash", async () => {
  expect(await isPassword("", null)).toBe(false);
  expect(await isPassword("nobody's password", null)).toBe(false);
});

test("rejects a malformed hash and handles the next one", async () => {
  await expect(isPassword("password", "no hash")).rejects.toThrow();
  expect(await isPassword("password", await hashPassword("password"))).toBe(true);
});

test("people can sign in while every processor is busy", { timeout: 30_000 }, async () => {
  const hash = await hashPassword("password");
  const busy = Array.from({ length: 2 * availableParallelism() }, () => {
    return spawn(process.execPath, ["-e", "console.log(); for (;;);"], { stdio: ["ignore", "pipe", "ignore"] });
  });
  try {
    await Promise.all(busy.map(({ stdout }) => once(stdout, "data")));
    for (let nth = 0; nth < repeats(1, 3); nth++) expect(await isPassword("password", hash)).toBe(true);
  } finally {
    for (const child of busy) child.kill();
  }
});

test("requests beyond the queue are refused, and the queued ones still run (soak)", { timeout: 120_000 }, async () => {
  const hash = await hashPassword("password");
  const flood = Array.from({ length: 400 }, () => isPassword("password", hash));
  const outcomes = await Promise.allSettled(flood);
  const refused = outcomes.filter((outcome) => outcome.status === "rejected");
  // 121 per thread
  expect(refused.length).toBe(availableParallelism() > 2 ? 158 : 279);
  expect(refused[0]?.reason).toMatchObject({ code: "unavailable", retryAfter: 3 });
  expect(await isPassword("password", hash)).toBe(true);
});
