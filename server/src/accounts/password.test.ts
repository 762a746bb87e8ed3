import { spawn } from "node:child_process";
import { once } from "node:events";
import { availableParallelism, getPriority } from "node:os";
import { expect, test } from "vitest";
import { threadPriorities } from "../test/thread-priorities.ts";
import { hashPassword, isPassword } from "./password.ts";

test("only the password itself is right", async () => {
  const hash = await hashPassword("correct horse");
  expect(await isPassword("correct horse", hash)).toBe(true);
  expect(await isPassword("Correct horse", hash)).toBe(false);
});

test("where there is no password, none is right, not even what stands in for it", async () => {
  expect(await isPassword("", null)).toBe(false);
  expect(await isPassword("nobody's password", null)).toBe(false);
});

test("what is no hash is an error, and the next one is compared", async () => {
  await expect(isPassword("password", "no hash")).rejects.toThrow();
  expect(await isPassword("password", await hashPassword("password"))).toBe(true);
});

test.skipIf(process.platform !== "linux")("passwords are computed in time that nobody else wants", async () => {
  await hashPassword("password");
  const ofPasswords = threadPriorities().filter(({ name }) => name === "passwords");
  expect(ofPasswords.some(({ onlyWhenIdle }) => onlyWhenIdle)).toBe(true);
  for (const { nice, onlyWhenIdle } of ofPasswords) {
    expect(onlyWhenIdle || nice === getPriority(process.pid) + 5).toBe(true);
  }
});

test("where no time is left over, people sign in all the same", { timeout: 30_000 }, async () => {
  const hash = await hashPassword("password");
  const busy = Array.from({ length: 2 * availableParallelism() }, () => {
    return spawn(process.execPath, ["-e", "console.log(); for (;;);"], { stdio: ["ignore", "pipe", "ignore"] });
  });
  try {
    await Promise.all(busy.map(({ stdout }) => once(stdout, "data")));
    for (let nth = 0; nth < 3; nth++) expect(await isPassword("password", hash)).toBe(true);
  } finally {
    for (const child of busy) child.kill();
  }
});

test("a flood is told to come back, and those in line still get their turn", { timeout: 120_000 }, async () => {
  const hash = await hashPassword("password");
  const flood = Array.from({ length: 400 }, () => isPassword("password", hash));
  const outcomes = await Promise.allSettled(flood);
  const refused = outcomes.filter((outcome) => outcome.status === "rejected");
  // 121 for each that runs at once
  expect(refused.length).toBe(availableParallelism() > 2 ? 158 : 279);
  expect(refused[0]?.reason).toMatchObject({ code: "unavailable", retryAfter: 3 });
  expect(await isPassword("password", hash)).toBe(true);
});
