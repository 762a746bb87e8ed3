import { ApiError } from "../api-error.ts";

/** What is wrong with a form. */
export interface FormProblems {
  /** Stands in the box above it. */
  box?: string;
  /** Names of the fields that the box speaks of. */
  boxFields?: readonly string[];
  /** What stands beside single fields, by their names. */
  fields?: Readonly<Record<string, string>>;
}

/** The problems without those fields that have none; `null` when nothing is left. */
export function fieldProblems(found: Readonly<Record<string, string | null | false>>): FormProblems | null {
  const fields = Object.fromEntries(Object.entries(found).filter((entry): entry is [string, string] => !!entry[1]));
  return Object.keys(fields).length > 0 ? { fields } : null;
}

/** What a refused sign-in says: the server's error, else that the network is away, else `otherwise` (spec/accounts 3.3). */
export function loginProblem(error: unknown, otherwise: string): FormProblems {
  return { box: serverWords(error) ?? otherwise };
}

/** What a refused registration or new password says: the server's details, else its error, else `otherwise` (spec/accounts 2.4). */
export function detailedProblem(error: unknown, otherwise: string): FormProblems {
  const details = error instanceof ApiError ? error.details : [];
  if (details.length === 0) return loginProblem(error, otherwise);
  return { box: [...new Set(details.map(({ msg }) => msg))].join(" · "), boxFields: details.map(({ path }) => path) };
}

/**
 * Why a profile was not changed: `reason` is the server's error, else the first of its list, else `otherwise`
 * (spec/accounts 9.2); `fields` has the first message for each field that the server named.
 */
export function profileProblem(error: unknown, otherwise: string): { reason: string; fields: Record<string, string> } {
  const details = error instanceof ApiError ? error.details : [];
  return {
    reason: serverWords(error) ?? details[0]?.msg ?? otherwise,
    fields: Object.fromEntries(details.map(({ path, msg }) => [path, msg]).reverse()),
  };
}

/** What the server said; without an answer, that there was none. */
function serverWords(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  return error.status === 0 ? error.message : error.serverMessage;
}
