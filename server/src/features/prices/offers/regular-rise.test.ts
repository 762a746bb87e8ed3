import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { startTestApp } from "../../../test/app.ts";
import { addCatalogue } from "../../../test/catalogue.ts";
import { createTestDatabase } from "../../../test/database.ts";
import { signInUser } from "../../../test/users.ts";
import { recordOffers } from "./commands.ts";

const database = await createTestDatabase();
const { db } = database;
const app = await startTestApp(database);
const { headers } = await signInUser(db, "ann");
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);

let gameId = 0;

beforeEach(async () => {
  await db.execute(sql`truncate games cascade`);
  [gameId = 0] = await addCatalogue(db, [{ title: "Trine 3" }], daysAgo(400));
});

const read = (days: number, priceMinor: number, regularMinor: number | null) =>
  recordOffers(db, [{ gameId, store: "steam", priceMinor, regularMinor }], { now: daysAgo(days) });

async function shown() {
  const { offers } = (await app.inject({ url: `/api/games/${gameId}` })).json();
  const past = (await app.inject({ url: `/api/games/${gameId}/price-history?days=365`, headers })).json();
  const { price, regular_price } = offers[0];
  return { price, regular: regular_price, attainable: past.attainable_low?.price ?? null };
}

describe("IsThereAnyDeal-Issues#285: Steam names a package's price as the game's", () => {
  /** Read after 21.99 in January and 10.99 in a sale since. */
  const cases: [string, [price: number, regular: number | null][], Awaited<ReturnType<typeof shown>>][] = [
    ["it raises no discount and restarts no low", [[1859, 3999]], { price: 18.59, regular: 21.99, attainable: 10.99 }],
    [
      "nor when it is seen again",
      [
        [1859, 3999],
        [1859, 3999],
      ],
      { price: 18.59, regular: 21.99, attainable: 10.99 },
    ],
    [
      "nor at another price",
      [
        [1859, 3999],
        [1799, 3999],
      ],
      { price: 17.99, regular: 21.99, attainable: 10.99 },
    ],
    [
      "a price above the former regular price is a rise to it",
      [[2999, 3999]],
      { price: 29.99, regular: 29.99, attainable: 29.99 },
    ],
    [
      "the game's own price follows",
      [
        [1859, 3999],
        [2199, 2199],
      ],
      { price: 21.99, regular: 21.99, attainable: 10.99 },
    ],
    [
      "it counts once it is seen without the sale",
      [
        [1859, 3999],
        [3999, 3999],
      ],
      { price: 39.99, regular: 39.99, attainable: 39.99 },
    ],
    [
      "a sale after that is a sale",
      [
        [3999, 3999],
        [1859, 3999],
      ],
      { price: 18.59, regular: 39.99, attainable: 18.59 },
    ],
    ["a rise without a sale counts at once", [[3999, 3999]], { price: 39.99, regular: 39.99, attainable: 39.99 }],
    ["60 % more, exactly, counts at once", [[1859, 3518]], { price: 18.59, regular: 35.18, attainable: 18.59 }],
    ["one cent more does not", [[1859, 3519]], { price: 18.59, regular: 21.99, attainable: 10.99 }],
    ["a lower regular price counts", [[999, 1999]], { price: 9.99, regular: 19.99, attainable: 9.99 }],
  ];
  test.each(cases)("%s", async (_, later, expected) => {
    await read(300, 2199, 2199);
    await read(200, 1099, 2199);
    await read(150, 2199, 2199);
    for (const [index, [price, regular]] of later.entries()) await read(20 - index, price, regular);
    expect(await shown()).toEqual(expected);
  });

  test("a store that named no regular price before has a discount at once", async () => {
    await read(300, 2199, null);
    await read(20, 1859, 3999);
    expect(await shown()).toMatchObject({ price: 18.59, regular: 39.99 });
  });
});
