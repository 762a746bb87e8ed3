import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { startTestApp } from "../test/app.ts";
import { createTestDatabase } from "../test/database.ts";
import { signInAdmin } from "../test/users.ts";

/** A list of so many messages is answered within this time, whatever it is searched and sorted by. */
const size = 100_000;
const mostMs = 100;

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

test.each([
  "",
  "page=4000",
  "sortBy=name&sortOrder=ASC&page=2000",
  "sortBy=email&page=4100",
  "sortBy=subject&sortOrder=ASC&status=resolved&page=800",
  "sortBy=status&page=3000",
  "status=new",
  "search=abcde",
  "search=abcde&sortBy=name&sortOrder=ASC&status=read",
  "search=smith",
  "search=smith%20order&sortBy=email&page=200",
  "search=nowhere",
])(`the list with %j of ${size} messages within ${mostMs} ms`, async (query) => {
  const times: number[] = [];
  // other work on the machine disturbs one try, not all of them
  while (times.length < 20 && Math.min(...times) > mostMs) {
    const from = performance.now();
    const answer = await app.inject({ url: `/api/admin/contact/submissions?${query}`, headers });
    times.push(performance.now() - from);
    expect(answer.statusCode).toBe(200);
  }
  expect(Math.min(...times)).toBeLessThan(mostMs);
});
