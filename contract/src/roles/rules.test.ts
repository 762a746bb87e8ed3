import { describe, expect, test } from "vitest";
import { permissions } from "../permissions.ts";
import { lackingPermissions, roleChange, shippedRoles, standingOf } from "./rules.ts";
import { RoleName } from "./schema.ts";

const editor = { name: "editor", permissions: ["content.read", "content.write"] } as const;
const empty = { name: "empty", permissions: [] } as const;
const superAdmin = { name: "super_admin", permissions: [] } as const;

test.each([
  ["no role", [], false, false, []],
  ["a role that allows nothing", [empty], true, false, []],
  ["two roles", [editor, { ...editor, name: "reader" }], true, false, ["content.read", "content.write"]],
  ["super_admin, whatever is stored", [editor, superAdmin], true, true, permissions],
])("%s (spec/administration 3.2)", (_, roles, isAdmin, isSuperAdmin, allowed) => {
  const standing = standingOf(roles);
  expect([standing.isAdmin, standing.isSuperAdmin]).toEqual([isAdmin, isSuperAdmin]);
  expect([...standing.permissions].sort()).toEqual([...allowed].sort());
});

test("what somebody lacks to give", () => {
  expect(lackingPermissions(new Set(["content.read"]), ["content.read", "audit.read"])).toEqual(["audit.read"]);
  expect(lackingPermissions(new Set(), [])).toEqual([]);
});

test.each([
  [[], [1], [1], [], "assign"],
  [[1, 2], [2, 3], [3], [1], "remove"],
  [[1], [], [], [1], "remove"],
  [[1], [2, 3], [2, 3], [1], "assign"],
  [[1], [1], [], [], "remove"],
])("from %j to %j (spec/administration 5.2)", (held, wanted, added, removed, action) => {
  expect(roleChange(held, wanted)).toEqual({ added, removed, action });
});

describe("a role's name", () => {
  test.each(["content_manager", "Ab", "x1", "a".repeat(50), ...shippedRoles.map(({ name }) => name)])("%s", (name) => {
    expect(RoleName.safeParse(name).success).toBe(true);
  });

  test.each(["", "a", "1st", "_a", "two words", "dash-ed", "any", "ANY", "a".repeat(51)])("not %j", (name) => {
    expect(RoleName.safeParse(name).success).toBe(false);
  });
});
