/** The path of PUBLIC_URL, below which all addresses of the site lie: `/games-prices`, or empty. */
export function basePathOf(publicUrl: string): string {
  return new URL(publicUrl).pathname.replace(/\/$/, "");
}

/** A path of the site as it is without a base path: `/games-prices/deals` is `/deals`. `null` for other sites' paths. */
export function pathBelow(basePath: string, pathname: string): string | null {
  if (!pathname.startsWith(basePath)) return null;
  const path = pathname.slice(basePath.length);
  return path === "" ? "/" : path.startsWith("/") ? path : null;
}
