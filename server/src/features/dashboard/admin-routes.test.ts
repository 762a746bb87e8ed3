import { permissions } from "contract/permissions.ts";
import { beforeAll, expect, test } from "vitest";
import { eq, sql } from "../../platform/db/drizzle.ts";
import { startTestApp } from "../../test/app.ts";
import { addCatalogue } from "../../test/catalogue.ts";
import { createTestDatabase } from "../../test/database.ts";
import { signInAdmin, type TestUser } from "../../test/users.ts";
import { recordChange } from "../audit/commands.ts";
import { auditLog } from "../audit/table.ts";
import { contentStrings } from "../content-strings/table.ts";
import { pricePolls } from "../prices/table.ts";
import { siteConfig } from "../site-config/table.ts";

const database = await createTestDatabase();
const { db } = database;
const app = await startTestApp(database);
const root = await signInAdmin(db, "root", "everything");
const viewer = await signInAdmin(db, "viewer", ["content.read"]);

async function get(path: "me" | "stats", { headers }: TestUser) {
  const response = await app.inject({ url: `/api/admin/dashboard/${path}`, headers });
  expect(response.statusCode).toBe(200);
  return response.json();
}

test("an administrator gets their account and permissions", async () => {
  expect(await get("me", root)).toMatchObject({
    user: { username: "root", role: "admin", isAdmin: true, isSuperAdmin: true },
    permissions,
  });
  expect(await get("me", viewer)).toMatchObject({
    user: { username: "viewer", isAdmin: true, isSuperAdmin: false },
    permissions: ["content.read"],
  });
});

test("permissions of several roles are listed once, in the order of spec/administration 3.1", async () => {
  const both = await signInAdmin(db, "both", ["users.read", "content.write"]);
  await db.execute(sql`insert into role_assignments (user_id, role_id) values (${both.id}, 2)`);
  expect((await get("me", both)).permissions).toEqual([
    "content.read",
    "content.write",
    "content.translate",
    "config.read",
    "users.read",
    "audit.read",
  ]);
  await db.execute(sql`delete from users where id = ${both.id}`);
});

beforeAll(async () => {
  const cents = { priceMinor: 100 };
  await addCatalogue(db, [
    { title: "A", offers: { steam: cents, gog: cents } },
    { title: "B", offers: { steam: cents } },
  ]);
  const old = new Date(Date.now() - 8 * 24 * 3_600_000);
  await db.insert(auditLog).values({ performedAt: old, action: "UPDATE", resourceType: "user", description: "old" });
  for (let index = 1; index <= 6; index += 1) {
    await recordChange(
      db,
      { userId: root.id },
      {
        action: "UPDATE",
        resourceType: "content_string",
        description: `change ${index}`,
      },
    );
  }
});

test("the cards show the counts", async () => {
  const { stats, categoryCounts, data } = await get("stats", root);
  const strings = await db.$count(contentStrings, eq(contentStrings.language, "en"));
  expect(stats).toEqual({
    contentStrings: strings,
    contentCategories: categoryCounts.length,
    siteConfigs: await db.$count(siteConfig),
    adminUsers: 2,
    recentChanges: 6,
  });
  const sum = categoryCounts.reduce((total: number, { count }: { count: number }) => total + count, 0);
  expect([sum, categoryCounts.length > 3]).toEqual([strings, true]);
  expect(data).toEqual({ games: 2, offers: 3, history_rows_estimate: 3, polls: [], failing: [] });
});

test("the last poll of each source is shown", async () => {
  const hour = (number: number) => new Date(Date.UTC(2026, 4, 1, number));
  const counts = { seen: 40, changed: 3, refused: 1 };
  await db.insert(pricePolls).values([
    { source: "gog", store: "gog", state: "failed", startedAt: hour(1), finishedAt: hour(2) },
    { source: "gog", store: "gog", state: "done", startedAt: hour(3), finishedAt: hour(4), ...counts },
    { source: "epic", store: "other", startedAt: hour(1) },
  ]);
  expect((await get("stats", root)).data.polls).toEqual([
    { store: "epic", finished_at: null, state: "running", seen: 0, changed: 0, refused: 0 },
    { store: "gog", finished_at: hour(4).toISOString(), state: "done", ...counts },
  ]);
});

test("recent activity shows the 5 latest entries to those who can read the audit log", async () => {
  const { recentActivity } = await get("stats", root);
  expect(recentActivity.map(({ description }: { description: string }) => description)).toEqual(
    [6, 5, 4, 3, 2].map((index) => `change ${index}`),
  );
  expect(recentActivity[0]).toMatchObject({ username: "root", action: "UPDATE", resource_type: "content_string" });
  expect((await get("stats", viewer)).recentActivity).toEqual([]);
});
