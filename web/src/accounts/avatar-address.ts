/**
 * Where a user's picture is loaded from: an http(s) address, or one that begins with this site's own host;
 * `null` for anything else (spec/storefront 3.4).
 */
export function avatarAddress(url: string | null, host: string): string | null {
  if (!url) return null;
  if (/^https?:\/\//.test(url)) return url;
  return host !== "" && url.startsWith(`${host}/`) ? `//${url}` : null;
}
