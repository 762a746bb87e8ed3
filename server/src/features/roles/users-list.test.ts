import type { AdminUser } from "contract/roles/schema.ts";
import { beforeEach, describe, expect, test } from "vitest";
import { gt, sql } from "../../platform/db/drizzle.ts";
import { startTestApp } from "../../test/app.ts";
import { createTestDatabase } from "../../test/database.ts";
import { signInAdmin, signInUser, type TestUser } from "../../test/users.ts";
import { adminRoles, users } from "../users/table.ts";

const database = await createTestDatabase();
const { db } = database;
const app = await startTestApp(database);

const base = "/api/admin/dashboard";
let root: TestUser;

beforeEach(async () => {
  await db.delete(users);
  await db.delete(adminRoles).where(gt(adminRoles.id, 3));
  root = await signInAdmin(db, "root", "everything");
});

async function call(user: TestUser, method: "GET" | "POST" | "PUT" | "DELETE", path: string, payload?: object) {
  const response = await app.inject({ method, url: base + path, headers: user.headers, payload });
  return { status: response.statusCode, body: response.body ? response.json() : undefined };
}

describe("the list of users", () => {
  async function list(query = "") {
    const { status, body } = await call(root, "GET", `/users?${query}`);
    expect(status).toBe(200);
    return { names: body.users.map(({ username }: AdminUser) => username), total: body.total, users: body.users };
  }

  beforeEach(async () => {
    const bob = await signInUser(db, "Bob");
    await signInUser(db, "anna_");
    await signInUser(db, "carl", { email: null });
    await call(root, "POST", `/users/${bob.id}/roles/3`);
    await db.execute(sql`update users set last_login_at = '2026-01-01' where username = 'Bob'`);
    await db.execute(sql`update users set last_login_at = '2026-02-01' where username = 'anna_'`);
  });

  test("lists everyone by name, ignoring case", async () => {
    expect(await list()).toMatchObject({ names: ["anna_", "Bob", "carl", "root"], total: 4 });
    expect((await list("page=2&limit=3")).names).toEqual(["root"]);
    expect(await list("page=9&limit=3")).toMatchObject({ names: [], total: 4 });
    expect((await list()).users[1]).toMatchObject({
      username: "Bob",
      email: "Bob@example.com",
      roles: [{ role_id: 3, role_name: "content_viewer" }],
      last_login: "2026-01-01T00:00:00.000Z",
    });
  });

  test.each([
    ["search=AN", ["anna_"]],
    ["search=%C3%A4nn%C3%A0", ["anna_"]],
    ["search=BOB%40example", ["Bob"]],
    ["search=_", ["anna_"]],
    ["search=%25", []],
    ["role=any", ["Bob", "root"]],
    ["role=3", ["Bob"]],
    ["role=super_admin", ["root"]],
    ["role=unknown", []],
    ["role=any&search=o&sortOrder=desc", ["root", "Bob"]],
    ["sortBy=created_at&sortOrder=desc", ["carl", "anna_", "Bob", "root"]],
    ["sortBy=last_login", ["Bob", "anna_", "root", "carl"]],
    ["sortBy=last_login&sortOrder=desc", ["anna_", "Bob", "carl", "root"]],
  ])("%s", async (query, names) => {
    expect(await list(query)).toMatchObject({ names, total: names.length });
  });

  test("a bad sort is a 400 that names it", async () => {
    expect(await call(root, "GET", "/users?sortBy=email")).toMatchObject({
      status: 400,
      body: { details: [{ path: "sortBy" }] },
    });
  });
});

describe("callers without users.read see only names and roles of users", () => {
  const visible = { username: "ann", email: null, created_at: null, last_login: null };
  let ann: TestUser;

  beforeEach(async () => {
    ann = await signInUser(db, "ann");
    await db.execute(sql`update users set last_login_at = now() where id = ${ann.id}`);
  });

  test.each([
    ["POST", "/roles", { roleIds: [] }],
    ["POST", "/roles", { roleIds: ["content_viewer"] }],
    ["POST", "/roles/content_viewer", undefined],
    ["PUT", "/roles", { roleIds: ["content_viewer"] }],
  ] as const)("%s %s %j", async (method, path, body) => {
    const editor = await signInAdmin(db, "editor", ["roles.write", "content.read"]);
    const given = await call(editor, method, `/users/${ann.id}${path}`, body);
    expect([given.status, given.body.user]).toEqual([200, expect.objectContaining(visible)]);
    const full = await call(root, method, `/users/${ann.id}${path}`, body);
    expect(full.body.user).toMatchObject({ email: "ann@example.com", last_login: expect.stringMatching(/Z$/) });
  });

  test("when the roles have changed meanwhile", async () => {
    const editor = await signInAdmin(db, "editor", ["roles.write"]);
    const stale = await call(editor, "PUT", `/users/${ann.id}/roles`, { roleIds: [], base_version: 99 });
    expect([stale.status, stale.body.current]).toEqual([409, expect.objectContaining(visible)]);
  });

  test("in the list of a role's users", async () => {
    const reader = await signInAdmin(db, "reader", ["roles.read"]);
    await call(root, "POST", `/users/${ann.id}/roles/content_viewer`);
    const { body } = await call(reader, "GET", "/roles/content_viewer/users");
    expect(body.users).toEqual([expect.objectContaining(visible)]);
  });
});
