import { ApiError } from "../../api/api-error.ts";
import type { FormProblems } from "../../page/form.ts";

/** Why a sign-in failed: the server's error, a network failure, else `fallback` (spec/accounts 3.3). */
export function loginProblem(error: unknown, fallback: string): FormProblems {
  return { box: serverMessageOf(error) ?? fallback };
}

/** Why a registration or new password failed: the server's details, its error, else `fallback` (spec/accounts 2.4). */
export function detailedProblem(error: unknown, fallback: string): FormProblems {
  const details = error instanceof ApiError ? error.details : [];
  if (details.length === 0) return loginProblem(error, fallback);
  return { box: [...new Set(details.map(({ msg }) => msg))].join(" · "), boxFields: details.map(({ path }) => path) };
}

/**
 * Why a profile update failed: `reason` is the server's error, the first detail, else `fallback` (spec/accounts 9.2);
 * `fields` has the first message for each field.
 */
export function profileProblem(error: unknown, fallback: string): { reason: string; fields: Record<string, string> } {
  const details = error instanceof ApiError ? error.details : [];
  return {
    reason: serverMessageOf(error) ?? details[0]?.msg ?? fallback,
    fields: Object.fromEntries(details.map(({ path, msg }) => [path, msg]).reverse()),
  };
}

/** The server's message, or the network failure. */
function serverMessageOf(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  return error.status === 0 ? error.message : error.serverMessage;
}
