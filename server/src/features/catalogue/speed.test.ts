import { expect, test } from "vitest";
import { sql } from "../../platform/db/drizzle.ts";
import { startTestApp } from "../../test/app.ts";
import { createTestDatabase } from "../../test/database.ts";
import { repeats } from "../../test/processes/soak.ts";
import { leeway } from "../../test/speed.ts";
import { signInAdmin } from "../../test/users.ts";

const size = repeats(20_000, 150_000);

const database = await createTestDatabase();
const { db } = database;
await db.execute(sql`
  insert into games (title, title_folded, title_key, type, player_count, release_date, hidden, overrides)
  select title, lower(title), lower(title), (array['game', 'dlc', 'demo'])[n % 3 + 1]::game_type, n,
    date '2000-01-01' + n % 9000, n % 100 = 0, case when n % 50 = 1 then '{"genre": null}' else '{}' end::jsonb
  from generate_series(1, ${sql.raw(String(size))}) n
  cross join lateral (select 'Saga ' || md5(n::text) || ' Chapter ' || n % 1000 as title) named
`);
await db.execute(sql`analyze games`);
const app = await startTestApp(database);
const reader = await signInAdmin(db, "Reader", ["catalogue.read"]);

async function list(query: string): Promise<{ total: number; ms: number }> {
  const start = performance.now();
  const response = await app.inject({ url: `/api/admin/catalogue/games?${query}`, headers: reader.headers });
  const ms = performance.now() - start;
  expect(response.statusCode).toBe(200);
  return { total: response.json().total, ms };
}

test(`${size} games are listed, searched, filtered and sorted within 200 ms`, async () => {
  const queries = [
    "",
    "sortBy=title&sortOrder=asc&page=350",
    "search=saga",
    "search=chapter+17&type=dlc",
    "search=chapter+999&sortBy=rating",
    "type=game&sortBy=release_date",
    "edited=true&search=saga",
    "hidden=true&search=chapter&sortBy=title",
  ];
  const times: string[] = [];
  for (const query of queries) {
    const { ms, total } = await list(`${query}&limit=50`);
    times.push(`${query || "all"}: ${ms.toFixed(0)} ms`);
    expect.soft(total, query).toBeGreaterThan(0);
    expect.soft(ms, query).toBeLessThan(200 * leeway);
  }
  console.log(times.join(", "));
});
