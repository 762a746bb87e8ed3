import { dictionary } from "@zxcvbn-ts/language-common";
import { accountProblems, minimumAdminPasswordLength, minimumPasswordLength } from "contract/accounts/rules.ts";
import { brand } from "contract/brand.ts";
import { AppError } from "contract/core/errors.ts";
import type { Db } from "../../../platform/db/connect.ts";
import { findPrivileges } from "../queries.ts";

const commonPasswords: ReadonlySet<string> = new Set(dictionary["passwords-common"]?.slice(0, 10_000));

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
  if (commonPasswords.has(folded)) return accountProblems.passwordCommon;
  const names = [brand.name, owner.username, owner.email?.split("@")[0], owner.displayName]
    .map((name) => name?.toLowerCase() ?? "")
    .filter(({ length }) => length >= minimumNameLength)
    .toSorted((a, b) => b.length - a.length);
  if (!names.some((name) => folded.includes(name))) return null;
  const rest = names.reduce((text, name) => text.replaceAll(name, ""), folded);
  return rest.length < minimumPasswordLength ? accountProblems.passwordOfNames : null;
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
  const isShort = isAdmin && password.length < minimumAdminPasswordLength;
  const msg = isShort ? accountProblems.adminPasswordShort : weaknessOf(password, owner);
  if (msg) throw new AppError("invalid", msg, { details: [{ path, msg }] });
}
