import { availableParallelism, getPriority } from "node:os";
import { expect, test } from "vitest";
import { niceValues } from "../test/nice-values.ts";
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

test.skipIf(process.platform !== "linux")("passwords are computed by threads that give way to others", async () => {
  await hashPassword("password");
  const ofPasswords = niceValues().filter(([name]) => name === "passwords");
  const values = ofPasswords.map(([, value]) => value);
  expect(values).toContainEqual(getPriority(process.pid) + 5);
  expect(new Set(values).size).toBe(1);
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
