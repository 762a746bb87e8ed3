/** The identity of a game's page at a store: the appid for Steam, the address for all others. */
export type StoreLink = { steamAppid: number } | { link: string };

const steamPage =
  /^https?:\/\/(?:store\.steampowered|(?:www\.)?steamcommunity)\.com\/(?:agecheck\/)?app\/(\d{1,10})(?:[/?#]|$)/i;

/** Parses the address of a game's page; `null` when it is not an address. */
export function readStoreLink(text: string): StoreLink | null {
  const appid = steamPage.exec(text)?.[1];
  if (appid !== undefined) return { steamAppid: Number(appid) };
  const url = /^https?:\/\//i.test(text) ? URL.parse(text) : null;
  return url ? { link: url.href } : null;
}

const webAddress = /https?:\/\/[^\s<>"'()[\]]+/i;

/** The first address in a line of text, and the rest of the line. */
export function findLink(line: string): { link: string; rest: string } | null {
  const found = webAddress.exec(line);
  if (!found) return null;
  const rest = `${line.slice(0, found.index)} ${line.slice(found.index + found[0].length)}`;
  return { link: found[0], rest: rest.replace(/[<>"'()[\]|]+/g, " ").trim() };
}

/** Equivalent addresses of a page: without the query, and with and without a language and a trailing slash. */
export function spellingsOf(link: string): string[] {
  const url = URL.parse(link);
  if (!url) return [];
  const host = url.host.replace(/^www\./, "");
  const path = url.pathname.endsWith("/") ? url.pathname.slice(0, -1) : url.pathname;
  const bare = path.replace(/^\/[a-z]{2}(?:[-_][a-z]{2,4})?(?=\/)/i, "");
  const paths = [...new Set([path, bare, `/en${bare}`, `/en-US${bare}`])];
  return [`https://${host}`, `https://www.${host}`].flatMap((origin) =>
    paths.flatMap((each) => [`${origin}${each}`, `${origin}${each}/`]),
  );
}
