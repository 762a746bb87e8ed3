import { expect, test } from "vitest";
import { sql } from "../../../platform/db/drizzle.ts";
import { createTestDatabase } from "../../../test/database.ts";
import { medianTime } from "../../../test/speed.ts";
import { listMatches } from "./queries-matches.ts";

const { db } = await createTestDatabase();
const limit = 200;

test("20,000 waiting products are listed and searched within 200 ms", async () => {
  await db.execute(sql`
    insert into match_reviews (store, product_id, title, candidates, seen_count, first_seen_at, last_seen_at)
    select 'gog', n::text, 'Product ' || n, '{}', n % 7, now(), now() from generate_series(1, 20000) n
  `);
  await db.execute(sql`analyze match_reviews`);
  for (const filter of [{}, { offset: 17_980 }, { search: "9999" }, { store: "gog", search: "product" }]) {
    const time = await medianTime(async () => {
      const { matches } = await listMatches(db, { ...filter, limit: 20 });
      expect(matches.length).toBeGreaterThan(0);
    }, limit);
    expect.soft(time, JSON.stringify(filter)).toBeLessThan(limit);
  }
});
