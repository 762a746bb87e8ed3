import { permissions } from "contract/permissions.ts";
import type { AdminRole, AdminUser } from "contract/roles/schema.ts";
import { beforeEach, describe, expect, test } from "vitest";
import { asc, eq, gt, sql } from "../../platform/db/drizzle.ts";
import { startTestApp } from "../../test/app.ts";
import { createTestDatabase } from "../../test/database.ts";
import { repeats } from "../../test/processes/soak.ts";
import { signInAdmin, signInUser, type TestUser } from "../../test/users.ts";
import { auditLog } from "../audit/table.ts";
import { adminRoles, roleAssignments, users } from "../users/table.ts";

const database = await createTestDatabase();
const { db } = database;
const app = await startTestApp(database);

const base = "/api/admin/dashboard";
let lastEntry = 0;
let root: TestUser;

beforeEach(async () => {
  await db.delete(users);
  await db.delete(adminRoles).where(gt(adminRoles.id, 3));
  root = await signInAdmin(db, "root", "everything");
  lastEntry = (await db.select({ id: auditLog.id }).from(auditLog)).length;
});

async function call(user: TestUser, method: "GET" | "POST" | "PUT" | "DELETE", path: string, payload?: object) {
  const response = await app.inject({ method, url: base + path, headers: user.headers, payload });
  return { status: response.statusCode, body: response.body ? response.json() : undefined };
}

/** A busy server refuses requests that waited too long without any change; clients retry them. */
async function retryOn503(attempt: () => ReturnType<typeof call>): ReturnType<typeof call> {
  const response = await attempt();
  return response.status === 503 ? retryOn503(attempt) : response;
}

/** Audit entries since the test began. */
async function recorded() {
  const entries = await db.select().from(auditLog).where(gt(auditLog.id, lastEntry)).orderBy(asc(auditLog.id));
  return entries.map(({ userId, action, resourceType, resourceKey, oldValue, newValue }) => ({
    userId,
    action,
    resourceType,
    resourceKey,
    oldValue,
    newValue,
  }));
}

const roleNames = (user: AdminUser) => user.roles.map(({ role_name }) => role_name);

async function newRole(name: string, permissions: string[] = []): Promise<AdminRole> {
  const { status, body } = await call(root, "POST", "/roles", { name, description: "", permissions });
  expect(status).toBe(201);
  lastEntry += 1;
  return body.role;
}

describe("roles", () => {
  test("the shipped ones are listed, with their permissions and users", async () => {
    const { body } = await call(root, "GET", "/roles");
    expect(body.roles.map(({ name, user_count }: AdminRole) => [name, user_count])).toEqual([
      ["super_admin", 1],
      ["content_manager", 0],
      ["content_viewer", 0],
    ]);
    expect(body.roles[0].permissions).toHaveLength(permissions.length);
    expect((await call(root, "GET", "/roles/content_viewer/permissions")).body.permissions).toEqual(["content.read"]);
    expect((await call(root, "GET", "/roles/1/users")).body.users).toMatchObject([{ id: root.id, username: "root" }]);
    expect((await call(root, "GET", "/roles/SUPER_ADMIN/users")).body.users).toHaveLength(1);
  });

  test.each(["999", "nobody", "0", "-1", "99999999999", "'"])("an unknown role %s is a 404", async (id) => {
    for (const path of [`/roles/${id}/permissions`, `/roles/${id}/users`]) {
      expect((await call(root, "GET", path)).status).toBe(404);
    }
    expect((await call(root, "PUT", `/roles/${id}`, { description: "x" })).status).toBe(404);
    expect((await call(root, "DELETE", `/roles/${id}`)).status).toBe(404);
    expect(await recorded()).toEqual([]);
  });

  test("one is created, even without permissions, and recorded", async () => {
    const input = { name: "Editors", description: "Edit", permissions: ["content.write", "content.read"] };
    const { status, body } = await call(root, "POST", "/roles", input);
    expect(status).toBe(201);
    expect(body.role).toMatchObject({
      name: "Editors",
      description: "Edit",
      permissions: ["content.read", "content.write"],
      user_count: 0,
      version: 1,
    });
    expect((await call(root, "POST", "/roles", { name: "Empty" })).body.role.permissions).toEqual([]);
    expect(await recorded()).toMatchObject([
      { userId: root.id, action: "CREATE", resourceType: "admin_role", resourceKey: "Editors", oldValue: null },
      { action: "CREATE", resourceKey: "Empty", newValue: { permissions: [] } },
    ]);
  });

  test.each([
    [{}, "name"],
    [{ name: "a" }, "name"],
    [{ name: "1st" }, "name"],
    [{ name: "two words" }, "name"],
    [{ name: "Any" }, "name"],
    [{ name: "fine", permissions: ["content.everything"] }, "permissions.0"],
    [{ name: "fine", description: "x".repeat(501) }, "description"],
    [{ name: "fine", languages: [] }, "languages"],
    [{ name: "fine", languages: ["DE"] }, "languages.0"],
  ])("%j is refused, naming %s", async (body, path) => {
    const response = await call(root, "POST", "/roles", body);
    expect(response).toMatchObject({ status: 400, body: { details: [{ path }] } });
  });

  test("names are unique, ignoring case", async () => {
    await newRole("Editors");
    expect(await call(root, "POST", "/roles", { name: "EDITORS" })).toMatchObject({
      status: 409,
      body: { code: "conflict", details: [{ path: "name" }] },
    });
    const other = await newRole("Others");
    expect((await call(root, "PUT", `/roles/${other.id}`, { name: "editors" })).status).toBe(409);
    expect(await recorded()).toEqual([]);
  });

  test("a partial change is recorded with old and new values, an unchanged update is not", async () => {
    const role = await newRole("Editors", ["content.read"]);
    const { body } = await call(root, "PUT", "/roles/Editors", { description: "Edit" });
    expect(body.role).toMatchObject({ id: role.id, description: "Edit", permissions: ["content.read"], version: 2 });
    await call(root, "PUT", `/roles/${role.id}`, { description: "Edit", permissions: ["content.read"] });
    expect(await recorded()).toMatchObject([
      { action: "UPDATE", oldValue: { description: "" }, newValue: { description: "Edit", name: "Editors" } },
    ]);
  });

  test("one may translate into some languages; administrators grant only their own, and all is recorded", async () => {
    const translators = { name: "Translators", permissions: ["content.translate"], languages: ["fr", "de", "fr"] };
    const { body } = await call(root, "POST", "/roles", translators);
    expect(body.role.languages).toEqual(["de", "fr"]);
    const chief = await signInAdmin(db, "chief", ["roles.read", "roles.write", "content.translate"], ["de", "ja"]);
    const ann = await signInUser(db, "ann");
    const change = (languages: string[] | null) => call(chief, "PUT", "/roles/Translators", { languages });
    const refused = [
      await change(["de", "fr", "pl"]),
      await change(null),
      await call(chief, "POST", "/roles", { ...translators, name: "Others" }),
      await call(chief, "POST", "/roles", { ...translators, name: "Others", languages: null }),
      await call(chief, "POST", `/users/${ann.id}/roles/Translators`),
      await call(chief, "POST", `/users/${chief.id}/roles/Translators`),
    ];
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403]);
    expect(refused[0]!.body.error).toBe("You can't grant permissions that you don't have: content.translate in pl");
    expect((await change(["de", "fr", "ja"])).body.role.languages).toEqual(["de", "fr", "ja"]);
    expect((await change(["ja"])).body.role.languages).toEqual(["ja"]);
    expect((await call(chief, "POST", `/users/${ann.id}/roles/Translators`)).status).toBe(200);
    // left out, they stay
    expect((await call(root, "PUT", "/roles/Translators", { description: "x" })).body.role.languages).toEqual(["ja"]);
    expect((await call(root, "PUT", "/roles/Translators", { languages: null })).body.role.languages).toBeNull();
    expect((await recorded()).filter(({ resourceType }) => resourceType === "admin_role")).toMatchObject([
      { action: "CREATE", newValue: { languages: ["de", "fr"] } },
      { userId: chief.id, oldValue: { languages: ["de", "fr"] }, newValue: { languages: ["de", "fr", "ja"] } },
      { action: "UPDATE", newValue: { languages: ["ja"] } },
      { action: "UPDATE", newValue: { description: "x", languages: ["ja"] } },
      { action: "UPDATE", oldValue: { languages: ["ja"] } },
    ]);
  });

  test("an update of an old version is stale and returns the current one", async () => {
    const role = await newRole("Editors");
    await call(root, "PUT", `/roles/${role.id}`, { description: "first", base_version: 1 });
    expect(await call(root, "PUT", `/roles/${role.id}`, { description: "second", base_version: 1 })).toMatchObject({
      status: 409,
      body: { code: "stale", current: { id: role.id, description: "first", version: 2 } },
    });
    expect(await recorded()).toHaveLength(1);
  });

  test("concurrent edits lose nothing: every accepted one is in the history, in order", async () => {
    const editsEach = repeats(4, 25);
    const edits = 8 * editsEach;
    const role = await newRole("Editors");
    let accepted = 0;
    const edit = async (index: number): Promise<void> => {
      const { roles } = (await call(root, "GET", "/roles")).body;
      const { version } = roles.find(({ id }: AdminRole) => id === role.id);
      const changes = { description: `edit ${index}`, base_version: version };
      const { status } = await call(root, "PUT", `/roles/${role.id}`, changes);
      if (status === 409) return edit(index);
      expect(status).toBe(200);
      accepted += 1;
    };
    // each of 8 editors retries the edits that were stale
    await Promise.all(
      Array.from({ length: 8 }, async (_, editor) => {
        for (let index = 0; index < editsEach; index += 1) await edit(editor * editsEach + index);
      }),
    );
    const entries = (await recorded()) as { oldValue: AdminRole; newValue: AdminRole }[];
    expect([accepted, entries.length]).toEqual([edits, edits]);
    for (const [index, { oldValue }] of entries.entries()) {
      expect(oldValue.description).toBe(index === 0 ? "" : entries[index - 1]!.newValue.description);
    }
    expect((await db.select().from(adminRoles).where(eq(adminRoles.id, role.id)))[0]?.version).toBe(edits + 1);
  });

  test("of many concurrent edits without a version the last one stays and all are recorded", async () => {
    const count = repeats(40, 200);
    const role = await newRole("Editors");
    const edits = Array.from({ length: count }, (_, index) =>
      retryOn503(() => call(root, "PUT", `/roles/${role.id}`, { description: `edit ${index}` })),
    );
    expect(new Set((await Promise.all(edits)).map(({ status }) => status))).toEqual(new Set([200]));
    const entries = await recorded();
    const [row] = await db.select().from(adminRoles).where(eq(adminRoles.id, role.id));
    expect(entries).toHaveLength(count);
    expect(entries.at(-1)?.newValue).toMatchObject({ description: row?.description });
  });

  test("deleting one revokes it from all its users", async () => {
    const role = await newRole("Editors", ["content.read"]);
    const ann = await signInUser(db, "ann");
    await call(root, "POST", `/users/${ann.id}/roles/${role.id}`);
    expect((await call(ann, "GET", "/roles")).status).toBe(403);
    // the role's assignment, and the denied call
    lastEntry += 2;
    expect((await call(root, "DELETE", "/roles/Editors")).status).toBe(204);
    expect((await call(root, "DELETE", "/roles/Editors")).status).toBe(404);
    const { body } = await app.inject({ url: "/api/auth/me", headers: ann.headers }).then((response) => ({
      body: response.json(),
    }));
    expect(body.user).toMatchObject({ role: "member", isAdmin: false });
    expect(await recorded()).toMatchObject([
      { action: "DELETE", resourceKey: "Editors", oldValue: { permissions: ["content.read"] }, newValue: null },
    ]);
  });

  test("super_admin can't be changed or deleted", async () => {
    expect((await call(root, "PUT", "/roles/super_admin", { description: "x" })).status).toBe(403);
    expect((await call(root, "DELETE", "/roles/1")).status).toBe(403);
    expect(await recorded()).toEqual([]);
  });

  test("editors can only add permissions that they have", async () => {
    const chief = await signInAdmin(db, "chief", ["roles.read", "roles.write", "content.read"]);
    expect((await call(chief, "POST", "/roles", { name: "Spies", permissions: ["audit.read"] })).status).toBe(403);
    expect((await call(chief, "POST", "/roles", { name: "Readers", permissions: ["content.read"] })).status).toBe(201);
    expect((await call(chief, "PUT", "/roles/Readers", { permissions: ["users.read"] })).status).toBe(403);
    const strong = await newRole("Strong", ["audit.read", "content.read"]);
    const weaker = { permissions: ["audit.read"], description: "weaker" };
    expect((await call(chief, "PUT", `/roles/${strong.id}`, weaker)).status).toBe(200);
  });
});

describe("role assignments", () => {
  test("one role is granted and revoked; repeating either changes nothing", async () => {
    const ann = await signInUser(db, "ann");
    const given = await call(root, "POST", `/users/${ann.id}/roles/content_viewer`);
    expect(roleNames(given.body.user)).toEqual(["content_viewer"]);
    expect(given.body.user.roles[0].assigned_at).toMatch(/^\d{4}-.*Z$/);
    expect((await call(root, "POST", `/users/${ann.id}/roles/3`)).body.user.version).toBe(2);
    expect((await call(root, "DELETE", `/users/${ann.id}/roles/3`)).status).toBe(204);
    expect((await call(root, "DELETE", `/users/${ann.id}/roles/content_viewer`)).status).toBe(204);
    const entry = { userId: root.id, resourceType: "user", resourceKey: "ann" };
    const value = { role_id: 3, role_name: "content_viewer" };
    expect(await recorded()).toEqual([
      { ...entry, action: "ASSIGN", oldValue: null, newValue: value },
      { ...entry, action: "REMOVE", oldValue: value, newValue: null },
    ]);
  });

  test("lists of roles are granted and revoked, by ids or names", async () => {
    const ann = await signInUser(db, "ann");
    const { body } = await call(root, "POST", `/users/${ann.id}/roles`, { roleIds: [2, 3] });
    expect(roleNames(body.user)).toEqual(["content_manager", "content_viewer"]);
    const removal = { roleIds: ["content_manager", 3] };
    expect((await call(root, "DELETE", `/users/${ann.id}/roles`, removal)).status).toBe(204);
    expect(await db.$count(roleAssignments, eq(roleAssignments.userId, ann.id))).toBe(0);
    expect((await recorded()).map(({ action }) => action)).toEqual(["ASSIGN", "ASSIGN", "REMOVE", "REMOVE"]);
  });

  test("the whole set is replaced atomically", async () => {
    const ann = await signInUser(db, "ann");
    await call(root, "POST", `/users/${ann.id}/roles/2`);
    lastEntry += 1;
    expect((await call(root, "PUT", `/users/${ann.id}/roles`, { roleIds: [3, 999] })).status).toBe(404);
    expect(await recorded()).toEqual([]);
    const set = await call(root, "PUT", `/users/${ann.id}/roles`, { roleIds: [3, "super_admin"], base_version: 2 });
    expect(roleNames(set.body.user)).toEqual(["super_admin", "content_viewer"]);
    expect((await recorded()).map(({ action }) => action)).toEqual(["ASSIGN", "ASSIGN", "REMOVE"]);
    expect(await call(root, "PUT", `/users/${ann.id}/roles`, { roleIds: [], base_version: 2 })).toMatchObject({
      status: 409,
      body: { code: "stale", current: { id: ann.id, version: 3 } },
    });
  });

  test.each(["POST", "DELETE"] as const)("%s for an unknown user or role is a 404", async (method) => {
    const ann = await signInUser(db, "ann");
    expect((await call(root, method, "/users/2147483647/roles/3")).status).toBe(404);
    expect((await call(root, method, "/users/x/roles/3")).status).toBe(404);
    expect((await call(root, method, `/users/${ann.id}/roles/nothing`)).status).toBe(404);
    expect((await call(root, method, `/users/${ann.id}/roles`, { roleIds: [9_999_999_999] })).status).toBe(404);
  });

  test("a revoked role takes effect at once", async () => {
    const ann = await signInAdmin(db, "ann", ["roles.read"]);
    expect((await call(ann, "GET", "/roles")).status).toBe(200);
    await call(root, "DELETE", `/users/${ann.id}/roles/role_of_ann`);
    expect((await call(ann, "GET", "/roles")).status).toBe(403);
  });

  test("editors only grant permissions they have; only a super admin grants or revokes super_admin", async () => {
    const ann = await signInUser(db, "ann");
    const chief = await signInAdmin(db, "chief", ["roles.write", "content.read"]);
    expect((await call(chief, "POST", `/users/${ann.id}/roles/content_manager`)).status).toBe(403);
    expect((await call(chief, "POST", `/users/${chief.id}/roles/super_admin`)).status).toBe(403);
    expect((await call(chief, "DELETE", `/users/${root.id}/roles/super_admin`)).status).toBe(403);
    expect((await call(chief, "PUT", `/users/${root.id}/roles`, { roleIds: [] })).status).toBe(403);
    expect((await call(chief, "POST", `/users/${ann.id}/roles/content_viewer`)).status).toBe(200);
    expect((await recorded()).map(({ action, userId }) => [action, userId])).toEqual([["ASSIGN", chief.id]]);
  });

  test("the last super admin can't be demoted", async () => {
    const ann = await signInAdmin(db, "ann", "everything");
    expect((await call(root, "DELETE", `/users/${ann.id}/roles/super_admin`)).status).toBe(204);
    for (const attempt of [
      call(root, "DELETE", `/users/${root.id}/roles/super_admin`),
      call(root, "DELETE", `/users/${root.id}/roles`, { roleIds: [1] }),
      call(root, "PUT", `/users/${root.id}/roles`, { roleIds: [2] }),
    ]) {
      expect(await attempt).toMatchObject({ status: 409, body: { code: "conflict" } });
    }
    expect(await db.$count(roleAssignments, eq(roleAssignments.roleId, 1))).toBe(1);
  });

  test("two super admins who demote each other concurrently leave one", async () => {
    for (let round = 0; round < 10; round += 1) {
      const ann = await signInAdmin(db, `ann_${round}`, "everything");
      const responses = await Promise.all([
        call(root, "DELETE", `/users/${ann.id}/roles/super_admin`),
        call(ann, "DELETE", `/users/${root.id}/roles/super_admin`),
      ]);
      expect(responses.map(({ status }) => status).sort()).toEqual([204, 403]);
      expect(await db.$count(roleAssignments, eq(roleAssignments.roleId, 1))).toBe(1);
      if (responses[0]?.status === 403) root = ann;
    }
  });

  test("the last super admin can't delete their own account", async () => {
    const leave = { method: "DELETE", url: "/api/auth/account", headers: root.headers, payload: {} } as const;
    await db.execute(sql`update sessions set created_at = now()`);
    expect((await app.inject(leave)).statusCode).toBe(409);
    await signInAdmin(db, "ann", "everything");
    expect((await app.inject(leave)).statusCode).toBe(204);
  });
});

describe("deleting an account", () => {
  test("removes everything of it and is recorded", async () => {
    const ann = await signInAdmin(db, "ann", ["content.read"]);
    expect((await call(root, "DELETE", `/users/${ann.id}`)).status).toBe(204);
    expect((await call(root, "DELETE", `/users/${ann.id}`)).status).toBe(404);
    expect((await app.inject({ url: "/api/auth/me", headers: ann.headers })).statusCode).toBe(401);
    expect(await recorded()).toMatchObject([
      { action: "DELETE", resourceType: "user", resourceKey: "ann", oldValue: { roles: ["role_of_ann"] } },
    ]);
  });

  test("is refused for one's own, and for a super admin's unless by a super admin", async () => {
    const cleaner = await signInAdmin(db, "cleaner", ["users.delete"]);
    expect((await call(cleaner, "DELETE", `/users/${cleaner.id}`)).status).toBe(403);
    expect((await call(root, "DELETE", `/users/${root.id}`)).status).toBe(403);
    expect((await call(cleaner, "DELETE", `/users/${root.id}`)).status).toBe(403);
    expect(await recorded()).toEqual([]);
    const ann = await signInAdmin(db, "ann", "everything");
    expect((await call(root, "DELETE", `/users/${ann.id}`)).status).toBe(204);
  });
});

test("a user's own data includes their admin status", async () => {
  const ann = await signInAdmin(db, "ann", []);
  const me = async (user: TestUser) => (await app.inject({ url: "/api/auth/me", headers: user.headers })).json().user;
  expect(await me(ann)).toMatchObject({ role: "admin", isAdmin: true, isSuperAdmin: false });
  expect(await me(root)).toMatchObject({ role: "admin", isAdmin: true, isSuperAdmin: true });
  await db.execute(sql`update users set role = 'moderator' where id = ${ann.id}`);
  await call(root, "DELETE", `/users/${ann.id}/roles/role_of_ann`);
  expect(await me(ann)).toMatchObject({ role: "moderator", isAdmin: false, isSuperAdmin: false });
});

test("a change and its audit entry are atomic", async () => {
  await db.execute(sql`alter table audit_log add constraint broken check (resource_key <> 'Broken') not valid`);
  const failing = await call(root, "POST", "/roles", { name: "Broken" });
  await db.execute(sql`alter table audit_log drop constraint broken`);
  expect(failing.status).toBe(500);
  expect(await db.$count(adminRoles, eq(adminRoles.name, "Broken"))).toBe(0);
  expect(await recorded()).toEqual([]);
});
