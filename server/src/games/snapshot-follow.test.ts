import { eq } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { recordOffers } from "../prices/commands.ts";
import { gamePrices } from "../prices/table.ts";
import { addCatalogue, observe } from "../test/catalogue.ts";
import { createTestDatabase } from "../test/database.ts";
import { listSnapshotRows } from "./queries.ts";
import { buildSnapshot } from "./snapshot-build.ts";
import { type FollowOptions, followCatalogue } from "./snapshot-follow.ts";

const { db, pool } = await createTestDatabase();
const ids = await addCatalogue(db, [
  { title: "First", offers: { steam: { priceCents: 1_000 } } },
  { title: "Second", offers: { steam: { priceCents: 2_000 } } },
]);

async function follow(options: Partial<FollowOptions> = {}) {
  const followed = await followCatalogue({
    async build() {
      const client = await pool.connect();
      return buildSnapshot(client).finally(() => client.release());
    },
    readRows: (some) => listSnapshotRows(db, some),
    onChange() {},
    onError: (error) => console.error(error),
    ...options,
  });
  onTestFinished(followed.close);
  return followed;
}

function pricesOf({ snapshot }: Awaited<ReturnType<typeof follow>>): Record<number, number> {
  const { columns, orders } = snapshot();
  return Object.fromEntries(
    Array.from(orders.lowest_price.ASC, (slot) => [columns.ids[slot], columns.values.lowest_price[slot]]),
  );
}

async function changePrice(id: number, priceCents: number): Promise<void> {
  await recordOffers(db, observe(id, { steam: { priceCents } }), { now: new Date() });
}

/** A build that stands still, its rows read, until it is let go on. */
function gatedBuild() {
  const read = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  let builds = 0;
  return {
    read: read.promise,
    open: gate.resolve,
    async build() {
      builds += 1;
      const client = await pool.connect();
      const data = await buildSnapshot(client).finally(() => client.release());
      if (builds === 2) {
        read.resolve();
        await gate.promise;
      }
      return data;
    },
  };
}

test("a change that arrives while the model is built anew shows at once, and still after the swap", async () => {
  const gated = gatedBuild();
  const followed = await follow({ build: gated.build });
  const [id] = ids as [number];
  const before = followed.snapshot();

  const rebuilt = followed.handleChange("*");
  await gated.read;
  await changePrice(id, 1_111);
  await followed.handleChange([id]);
  expect(pricesOf(followed)[id]).toBe(1_111);
  expect(followed.snapshot()).toBe(before);

  gated.open();
  await rebuilt;
  expect(followed.snapshot()).not.toBe(before);
  expect(pricesOf(followed)[id]).toBe(1_111);
});

test("a change during a build that began too early to see it has a build of its own", async () => {
  const gated = gatedBuild();
  const followed = await follow({ build: gated.build });
  const first = followed.handleChange("*");
  await gated.read;
  await db.update(gamePrices).set({ bestCents: 777 }).where(eq(gamePrices.gameId, ids[1]!));
  const second = followed.handleChange("*");
  gated.open();
  await first;
  await second;
  expect(pricesOf(followed)[ids[1]!]).toBe(777);
});

test("changes that come together are read together", async () => {
  const reads: number[][] = [];
  const followed = await follow({
    readRows(some) {
      reads.push(some);
      return listSnapshotRows(db, some);
    },
  });
  await Promise.all([followed.handleChange([ids[0]!]), followed.handleChange([ids[1]!, ids[0]!])]);
  expect(reads).toEqual([[ids[0], ids[1]]]);
});

test("very many changes make it build anew instead", async () => {
  const followed = await follow();
  const before = followed.snapshot();
  await changePrice(ids[0]!, 333);
  await followed.handleChange([...Array(10_001).keys()]);
  await expect.poll(() => followed.snapshot() !== before).toBe(true);
  expect(pricesOf(followed)[ids[0]!]).toBe(333);
});

test("a change is taken up when the database is back, if it was away", async () => {
  const errors: unknown[] = [];
  let away = true;
  const followed = await follow({
    readRows: async (some) => (away ? Promise.reject(new Error("away")) : listSnapshotRows(db, some)),
    onError: (error) => errors.push(error),
  });
  await changePrice(ids[0]!, 444);
  const shown = followed.handleChange([ids[0]!]);
  await expect.poll(() => errors.length).toBe(1);
  away = false;
  await shown;
  expect(pricesOf(followed)[ids[0]!]).toBe(444);
});

test("closing ends whatever is under way, without an error", async () => {
  const errors: unknown[] = [];
  const followed = await follow({
    readRows: () => Promise.reject(new Error("away")),
    onError: (error) => errors.push(error),
  });
  const first = followed.handleChange(ids);
  await expect.poll(() => errors.length).toBe(1);
  await followed.close();
  await first;
  await followed.handleChange("*");
  expect(errors).toHaveLength(1);
});

test("every change is told, and how it was taken up", async () => {
  const told: unknown[] = [];
  const followed = await follow({ onChange: (how) => told.push(how) });
  await followed.handleChange([ids[0]!]);
  await followed.handleChange("*");
  expect(told).toEqual(["merged", "anew"]);
});
