/** Logs a failure that visitors see otherwise or not at all; nothing while they are offline, where calls cannot succeed. */
export function logFailure(...what: unknown[]): void {
  if (navigator.onLine !== false) console.error(...what);
}
