import { AppError, type ErrorDetail } from "contract/core/errors.ts";

/** The unique constraint that a statement violated, or `null` for other errors. */
export function brokenUniqueRule(error: unknown): string | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code, constraint } = cause as { code?: unknown; constraint?: unknown };
    if (code === "23505" && typeof constraint === "string") return constraint;
  }
  return null;
}

/** Throws `conflict` about a field where a statement violated that unique constraint, and other errors as they are. */
export function throwTaken(error: unknown, constraint: string, detail: ErrorDetail): never {
  if (brokenUniqueRule(error) !== constraint) throw error;
  throw new AppError("conflict", detail.msg, { details: [detail] });
}

/** Whether a write failed because the database is read-only, such as a standby. */
export function isReadOnly(error: unknown): boolean {
  return hasCode(error, /^25006$/);
}

/** Whether a write failed because the database's disk is full. Reads continue. */
export function isDiskFull(error: unknown): boolean {
  return hasCode(error, /^53100$/);
}

/** Whether the error or one of its causes has a matching code. */
export function hasCode(error: unknown, codes: RegExp): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (codes.test(String((cause as { code?: unknown }).code))) return true;
  }
  return false;
}
