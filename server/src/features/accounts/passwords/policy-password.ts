import { dictionary } from "@zxcvbn-ts/language-common";
import { accountProblems, minimumAdminPasswordLength, minimumPasswordLength } from "contract/accounts/rules.ts";
import { brand } from "contract/brand.ts";
import { AppError } from "contract/core/errors.ts";
import type { Db } from "../../../platform/db/connect.ts";
import { findPrivileges } from "../queries.ts";
import { isPattern } from "./policy-patterns.ts";

const ranked = dictionary["passwords-common"];
if (!ranked) throw new Error("@zxcvbn-ts/language-common has no list of common passwords");
const commonPasswords: ReadonlySet<string> = new Set(ranked.slice(0, 10_000));

/** Shorter names are part of too many other words. */
const minimumNameLength = 3;

export interface PasswordOwner {
  username: string;
  email: string | null;
  displayName?: string | null;
}

/** What is wrong with a new password besides its length, or `null`. */
export function weaknessOf(password: string, owner: PasswordOwner): string | null {
  const folded = password.toLowerCase();
  const own = [owner.username, owner.email, owner.email?.split("@")[0]].map((name) => name?.toLowerCase() ?? "");
  if (commonPasswords.has(folded) || isPattern(password) || own.includes(folded)) return accountProblems.passwordCommon;
  const names = [brand.name.toLowerCase(), ...own, owner.displayName?.toLowerCase() ?? ""]
    .filter(({ length }) => length >= minimumNameLength)
    .toSorted((a, b) => b.length - a.length);
  if (!names.some((name) => folded.includes(name))) return null;
  const rest = names.reduce((text, name) => text.replaceAll(name, ""), folded);
  return rest.length < minimumPasswordLength ? accountProblems.passwordOfNames : null;
}

/** What is wrong with a password that the operator sets for an administrator, or `null`. */
export function adminPasswordProblem(password: string, owner: PasswordOwner): string | null {
  return password.length < minimumAdminPasswordLength
    ? accountProblems.adminPasswordShort
    : weaknessOf(password, owner);
}

/**
 * Throws `invalid`, naming the field, for a password that is common, made of names, or too short for the account's
 * roles.
 */
export async function requireGoodPassword(
  db: Db,
  owner: PasswordOwner & { id?: number },
  password: string,
  path: "password" | "newPassword",
): Promise<void> {
  const isAdmin = owner.id !== undefined && (await findPrivileges(db, owner.id)).isAdmin;
  const msg = isAdmin ? adminPasswordProblem(password, owner) : weaknessOf(password, owner);
  if (msg) throw new AppError("invalid", msg, { details: [{ path, msg }] });
}
