import { submissionSorts } from "contract/contact/rules.ts";
import { expect, test } from "vitest";
import { sql } from "../../platform/db/drizzle.ts";
import { startTestApp } from "../../test/app.ts";
import { createTestDatabase } from "../../test/database.ts";
import { repeats } from "../../test/processes/soak.ts";
import { leeway, medianTime } from "../../test/speed.ts";
import { signInAdmin } from "../../test/users.ts";

/** Pages of this many messages are served within these times, in milliseconds; later pages sort all matches. */
const size = repeats(20_000, 100_000);
const firstPageMs = 100 * leeway;
const latePageMs = 300 * leeway;

const database = await createTestDatabase();
const { db } = database;
const app = await startTestApp(database);
const { headers } = await signInAdmin(db, "Reader", ["users.read"]);

await db.execute(sql`
  insert into contact_submissions (status, submitted_at, folded_name, folded_email, folded_subject)
  select
    (enum_range(null::submission_status))[1 + number * 7919 % 6], now() - number * interval '1 minute',
    md5(number::text) || ' smith', md5(number || 'a') || '@example.com', 'about ' || md5(number || 'b') || ' order'
  from generate_series(1, ${size}::int) number
`);
await db.execute(sql`
  insert into contact_messages (submission_id, name, email, subject, message, ip_address, user_agent)
  select id, folded_name, folded_email, folded_subject, repeat('A line of a long message. ', 40), '192.0.2.1', 'Browser'
  from contact_submissions
`);
await db.execute(sql`vacuum analyze contact_submissions, contact_messages`);

/** Filters by how much they match: everything, most, a part, little, nothing. */
const filters = [
  "",
  "search=smith",
  "search=about%20ab",
  "search=e&status=new",
  "status=spam",
  "search=abcde",
  "search=nowhere",
];

test.each(filters)(`"%s" of ${size} messages: every sort, first, middle and last page`, async (filter) => {
  const call = async (query: string) => {
    const response = await app.inject({ url: `/api/admin/contact/submissions?${filter}&${query}`, headers });
    expect(response.statusCode).toBe(200);
    return response.json();
  };
  const last = Math.max(1, Math.ceil((await call("")).total / 20));
  for (const sort of submissionSorts.slice(0, repeats(2, submissionSorts.length))) {
    for (const page of new Set([1, Math.ceil(last / 2), last])) {
      const query = `sortBy=${sort}&sortOrder=${page === 1 ? "ASC" : "DESC"}&page=${page}`;
      const limit = page === 1 ? firstPageMs : latePageMs;
      expect(await medianTime(() => call(query), limit), query).toBeLessThan(limit);
    }
  }
});
