import { expect, test } from "vitest";
import { sql } from "../../../platform/db/drizzle.ts";
import { createTestDatabase } from "../../../test/database.ts";
import { repeats } from "../../../test/processes/soak.ts";
import { leeway, timeOf } from "../../../test/speed.ts";
import { recordOffers } from "../offers/commands.ts";
import { beginReading, endReading } from "./commands-readings.ts";
import { undoReading } from "./commands-undo.ts";

const size = repeats(1_000, 5_000);
const maxMs = size / 5;

const { db } = await createTestDatabase();

test(`a reading of ${size} offers is undone in less than ${maxMs} ms`, async () => {
  const { rows } = await db.execute<{ id: number }>(sql`
    insert into games (title, title_folded, title_key)
    select 'Game ' || n, 'game ' || n, 'game ' || n from generate_series(1, ${size}::int) n
    returning id`);
  const readAt = async (day: number, priceOf: (index: number) => number) => {
    const now = new Date(Date.UTC(2026, 1, day));
    const id = await beginReading(db, { kind: "prices", source: "feed.csv", store: "cdkeys", country: "US" }, now);
    const offers = rows.map((game, index) => ({
      gameId: game.id,
      store: "cdkeys",
      priceMinor: priceOf(index),
      inStock: true,
      productId: `k${index}`,
    }));
    const { changed } = await recordOffers(db, offers, { now, markSeen: true, reading: id });
    await endReading(db, id, { state: "applied", seen: offers.length, changed }, now);
    return id;
  };
  await readAt(1, (index) => 1_000 + index);
  const wrong = await readAt(2, () => 12);
  const time = await timeOf(async () => {
    const undone = await undoReading(db, null, wrong, new Date(Date.UTC(2026, 1, 3)));
    expect(undone).toMatchObject({ takenBack: size });
  });
  expect(time).toBeLessThan(maxMs * leeway);
});
