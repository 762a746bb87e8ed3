import { expect, test } from "vitest";
import { accountType } from "./account-type.ts";

test.each([
  [{ role: "member", isAdmin: false }, "member"],
  [{ role: "moderator", isAdmin: false }, "moderator"],
  [{ role: "admin", isAdmin: false }, "admin"],
  [{ role: "member", isAdmin: true }, "admin"],
] as const)("%j is the account of a %s (spec/accounts 10)", (user, type) => {
  expect(accountType(user)).toBe(type);
});
