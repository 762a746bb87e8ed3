import { describe, expect, test } from "vitest";
import { permissions } from "../permissions.ts";
import { lackingPermissions, privilegesOf, roleChange, shippedRoles } from "./rules.ts";
import { RoleName } from "./schema.ts";

const editor = { name: "editor", permissions: ["content.read", "content.write"] } as const;
const empty = { name: "empty", permissions: [] } as const;
const superAdmin = { name: "super_admin", permissions: [] } as const;

test.each([
  ["no role", [], false, false, []],
  ["a role without permissions", [empty], true, false, []],
  ["two roles", [editor, { ...editor, name: "reader" }], true, false, ["content.read", "content.write"]],
  ["super_admin, regardless of stored permissions", [editor, superAdmin], true, true, permissions],
])("privileges of %s (spec/administration 3.2)", (_, roles, isAdmin, isSuperAdmin, allowed) => {
  const privileges = privilegesOf(roles);
  expect([privileges.isAdmin, privileges.isSuperAdmin]).toEqual([isAdmin, isSuperAdmin]);
  expect([...privileges.permissions].sort()).toEqual([...allowed].sort());
});

test("missing permissions are those of the role that the administrator lacks", () => {
  expect(lackingPermissions(new Set(["content.read"]), ["content.read", "audit.read"])).toEqual(["audit.read"]);
  expect(lackingPermissions(new Set(), [])).toEqual([]);
});

test.each([
  [[], [1], [1], [], "assign"],
  [[1, 2], [2, 3], [3], [1], "remove"],
  [[1], [], [], [1], "remove"],
  [[1], [2, 3], [2, 3], [1], "assign"],
  [[1], [1], [], [], "remove"],
])("roles change from %j to %j (spec/administration 5.2)", (held, requested, added, removed, action) => {
  expect(roleChange(held, requested)).toEqual({ added, removed, action });
});

describe("a role's name", () => {
  test.each(["content_manager", "Ab", "x1", "a".repeat(50), ...shippedRoles.map(({ name }) => name)])(
    "%s is valid",
    (name) => {
      expect(RoleName.safeParse(name).success).toBe(true);
    },
  );

  test.each(["", "a", "1st", "_a", "two words", "dash-ed", "any", "ANY", "a".repeat(51)])("%j is invalid", (name) => {
    expect(RoleName.safeParse(name).success).toBe(false);
  });
});
