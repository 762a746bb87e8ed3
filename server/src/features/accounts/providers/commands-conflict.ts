import { accountProblems } from "contract/accounts/rules.ts";
import { AppError, type ErrorDetail } from "contract/core/errors.ts";
import { brokenUniqueRule } from "../../../platform/db/errors.ts";

export const usernameTaken: ErrorDetail = { path: "username", msg: accountProblems.usernameTaken };
export const emailTaken: ErrorDetail = { path: "email", msg: accountProblems.emailTaken };

/** A `conflict` that names each taken field. */
export function conflict(details: ErrorDetail[]): AppError {
  return new AppError("conflict", details[0]?.msg ?? "", { details });
}

/** Turns a broken unique rule of accounts into the `conflict` that it is. */
export function throwConflict(error: unknown): never {
  const rule = brokenUniqueRule(error);
  if (rule === "users_username_key") throw conflict([usernameTaken]);
  if (rule === "users_email_key") throw conflict([emailTaken]);
  throw error;
}
