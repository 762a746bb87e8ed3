import { type SQL, sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { startTestApp } from "../test/app.ts";
import { createTestDatabase } from "../test/database.ts";
import { repeats } from "../test/soak.ts";
import { leeway, medianTime } from "../test/speed.ts";
import { signInAdmin } from "../test/users.ts";
import { exportEntries } from "./export.ts";
import { auditLog } from "./table.ts";

const size = 1_000_000;
/** A page of so many entries is answered within this time, in milliseconds. */
const mostMs = 100 * leeway;

const database = await createTestDatabase();
const { db } = database;
const app = await startTestApp(database);
const { headers } = await signInAdmin(db, "reader", ["audit.read"]);
for (let index = 0; index < 20; index += 1) await signInAdmin(db, `admin_${index}`, []);

const call = (query: string) => app.inject({ url: `/api/admin/dashboard/audit?${query}`, headers });

/** A year of changes by 21 administrators to some thousand texts and settings, and 200,000 messages. */
beforeAll(async () => {
  // one entry after the other, as the chain wants it, would take minutes
  await db.execute(sql`alter table audit_log disable trigger chain`);
  await db.execute(sql`
    insert into audit_log (id, performed_at, user_id, action, resource_type, resource_key, description)
    select i, timestamptz '2025-01-01' + i * interval '30 seconds', case when i % 97 > 0 then 1 + i % 21 end,
      (array['UPDATE', 'UPDATE', 'UPDATE', 'CREATE', 'DELETE', 'ASSIGN', 'RESTORE'])[1 + i % 7],
      (array['content_string', 'content_string', 'contact_submission', 'site_config', 'user'])[1 + i % 5],
      case when i % 5 = 2 then 'message ' || i else 'section' || i % 37 || '.key_' || i % 5000 end,
      case when i % 5 = 2 then 'Set a message to read' else 'Changed section' || i % 37 || '.key_' || i % 5000 end
    from generate_series(1, ${size}::int) i
  `);
  await db.execute(sql`alter table audit_head disable trigger refuse_update`);
  await db.execute(sql`update audit_head set last_id = ${size}`);
  await db.execute(sql`analyze audit_log`);
  await call("limit=1");
}, 240_000);

/** The filters of a call, and the same for the database, which counts one by one. */
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
      const time = await medianTime(async () => {
        const { logs, total: found } = (await call(query)).json();
        expect([found, logs.length > 0]).toEqual([total, total > 0]);
      });
      expect(time, query).toBeLessThan(mostMs);
    }
  }
});

test("an export reads a few entries at a time, and only when they are asked for", async () => {
  const ids = Uint32Array.from({ length: size }, (_, index) => size - index);
  const pieces = exportEntries(db, ids);
  const sizes: number[] = [];
  for await (const piece of pieces) {
    sizes.push(piece.split("\r\n").length - 1);
    if (sizes.length === 4) break;
  }
  expect(sizes).toEqual([1, 500, 500, 500]);
});
