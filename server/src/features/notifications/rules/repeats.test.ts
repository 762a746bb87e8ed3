import { beforeEach, expect, test } from "vitest";
import { addCatalogue } from "../../../test/catalogue.ts";
import { createTestDatabase, emptyTables } from "../../../test/database.ts";
import { signInUser } from "../../../test/users.ts";
import { recordOffers } from "../../prices/offers/commands.ts";
import { notificationEvents, notificationRules } from "../table.ts";

const database = await createTestDatabase();
const { db } = database;
const { id: userId } = await signInUser(db, "ann");

beforeEach(() => emptyTables(database.pool, ["games"]));

const hour = (n: number) => new Date(Date.parse("2026-02-01T00:00:00Z") + n * 3_600_000);

// a price per hour; a negative one is out of stock
const cases: [string, number[], Partial<Record<"stock" | "target" | "drop", number[]>>][] = [
  [
    "stock that flickers at one price (EricJMarti/inventory-hunter#22)",
    [999, -999, 999, -999, 999, -999, 999],
    {
      stock: [999],
      target: [999],
      drop: [999],
    },
  ],
  ["a lower price", [999, -999, 899, -899, 799], { stock: [999, 899, 799], target: [999, 899, 799] }],
  ["another, higher price", [899, 1499, 999, 1499, 899], { drop: [899, 999, 899] }],
  ["a higher price again", [999, 1499, 899, 1499, 999], { drop: [999, 899] }],
];

test.each(cases)("a price repeats at most once a day: %s", async (_, prices, expected) => {
  const [gameId = 0] = await addCatalogue(db, [{ title: "Hades" }]);
  await recordOffers(db, [{ gameId, store: "steam", priceMinor: 1499 }], { now: hour(-1) });
  const about = { userId, gameId, country: "US", subject: "game" as const, scope: "all" as const };
  for (const kind of ["stock", "target", "drop"] as const) {
    await db.insert(notificationRules).values({ ...about, kind, value: kind === "target" ? 1000 : null });
  }
  for (const [index, price] of prices.entries()) {
    const offer = { gameId, store: "cdkeys", priceMinor: Math.abs(price), inStock: price > 0 };
    await recordOffers(db, [offer], { now: hour(index) });
  }
  const events = await db.select().from(notificationEvents).orderBy(notificationEvents.id);
  const minorsOf = (kind: string) => events.filter((event) => event.kind === kind).map(({ newMinor }) => newMinor);
  if (expected.drop) expect(minorsOf("drop")).toEqual(expected.drop);
  if (expected.target) expect(minorsOf("target")).toEqual(expected.target);
});

test("after a day it is notified again", async () => {
  const [gameId = 0] = await addCatalogue(db, [{ title: "Hades" }]);
  await recordOffers(db, [{ gameId, store: "steam", priceMinor: 1499 }], { now: hour(-1) });
  const rule = { userId, gameId, country: "US", subject: "game", scope: "all", kind: "drop", value: null } as const;
  await db.insert(notificationRules).values(rule);
  for (const [at, priceMinor] of [
    [0, 999],
    [1, 1499],
    [2, 999],
    [3, 1499],
    [25, 999],
  ] as const) {
    await recordOffers(db, [{ gameId, store: "cdkeys", priceMinor }], { now: hour(at) });
  }
  expect(await db.$count(notificationEvents)).toBe(2);
});
