/**
 * The address of a user's picture: http(s), or one that starts with this site's host; `null` for anything else
 * (spec/storefront 3.4).
 */
export function avatarAddress(url: string | null, host: string): string | null {
  if (!url) return null;
  if (/^https?:\/\//.test(url)) return url;
  return host !== "" && url.startsWith(`${host}/`) ? `//${url}` : null;
}
