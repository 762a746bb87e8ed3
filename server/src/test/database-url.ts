/** The same database for a user without a password. */
export function withUser(url: string, user: string): string {
  const changed = new URL(url);
  changed.username = user;
  changed.password = "";
  return changed.href;
}

/** Another database on the same server. */
export function withDatabase(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}
