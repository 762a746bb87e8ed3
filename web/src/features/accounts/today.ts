/** The day in UTC, as `YYYY-MM-DD`: the one that the server checks birthdays against. */
export function today(): string {
  return new Date().toISOString().slice(0, 10);
}
