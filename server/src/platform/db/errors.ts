/** The unique constraint that a statement violated, or `null` for other errors. */
export function brokenUniqueRule(error: unknown): string | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code, constraint } = cause as { code?: unknown; constraint?: unknown };
    if (code === "23505" && typeof constraint === "string") return constraint;
  }
  return null;
}

/** Whether a write failed because the database is read-only, such as a standby. */
export function isReadOnly(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ((cause as { code?: unknown }).code === "25006") return true;
  }
  return false;
}
