import { expect, test } from "vitest";
import { sql } from "../../platform/db/drizzle.ts";
import { startTestApp } from "../../test/app.ts";
import { createTestDatabase } from "../../test/database.ts";
import { repeats } from "../../test/processes/soak.ts";
import { leeway, medianTime } from "../../test/speed.ts";
import { signInAdmin } from "../../test/users.ts";
import { contentStrings } from "./table.ts";

/** Lists of this many texts, and of as many versions of one text, are served within this time in milliseconds. */
const size = 10_000;
const maxMs = 100 * leeway;

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
  select ${edited!.id}, 'Version ' || number || repeat(' and more', 50), now()
  from generate_series(1, ${size}::int) number
`);
await db.execute(sql`vacuum analyze`);

async function call(path: string) {
  const response = await app.inject({ url: `/api/admin/content${path}`, headers });
  expect(response.statusCode).toBe(200);
  return response.json();
}

const sorts = ["current_value", "last_modified", "key", "category"];

test.each(["", "category=own7", "search=words%20text%20own", "search=abc", "search=nowhere"])(
  `"%s" of ${size} texts: every sort, first, middle and last page`,
  async (filter) => {
    const last = Math.max(1, Math.ceil((await call(`/strings?${filter}`)).total / 20));
    for (const sort of sorts.slice(0, repeats(1, sorts.length))) {
      for (const page of new Set([1, Math.ceil(last / 2), last])) {
        const path = `/strings?${filter}&sortBy=${sort}&sortOrder=${page === 1 ? "ASC" : "DESC"}&page=${page}`;
        expect(await medianTime(() => call(path), maxMs), path).toBeLessThan(maxMs);
      }
    }
  },
);

test.each([
  "/strings/categories",
  `/strings/${edited!.id}/history`,
  `/strings/${edited!.id}/history?page=50&limit=100`,
  `/strings/${edited!.id}/history?page=100&limit=100`,
])("%s", async (path) => {
  expect(await medianTime(() => call(path), maxMs)).toBeLessThan(maxMs);
});
