import { describe, expect, test } from "vitest";
import { permissions } from "../permissions.ts";
import { type Grant, lackingPrivileges, mayTranslate, privilegesOf, roleChange, shippedRoles } from "./rules.ts";
import { RoleName } from "./schema.ts";

const editor = { name: "editor", permissions: ["content.read", "content.write"], languages: null } as const;
const empty = { name: "empty", permissions: [], languages: null } as const;
const superAdmin = { name: "super_admin", permissions: [], languages: ["de"] } as const;

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

const translator = (...languages: string[]): Grant => ({ permissions: ["content.translate"], languages });
const everywhere: Grant = { permissions: ["content.translate"], languages: null };
const roles = (...grants: Grant[]) => grants.map((grant, place) => ({ name: `role${place}`, ...grant }));

test.each<[string, Grant[], string[] | null]>([
  ["no role", [], []],
  ["a role that does not translate, whatever languages it names", [{ ...editor, languages: ["de"] }], []],
  ["a role for one", [translator("de")], ["de"]],
  ["two roles", [translator("de"), translator("fr", "de")], ["de", "fr"]],
  ["a role for all and another for one", [everywhere, translator("de")], null],
  ["a role for one beside another that does not translate", [translator("de"), editor], ["de"]],
])("the languages of %s", (_, grants, expected) => {
  const { languages } = privilegesOf(roles(...grants));
  expect(languages && [...languages].sort()).toEqual(expected);
});

test("a super admin translates into every language", () => {
  expect(privilegesOf([superAdmin]).languages).toBeNull();
  expect(mayTranslate(privilegesOf([superAdmin]), "nl")).toBe(true);
});

test.each<[string, Grant[], Grant, Grant | undefined, string[]]>([
  [
    "another permission",
    [editor],
    { permissions: ["content.read", "audit.read"], languages: null },
    undefined,
    ["audit.read"],
  ],
  ["nothing", [], empty, undefined, []],
  ["no languages at all", [editor], translator("de"), undefined, ["content.translate"]],
  ["own languages", [translator("de", "fr")], translator("fr"), undefined, []],
  ["another language", [translator("de")], translator("de", "fr"), undefined, ["content.translate in fr"]],
  ["all languages", [translator("de")], everywhere, undefined, ["content.translate in all languages"]],
  ["all languages, with all", [everywhere], everywhere, undefined, []],
  ["a language that the role has already", [translator("de")], translator("de", "fr"), translator("fr"), []],
  ["fewer languages", [translator("de")], translator("fr"), everywhere, []],
  ["all that the role has already", [], everywhere, everywhere, []],
  ["all in place of one", [translator("de")], everywhere, translator("fr"), ["content.translate in all languages"]],
  ["languages without the permission", [translator("de")], { permissions: [], languages: null }, undefined, []],
])("who grants %s lacks what they do not have", (_, held, granted, before, lacking) => {
  expect(lackingPrivileges(privilegesOf(roles(...held)), granted, before)).toEqual(lacking);
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
