import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { startTestApp } from "../test/app.ts";
import { createTestDatabase } from "../test/database.ts";
import { signInAdmin } from "../test/users.ts";
import { contentStrings } from "./table.ts";

/** So many texts, and as many versions of one of them, are answered within this time. */
const size = 10_000;
const mostMs = 100;

const database = await createTestDatabase();
const { db } = database;
const app = await startTestApp(database);
const { headers } = await signInAdmin(db, "Editor", ["content.read", "content.write"]);

await db.execute(sql`
  insert into content_strings (key, category, current_value, folded_value, last_modified)
  select 'own.text_' || number, 'own' || number % 40, value, lower(value), now() - number * interval '1 minute'
  from generate_series(1, ${size}::int) number,
    lateral (select 'Text ' || md5(number::text) || ' ' || repeat('some more words ', number % 20)) each (value)
`);
const [edited] = await db.select({ id: contentStrings.id }).from(contentStrings).limit(1);
await db.execute(sql`
  insert into content_string_versions (content_string_id, value, created_at)
  select ${edited!.id}, 'Version ' || number || repeat(' and more', 50), now() from generate_series(1, ${size}::int) number
`);
await db.execute(sql`vacuum analyze`);

test.each([
  "/strings",
  "/strings?sortBy=current_value&sortOrder=DESC&page=300",
  "/strings?sortBy=category&page=500&limit=20",
  "/strings?sortBy=last_modified&sortOrder=DESC&category=own7",
  "/strings?search=abc",
  "/strings?search=words%20text%20own&sortBy=current_value&page=200",
  "/strings?search=nowhere",
  "/strings/categories",
  `/strings/${edited!.id}/history`,
  `/strings/${edited!.id}/history?page=100&limit=100`,
])(`%s of ${size} within ${mostMs} ms`, async (path) => {
  const times: number[] = [];
  // other work on the machine disturbs one try, not all of them
  while (times.length < 10 && Math.min(...times) > mostMs) {
    const from = performance.now();
    const answer = await app.inject({ url: `/api/admin/content${path}`, headers });
    times.push(performance.now() - from);
    expect(answer.statusCode).toBe(200);
  }
  expect(Math.min(...times)).toBeLessThan(mostMs);
});
