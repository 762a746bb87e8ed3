/** What is wrong with a clock that shows a time before this version was made; null if nothing is. */
export function clockProblem(now: number, builtAt: number): string | null {
  if (now >= builtAt) return null;
  return (
    `The clock says ${new Date(now).toISOString()}, which is before this version was made. ` +
    "Set it (NTP): prices, sign-ins and backups depend on it. Nothing is lost meanwhile"
  );
}
