import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { createTestDatabase } from "../../../test/database.ts";
import { sweepLimits } from "./jobs.ts";
import { type Limit, openLimit, postgresLimiter } from "./shared-limit.ts";
import { requestLimits } from "./table.ts";

const minute = 60_000;

const { db, pool } = await createTestDatabase();

let limits = 0;
const newLimit = (max = 3): Limit => ({ name: `limit ${++limits}`, max, windowMs: minute });
/** As one more process would. */
const openOne = (limit: Limit) => openLimit(postgresLimiter(pool), limit);

test("processes count every attempt together, also concurrent ones", async () => {
  const limit = newLimit(30);
  const opened = Array.from({ length: 3 }, () => openOne(limit));
  const counted = await Promise.all(Array.from({ length: 30 }, (_, index) => opened[index % 3]!.count("a")));
  expect(counted.map(({ attempts }) => attempts).toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: 30 }, (_, i) => i + 1),
  );
  for (const one of opened) expect((await one.count("a")).attempts).toBeGreaterThan(limit.max);
  expect((await opened[0]!.count("b")).attempts).toBe(1);
  expect(await opened[0]!.add("b", 40)).toMatchObject({ attempts: 41 });
});

test("an attempt neither restarts nor extends the window of a key", async () => {
  const limit = openOne(newLimit());
  expect(await limit.find("a")).toBeNull();
  let last = minute;
  for (let tried = 0; tried < 6; tried += 1) {
    const { attempts, endsIn } = await limit.count("a");
    expect(attempts > 3).toBe(tried >= 3);
    expect(endsIn).toBeLessThanOrEqual(last);
    expect(endsIn).toBeGreaterThan(0);
    last = endsIn;
  }
  await limit.restart("a");
  expect(await limit.find("a")).toMatchObject({ attempts: 1 });
});

test("a window ends, also one from before the clock was set back", async () => {
  const limit = newLimit(1);
  for (const expire of [Date.now() - 1, Date.now() + 24 * 60 * minute]) {
    const opened = openOne(limit);
    expect((await opened.count("a")).attempts).toBe(1);
    expect((await opened.count("a")).attempts).toBe(2);
    await db.update(requestLimits).set({ expire });
    const { attempts, endsIn } = await openOne(limit).count("a");
    expect([attempts, endsIn <= minute]).toEqual([1, true]);
    await db.delete(requestLimits);
  }
});

test("keys are stored only as hashes", async () => {
  const limit = newLimit();
  for (const key of ["ann@example.com", "198.51.100.7"]) {
    await openOne(limit).count(key);
    const stored = JSON.stringify(await db.select().from(requestLimits));
    expect(stored).toContain(createHash("sha256").update(`${limit.name} ${key}`).digest("base64url"));
    expect(stored).not.toContain(key);
  }
});

test("attempts beyond the limit need no query", async () => {
  await db.delete(requestLimits);
  const limit = openOne({ name: "refused", max: 2, windowMs: minute });
  for (let tried = 0; tried < 10; tried += 1) await limit.count("a");
  expect(await db.select().from(requestLimits)).toMatchObject([{ points: 3 }]);
  expect((await limit.count("a")).endsIn).toBeGreaterThan(0);
});

test("ended windows are swept", async () => {
  await db.delete(requestLimits);
  await db.insert(requestLimits).values([
    { key: "over", points: 1, expire: Date.now() - 2 * minute },
    { key: "runs", points: 1, expire: Date.now() + minute },
  ]);
  await sweepLimits(db, new Date());
  expect((await db.select().from(requestLimits)).map(({ key }) => key)).toEqual(["runs"]);
});
