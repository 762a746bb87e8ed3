import type { AuditEntry } from "contract/audit/schema.ts";
import { parse } from "csv-parse/sync";
import { beforeAll, describe, expect, test } from "vitest";
import { eq } from "../../platform/db/drizzle.ts";
import { startTestApp } from "../../test/app.ts";
import { createTestDatabase } from "../../test/database.ts";
import { signInAdmin, signInUser } from "../../test/users.ts";
import { users } from "../users/table.ts";
import { recordChange } from "./commands.ts";
import { foldEntry } from "./queries.ts";
import { auditLog } from "./table.ts";

const database = await createTestDatabase();
const { db } = database;
const app = await startTestApp(database);
const reader = await signInAdmin(db, "reader", ["audit.read"]);
const exporter = await signInAdmin(db, "exporter", ["audit.export"]);
const path = "/api/admin/dashboard/audit";

async function get(url: string, { headers } = reader) {
  const response = await app.inject({ url: path + url, headers });
  return { status: response.statusCode, body: response.json() };
}

async function list(query: string): Promise<{ logs: AuditEntry[]; total: number }> {
  const { status, body } = await get(`?${query}`);
  expect(status).toBe(200);
  return body;
}

beforeAll(async () => {
  const ann = await signInUser(db, "Ann");
  const bob = await signInUser(db, "bob");
  const deleted = await signInUser(db, "gone");
  const entry = (userId: number | null, day: string, more: Partial<typeof auditLog.$inferInsert>) => {
    const written = { action: "UPDATE", resourceType: "content_string", description: "Changed a text", ...more };
    return db
      .insert(auditLog)
      .values({ userId, performedAt: new Date(day), ...written, foldedText: foldEntry(written) });
  };
  await entry(bob.id, "2026-03-01T10:00:00Z", { resourceKey: "home.title", oldValue: "Café", newValue: { a: [1] } });
  await entry(ann.id, "2026-03-01T23:59:59.999Z", { action: "CREATE", resourceType: "site_config" });
  await entry(null, "2026-03-02T00:00:00Z", { description: "Änderung, of a title" });
  await entry(deleted.id, "2026-03-02T12:00:00Z", { action: "DELETE", resourceKey: "100%_sure" });
  await entry(ann.id, "2026-03-03T00:00:00Z", { description: "=1+1", details: { why: 'said "so"\nloudly' } });
  await db.delete(users).where(eq(users.id, deleted.id));
});

describe("the list", () => {
  test("starts with the newest and contains every field of an entry", async () => {
    const { logs, total } = await list("");
    expect([total, logs.map(({ id }) => id)]).toEqual([5, [5, 4, 3, 2, 1]]);
    expect(logs[4]).toEqual({
      id: 1,
      performed_at: "2026-03-01T10:00:00.000Z",
      username: "bob",
      action: "UPDATE",
      resource_type: "content_string",
      resource_key: "home.title",
      resource_category: null,
      resource_id: null,
      description: "Changed a text",
      details: null,
      old_value: "Café",
      new_value: { a: [1] },
    });
    expect(logs.map(({ username }) => username)).toEqual(["Ann", "Deleted user", null, "Ann", "bob"]);
  });

  test.each([
    ["search=TITLE", [3, 1]],
    ["search=anderung", [3]],
    ["search=title+changed", [1]],
    ["search=%25_", [4]],
    ["search=text%0Ahome", [1]],
    ["search=nothing+like+it", []],
    ["user=Ann", [5, 2]],
    ["user=System", [3]],
    ["user=Deleted+user", [4]],
    ["user=nobody", []],
    ["action=UPDATE", [5, 3, 1]],
    ["action=update", []],
    ["resource_type=site_config", [2]],
    ["user=Ann&action=CREATE&resource_type=site_config&search=text", [2]],
    ["start_date=2026-03-02", [5, 4, 3]],
    ["end_date=2026-03-01", [2, 1]],
    ["start_date=2026-03-02&end_date=2026-03-02", [4, 3]],
    ["start_date=2026-03-02T00:00:00.001Z", [5, 4]],
    ["end_date=2026-03-02T00:00:00Z", [3, 2, 1]],
    ["end_date=2026-03-02T00:00:00%2B01:00", [1]],
    ["start_date=2026-03-03&end_date=2026-03-01", []],
    ["sortOrder=asc", [1, 2, 3, 4, 5]],
    ["sortBy=username&sortOrder=ASC", [2, 5, 1, 4, 3]],
    ["sortBy=username&sortOrder=DESC", [4, 1, 5, 2, 3]],
    ["sortBy=action&sortOrder=ASC", [2, 4, 1, 3, 5]],
    ["sortBy=action&sortOrder=DESC", [5, 3, 1, 4, 2]],
    ["sortBy=resource_type&sortOrder=DESC", [2, 5, 4, 3, 1]],
    ["sortBy=description&sortOrder=ASC", [5, 3, 2, 4, 1]],
  ])("%s", async (query, expected) => {
    const { logs, total } = await list(query);
    expect([logs.map(({ id }) => id), total]).toEqual([expected, expected.length]);
  });

  test.each([
    ["limit=2&page=2", [3, 2]],
    ["sortBy=username&sortOrder=ASC&limit=2&page=3", [3]],
    ["page=9", []],
  ])("a page: %s", async (query, expected) => {
    const { logs, total } = await list(query);
    expect([logs.map(({ id }) => id), total]).toEqual([expected, 5]);
  });

  test.each(["sortBy=id", "start_date=yesterday", "end_date=2026-02-30", "page=0", "limit=101", "sortOrder=up"])(
    "%s is a 400 that names it",
    async (query) => {
      const { status, body } = await get(`?${query}`);
      expect([status, body.details[0].path]).toEqual([400, query.split("=")[0]]);
    },
  );

  test("shows what was just recorded", async () => {
    await recordChange(db, null, { action: "RESTORE", resourceType: "content_string", description: "Just now" });
    const { logs, total } = await list("");
    expect(logs[0]).toMatchObject({ action: "RESTORE", description: "Just now" });
    expect(total).toBe(await db.$count(auditLog));
  });
});

test("the filters offer the existing values", async () => {
  const { body } = await get("/filters");
  expect(body).toEqual({
    users: ["Ann", "bob", "Deleted user", "System"],
    actions: ["CREATE", "DELETE", "RESTORE", "UPDATE"],
    resources: ["content_string", "site_config"],
  });
});

describe("the export", () => {
  const exportWith = (query: string) => app.inject({ url: `${path}/export?${query}`, headers: exporter.headers });
  const today = new Date().toISOString().slice(0, 10);

  test("is a file of the list, with cells that spreadsheets treat as text", async () => {
    const response = await exportWith("format=csv&end_date=2026-03-03&sortOrder=asc");
    expect(response.statusCode).toBe(200);
    expect(response.headers).toMatchObject({
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="audit-logs-${today}.csv"`,
      "cache-control": "no-store",
    });
    expect(response.body.split("\r\n")[0]).toBe(
      "\ufeffperformed_at,username,action,resource_type,resource_key,resource_category,resource_id," +
        "description,old_value,new_value,details",
    );
    const rows: Record<string, string>[] = parse(response.body, { columns: true, record_delimiter: "\r\n" });
    expect(rows).toHaveLength(5);
    expect(rows[0]).toMatchObject({ username: "bob", old_value: "Café", new_value: '{"a":[1]}', details: "" });
    expect(rows[2]).toMatchObject({ username: "", description: "Änderung, of a title" });
    expect(rows[4]).toMatchObject({ description: "'=1+1" });
    expect(JSON.parse(rows[4]!.details!)).toEqual({ why: 'said "so"\nloudly' });
  });

  test.each(["=1", "+1", "-1", "@a", "\ta", "\ra"])("a cell that begins with %j is escaped", async (description) => {
    await recordChange(db, null, { action: "UPDATE", resourceType: "content_string", description });
    const { body } = await exportWith("");
    expect(body.split("\r\n")[1]).toContain(`'${description}`);
  });

  test("is itself recorded, with its filters", async () => {
    await exportWith("action=CREATE");
    const { logs } = await list("limit=1");
    expect(logs[0]).toMatchObject({
      username: "exporter",
      action: "EXPORT",
      resource_type: "audit_log",
      resource_key: `audit-logs-${today}.csv`,
      description: "Exported 1 audit entry",
      details: { action: "CREATE" },
    });
  });

  test("needs its own permission, and reading the list needs another", async () => {
    expect((await get("/export")).status).toBe(403);
    expect((await get("", exporter)).status).toBe(403);
  });
});
