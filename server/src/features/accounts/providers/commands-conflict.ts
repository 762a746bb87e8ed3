import { accountProblems } from "contract/accounts/rules.ts";
import { AppError, type ErrorDetail } from "contract/core/errors.ts";
import { brokenUniqueRule } from "../../../platform/db/errors.ts";

export const usernameTaken: ErrorDetail = { path: "username", msg: accountProblems.usernameTaken };
export const emailTaken: ErrorDetail = { path: "email", msg: accountProblems.emailTaken };

/** A `conflict` that names each taken field. */
export function conflict(details: ErrorDetail[]): AppError {
  return new AppError("conflict", details[0]?.msg ?? "", { details });
}

/** Converts a violated unique constraint of accounts to a `conflict`. */
export function throwConflict(error: unknown): never {
  const constraint = brokenUniqueRule(error);
  if (constraint === "users_username_key") throw conflict([usernameTaken]);
  if (constraint === "users_email_key") throw conflict([emailTaken]);
  throw error;
}
