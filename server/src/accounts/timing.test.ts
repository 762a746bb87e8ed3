import { expect, test } from "vitest";
import { startTestApp } from "../test/app.ts";
import { createTestDatabase } from "../test/database.ts";

const database = await createTestDatabase();
const app = await startTestApp(database);
const tries = 50;

async function time(email: string): Promise<number> {
  const began = performance.now();
  const answer = await app.inject({
    method: "POST",
    url: "/api/auth/login",
    payload: { email, password: "wrong one" },
  });
  expect(answer.statusCode).toBe(401);
  return performance.now() - began;
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

test("a wrong password and an unknown address take the same time (decisions.md section 6)", async () => {
  const registered = { username: "known", email: "known@example.com", password: "password" };
  await app.inject({ method: "POST", url: "/api/auth/register", payload: registered });
  await time("warm@example.com");
  const known: number[] = [];
  const unknown: number[] = [];
  // by turns, so that a machine that gets busy is slow for both
  for (let index = 0; index < tries; index += 1) {
    known.push(await time("known@example.com"));
    unknown.push(await time(`unknown${index}@example.com`));
  }
  const ratio = median(known) / median(unknown);
  expect(ratio).toBeGreaterThan(0.9);
  expect(ratio).toBeLessThan(1.1);
  // both hash: a cheap way out for one of them would show here as well
  expect(median(unknown)).toBeGreaterThan(20);
});
