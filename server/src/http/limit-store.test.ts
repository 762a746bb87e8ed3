import { createHash } from "node:crypto";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { createTestDatabase } from "../test/database.ts";
import { repeats } from "../test/soak.ts";
import { sweepLimits } from "./jobs.ts";
import type { Limit, LimitStore } from "./limit-store.ts";
import { memoryLimits } from "./limit-store-memory.ts";
import { postgresLimits } from "./limit-store-postgres.ts";
import { requestLimits } from "./table.ts";

const minute = 60_000;

const { db, pool } = await createTestDatabase();

interface Way {
  name: string;
  /** As one more process would. */
  open(): Promise<LimitStore>;
  /** All that is stored, as text. */
  dump?(): Promise<string>;
}

const memory = memoryLimits();
const ways: Way[] = [
  {
    name: "PostgreSQL",
    open: async () => postgresLimits(pool),
    dump: async () => JSON.stringify(await db.select().from(requestLimits)),
  },
  { name: "memory", open: async () => memory },
];

describe.each(ways)("counting in $name", ({ name, open, dump }) => {
  let limits = 0;
  const newLimit = (most = 3): Limit => ({ name: `limit ${++limits}`, most, windowMs: minute });

  async function openStore(): Promise<LimitStore> {
    const store = await open();
    onTestFinished(() => store.close());
    return store;
  }

  test.skipIf(name === "memory")("processes count every try together, those at once too", async () => {
    const limit = newLimit(30);
    const opened = await Promise.all(Array.from({ length: 3 }, async () => (await openStore()).open(limit)));
    const counted = await Promise.all(Array.from({ length: 30 }, (_, index) => opened[index % 3]!.count("a")));
    expect(counted.map(({ tries }) => tries).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 30 }, (_, i) => i + 1),
    );
    for (const one of opened) expect((await one.count("a")).tries).toBeGreaterThan(limit.most);
    expect((await opened[0]!.count("b")).tries).toBe(1);
  });

  test("a key has one window, which a try neither begins anew nor makes longer", async () => {
    const limit = (await openStore()).open(newLimit());
    expect(await limit.find("a")).toBeNull();
    let last = minute;
    for (let tried = 0; tried < 6; tried += 1) {
      const { tries, endsIn } = await limit.count("a");
      expect(tries > 3).toBe(tried >= 3);
      expect(endsIn).toBeLessThanOrEqual(last);
      expect(endsIn).toBeGreaterThan(0);
      last = endsIn;
    }
    await limit.restart("a");
    expect(await limit.find("a")).toMatchObject({ tries: 1 });
  });

  test("a window ends", async () => {
    const limit = (await openStore()).open({ ...newLimit(1), windowMs: 1_000 });
    expect((await limit.count("a")).tries).toBe(1);
    expect((await limit.count("a")).tries).toBe(2);
    await expect.poll(async () => (await limit.count("a")).tries, { timeout: 10_000, interval: 100 }).toBe(1);
  });

  test.skipIf(name === "memory")("a clock that is put back by a day keeps nobody out for longer", async () => {
    const limit = newLimit(1);
    const opened = (await openStore()).open(limit);
    await opened.count("a");
    await opened.count("a");
    onTestFinished(() => void vi.useRealTimers());
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - 24 * 60 * minute });
    const { tries, endsIn } = await opened.count("a");
    expect(tries).toBe(2);
    expect(endsIn).toBeLessThanOrEqual(minute);
    const { endsIn: elsewhere } = await (await openStore()).open(limit).count("a");
    expect(elsewhere).toBeLessThanOrEqual(minute);
  });

  test("tries that are told in one go add up, and keep the window that runs", async () => {
    const [limit, other] = [newLimit(), newLimit()];
    const told = (key: string, tries: number, endsIn: number, of = limit) => ({ limit: of, key, tries, endsIn });
    const one = await openStore();
    const two = await openStore();
    const [a, b] = await one.add([told("a", 5, 20_000), told("b", 1, 50_000)]);
    expect([a, b]).toMatchObject([{ tries: 5 }, { tries: 1 }]);
    const [b2, a2, a3] = await two.add([told("b", 2, 5_000), told("a", 10, 60_000), told("a", 7, 60_000, other)]);
    expect([b2, a2, a3]).toMatchObject([{ tries: 3 }, { tries: 15 }, { tries: 7 }]);
    expect(a2?.endsIn).toBeGreaterThan(0);
    expect(a2?.endsIn).toBeLessThanOrEqual(20_000);
    expect(b2?.endsIn).toBeGreaterThan(5_000);
  });

  test.skipIf(!dump)("what names a person is stored as a hash alone", async () => {
    const store = await openStore();
    const limit = newLimit();
    const keys = ["ann@example.com", "198.51.100.7"];
    for (const key of keys) await store.open(limit).count(key);
    await store.add(keys.map((key) => ({ limit: newLimit(), key, tries: 1, endsIn: minute })));
    const stored = (await dump?.()) ?? "";
    for (const key of keys) {
      expect(stored).toContain(createHash("sha256").update(`${limit.name} ${key}`).digest("base64url"));
      expect(stored).not.toContain(key);
    }
  });
});

test("PostgreSQL: who is over the limit is refused without asking the database", async () => {
  await db.delete(requestLimits);
  const limit = postgresLimits(pool).open({ name: "refused", most: 2, windowMs: minute });
  for (let tried = 0; tried < 10; tried += 1) await limit.count("a");
  expect(await db.select().from(requestLimits)).toMatchObject([{ points: 3 }]);
  expect((await limit.count("a")).endsIn).toBeGreaterThan(0);
});

test("PostgreSQL: a window that ends too late is from before a clock was put back", async () => {
  const store = postgresLimits(pool);
  const news = { limit: { name: "put back", most: 1, windowMs: minute }, key: "a", tries: 4, endsIn: 30_000 };
  await store.add([news]);
  await db.update(requestLimits).set({ expire: Date.now() + 24 * 60 * minute });
  expect(await store.add([news])).toMatchObject([{ tries: 4 }]);
  await db.update(requestLimits).set({ expire: Date.now() - 1 });
  expect(await store.add([news])).toMatchObject([{ tries: 4 }]);
});

test("PostgreSQL: processes that tell of many keys at once do not wait for each other", {
  timeout: 120_000,
}, async () => {
  const limit = { name: "many", most: 10, windowMs: 60 * minute };
  const keys = Array.from({ length: 500 }, (_, index) => String(index));
  const news = (all: string[]) => all.map((key) => ({ limit, key, tries: 1, endsIn: limit.windowMs }));
  const store = postgresLimits(pool);
  const rounds = repeats(5, 500);
  for (let round = 0; round < rounds; round += 1) {
    await Promise.all([store.add(news(keys)), store.add(news(keys.toReversed())), store.add(news(keys.toSorted()))]);
  }
  const after = await store.add(news(keys));
  expect(new Set(after.map(({ tries }) => tries))).toEqual(new Set([3 * rounds + 1]));
});

test("PostgreSQL: windows that are over are swept away", async () => {
  await db.delete(requestLimits);
  await db.insert(requestLimits).values([
    { key: "over", points: 1, expire: Date.now() - 2 * minute },
    { key: "runs", points: 1, expire: Date.now() + minute },
  ]);
  await sweepLimits(db, new Date());
  expect((await db.select().from(requestLimits)).map(({ key }) => key)).toEqual(["runs"]);
});
