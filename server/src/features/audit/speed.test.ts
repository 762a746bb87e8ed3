import { beforeAll, expect, test } from "vitest";
import { type SQL, sql } from "../../platform/db/drizzle.ts";
import { startTestApp } from "../../test/app.ts";
import { createTestDatabase } from "../../test/database.ts";
import { repeats } from "../../test/processes/soak.ts";
import { leeway, medianTime } from "../../test/speed.ts";
import { signInAdmin } from "../../test/users.ts";
import { exportEntries } from "./present.ts";
import { listEntryIds } from "./queries.ts";
import { auditLog } from "./table.ts";

/** Pages of this many entries are served within these times, in milliseconds; later pages sort all matches. */
const size = repeats(20_000, 100_000);
const firstPageMs = 100 * leeway;
const latePageMs = 300 * leeway;

const database = await createTestDatabase();
const { db } = database;
const app = await startTestApp(database);
const { headers } = await signInAdmin(db, "reader", ["audit.read"]);
for (let index = 0; index < 20; index += 1) await signInAdmin(db, `admin_${index}`, []);

const call = (query: string) => app.inject({ url: `/api/admin/dashboard/audit?${query}`, headers });

/** A year of changes by 21 administrators to some thousand texts and settings, and a fifth as many messages. */
beforeAll(async () => {
  // inserting one by one, as the chain requires, would take minutes
  await db.execute(sql`alter table audit_log disable trigger chain`);
  await db.execute(sql`
    insert into audit_log (id, performed_at, user_id, action, resource_type, resource_key, description, new_value)
    select i, timestamptz '2025-01-01' + i * interval '5 minutes', case when i % 97 > 0 then 1 + i % 21 end,
      (array['UPDATE', 'UPDATE', 'UPDATE', 'CREATE', 'DELETE', 'ASSIGN', 'RESTORE'])[1 + i % 7],
      (array['content_string', 'content_string', 'contact_submission', 'site_config', 'user'])[1 + i % 5],
      case when i % 5 = 2 then 'message ' || i else 'section' || i % 37 || '.key_' || i % 5000 end,
      case when i % 5 = 2 then 'Set a message to read' else 'Changed section' || i % 37 || '.key_' || i % 5000 end,
      to_jsonb(repeat('A text of the site. ', 20))
    from generate_series(1, ${size}::int) i
  `);
  await db.execute(sql`alter table audit_head disable trigger refuse_update`);
  await db.execute(sql`update audit_head set last_id = ${size}`);
  await db.execute(sql`alter table audit_log disable trigger refuse_change`);
  await db.execute(sql`update audit_log set folded_text = lower(description || E'\\n' || coalesce(resource_key, ''))`);
  await db.execute(sql`vacuum full analyze audit_log`);
}, 240_000);

/** The filters of a call, and the equivalent SQL. */
const filters: [string, SQL][] = [
  ["", sql`true`],
  ["search=changed", sql`description like 'Changed%'`],
  ["search=key_4999", sql`resource_key like '%.key_4999'`],
  ["search=message+read", sql`description like '%message%read%'`],
  ["search=not+there", sql`false`],
  ["user=admin_7", sql`user_id = (select id from users where username = 'admin_7')`],
  ["action=UPDATE&resource_type=content_string", sql`action = 'UPDATE' and resource_type = 'content_string'`],
  ["start_date=2025-06-01&end_date=2025-06-30", sql`performed_at >= '2025-06-01' and performed_at < '2025-07-01'`],
];
const sorts = ["description", "username", "performed_at", "action", "resource_type"];

test.each(filters)(`"%s" of ${size} entries: every sort, first, middle and last page`, async (filter, where) => {
  const total = await db.$count(auditLog, where);
  const last = Math.max(1, Math.ceil(total / 50));
  for (const sort of sorts.slice(0, repeats(2, sorts.length))) {
    for (const page of new Set([1, Math.ceil(last / 2), last])) {
      const query = `${filter}&sortBy=${sort}&sortOrder=${page === 1 ? "ASC" : "DESC"}&page=${page}`;
      const limit = page === 1 ? firstPageMs : latePageMs;
      const time = await medianTime(async () => {
        const { logs, total: found } = (await call(query)).json();
        expect([found, logs.length > 0]).toEqual([total, total > 0]);
      }, limit);
      expect(time, query).toBeLessThan(limit);
    }
  }
});

const everything = { search: "", from: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY };

test("an export reads a few entries at a time, and only on demand", async () => {
  const ids = await listEntryIds(db, everything, { sort: "performed_at", order: "DESC" });
  const pieces = exportEntries(db, ids);
  const sizes: number[] = [];
  for await (const piece of pieces) {
    sizes.push(piece.split("\r\n").length - 1);
    if (sizes.length === 4) break;
  }
  expect(sizes).toEqual([1, 500, 500, 500]);
});
