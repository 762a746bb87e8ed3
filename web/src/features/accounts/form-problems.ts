import { ApiError } from "../../api/api-error.ts";

/** What is wrong with a form. */
export interface FormProblems {
  /** Shown in the box above the form. */
  box?: string;
  /** Names of the fields that the box refers to. */
  boxFields?: readonly string[];
  /** Messages by field name. */
  fields?: Readonly<Record<string, string>>;
}

/** The fields that have problems; `null` when none has. */
export function fieldProblems(found: Readonly<Record<string, string | null | false>>): FormProblems | null {
  const fields = Object.fromEntries(Object.entries(found).filter((entry): entry is [string, string] => !!entry[1]));
  return Object.keys(fields).length > 0 ? { fields } : null;
}

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
