import type { User } from "contract/accounts/schema.ts";

/** Whether the user may open the administration (spec/accounts 9.1). */
export function isAdmin({ role, isAdmin }: Pick<User, "role" | "isAdmin">): boolean {
  return isAdmin || role === "admin";
}

/** What the profile names as the account's type (spec/accounts 9.1). */
export function accountType(user: Pick<User, "role" | "isAdmin">): "admin" | "moderator" | "member" {
  if (isAdmin(user)) return "admin";
  return user.role === "moderator" ? "moderator" : "member";
}
