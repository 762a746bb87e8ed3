import { expect, test } from "vitest";
import { startTestApp } from "../../../test/app.ts";
import { createTestDatabase } from "../../../test/database.ts";
import { repeats } from "../../../test/processes/soak.ts";
import { hashPassword } from "./password.ts";

const database = await createTestDatabase();
const app = await startTestApp(database);
const samples = repeats(15, 50);

async function time(email: string): Promise<number> {
  const began = performance.now();
  const response = await app.inject({
    method: "POST",
    url: "/api/auth/login",
    payload: { email, password: "wrong one" },
  });
  expect(response.statusCode).toBe(401);
  return performance.now() - began;
}

/** The lower quartile: other work on the machine makes single values longer, never shorter. */
function usual(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 4)] ?? 0;
}

test("a wrong password and an unknown address take the same time (spec/accounts 1.3)", {
  timeout: 180_000,
}, async () => {
  const registered = { username: "known", email: "known@example.com", password: "a long password" };
  await app.inject({ method: "POST", url: "/api/auth/register", payload: registered });
  await time("warm@example.com");
  const ratios: number[] = [];
  // other load can spoil a round; a real difference shows in every one
  while (ratios.length < repeats(4, 1) && !ratios.some(isSame)) {
    const known: number[] = [];
    const unknown: number[] = [];
    const hashing: number[] = [];
    // alternating, so that other load slows down both
    for (let index = 0; index < samples; index += 1) {
      known.push(await time("known@example.com"));
      unknown.push(await time(`unknown${index}@example.com`));
      const began = performance.now();
      await hashPassword("wrong one");
      hashing.push(performance.now() - began);
    }
    // both must hash: a shortcut taken by both would show here
    expect(usual(unknown)).toBeGreaterThan(0.7 * usual(hashing));
    ratios.push(usual(known) / usual(unknown));
  }
  expect(ratios).toContainEqual(expect.toSatisfy(isSame));
});

/** Whether two times with this ratio are equal within 10 %. */
function isSame(ratio: number): boolean {
  return ratio > 0.9 && ratio < 1.1;
}
