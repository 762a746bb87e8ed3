import { createHash } from "node:crypto";
import { expect, onTestFinished, test, vi } from "vitest";
import { createTestDatabase } from "../../../test/database.ts";
import { repeats } from "../../../test/processes/soak.ts";
import { sweepLimits } from "./jobs.ts";
import { type Limit, openLimit, postgresLimits } from "./limit-store.ts";
import { requestLimits } from "./table.ts";

const minute = 60_000;

const { db, pool } = await createTestDatabase();

let limits = 0;
const newLimit = (max = 3): Limit => ({ name: `limit ${++limits}`, max, windowMs: minute });
/** As one more process would. */
const openOne = (limit: Limit) => openLimit(postgresLimits(pool), limit);

test("processes count every attempt together, also concurrent ones", async () => {
  const limit = newLimit(30);
  const opened = Array.from({ length: 3 }, () => openOne(limit));
  const counted = await Promise.all(Array.from({ length: 30 }, (_, index) => opened[index % 3]!.count("a")));
  expect(counted.map(({ attempts }) => attempts).toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: 30 }, (_, i) => i + 1),
  );
  for (const one of opened) expect((await one.count("a")).attempts).toBeGreaterThan(limit.max);
  expect((await opened[0]!.count("b")).attempts).toBe(1);
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

test("a window ends", async () => {
  const limit = openOne({ ...newLimit(1), windowMs: 1_000 });
  expect((await limit.count("a")).attempts).toBe(1);
  expect((await limit.count("a")).attempts).toBe(2);
  await expect.poll(async () => (await limit.count("a")).attempts, { timeout: 10_000, interval: 100 }).toBe(1);
});

test("setting the clock back by a day extends no window", async () => {
  const limit = newLimit(1);
  const opened = openOne(limit);
  await opened.count("a");
  await opened.count("a");
  onTestFinished(() => void vi.useRealTimers());
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - 24 * 60 * minute });
  const { attempts, endsIn } = await opened.count("a");
  expect(attempts).toBe(2);
  expect(endsIn).toBeLessThanOrEqual(minute);
  const { endsIn: elsewhere } = await openOne(limit).count("a");
  expect(elsewhere).toBeLessThanOrEqual(minute);
});

test("attempts added in one batch add up, and keep the open window", async () => {
  const [limit, other] = [newLimit(), newLimit()];
  const delta = (key: string, attempts: number, endsIn: number, of = limit) => ({ limit: of, key, attempts, endsIn });
  const one = postgresLimits(pool);
  const two = postgresLimits(pool);
  const [a, b] = await one.add([delta("a", 5, 20_000), delta("b", 1, 50_000)]);
  expect([a, b]).toMatchObject([{ attempts: 5 }, { attempts: 1 }]);
  const [b2, a2, a3] = await two.add([delta("b", 2, 5_000), delta("a", 10, 60_000), delta("a", 7, 60_000, other)]);
  expect([b2, a2, a3]).toMatchObject([{ attempts: 3 }, { attempts: 15 }, { attempts: 7 }]);
  expect(a2?.endsIn).toBeGreaterThan(0);
  expect(a2?.endsIn).toBeLessThanOrEqual(20_000);
  expect(b2?.endsIn).toBeGreaterThan(5_000);
});

test("keys are stored only as hashes", async () => {
  const store = postgresLimits(pool);
  const limit = newLimit();
  const keys = ["ann@example.com", "198.51.100.7"];
  for (const key of keys) await openLimit(store, limit).count(key);
  await store.add(keys.map((key) => ({ limit: newLimit(), key, attempts: 1, endsIn: minute })));
  const stored = JSON.stringify(await db.select().from(requestLimits));
  for (const key of keys) {
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

test("a window that ends too late began before the database's clock was set back", async () => {
  const store = postgresLimits(pool);
  const delta = { limit: { name: "put back", max: 1, windowMs: minute }, key: "a", attempts: 4, endsIn: 30_000 };
  await store.add([delta]);
  await db.update(requestLimits).set({ expire: Date.now() + 24 * 60 * minute });
  expect(await store.add([delta])).toMatchObject([{ attempts: 4 }]);
  await db.update(requestLimits).set({ expire: Date.now() - 1 });
  expect(await store.add([delta])).toMatchObject([{ attempts: 4 }]);
});

test("processes that add many keys at once do not deadlock", {
  timeout: 120_000,
}, async () => {
  const limit = { name: "many", max: 10, windowMs: 60 * minute };
  const keys = Array.from({ length: 500 }, (_, index) => String(index));
  const deltas = (all: string[]) => all.map((key) => ({ limit, key, attempts: 1, endsIn: limit.windowMs }));
  const store = postgresLimits(pool);
  const rounds = repeats(5, 500);
  for (let round = 0; round < rounds; round += 1) {
    await Promise.all([
      store.add(deltas(keys)),
      store.add(deltas(keys.toReversed())),
      store.add(deltas(keys.toSorted())),
    ]);
  }
  const after = await store.add(deltas(keys));
  expect(new Set(after.map(({ attempts }) => attempts))).toEqual(new Set([3 * rounds + 1]));
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
