import { expect, test } from "vitest";
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

test("a flood is told to come back, and those in line still get their turn", { timeout: 120_000 }, async () => {
  const hash = await hashPassword("password");
  const flood = Array.from({ length: 80 }, () => isPassword("password", hash));
  const outcomes = await Promise.allSettled(flood);
  const refused = outcomes.filter((outcome) => outcome.status === "rejected");
  expect(refused.length).toBe(18);
  expect(refused[0]?.reason).toMatchObject({ code: "unavailable", retryAfter: 3 });
  expect(await isPassword("password", hash)).toBe(true);
});
