/** The pages with an address for every market: home, lists, games, landing pages and shared lists. */
const marketPage = /^\/(?:(?:deals|free|games)(?:[/?#]|$)|(?:genre|tag|developer|store|under|shared)\/|[?#]|$)/;

const countryPrefix = /^\/([a-z]{2})(?=\/|$)/;

/** Whether the page at this path, without a country, has an address for every market. */
export function isMarketPage(path: string): boolean {
  return marketPage.test(path);
}

/** The country that a path begins with, if any, and the rest: `/gb/games` is `/games` for `GB`. */
export function splitMarketPath(pathname: string): { country: string | undefined; path: string } {
  const [prefix = "", code] = countryPrefix.exec(pathname) ?? [];
  const path = pathname.slice(prefix.length) || "/";
  if (code === undefined || !isMarketPage(path)) return { country: undefined, path: pathname };
  return { country: code.toUpperCase(), path };
}

/** The path of a page for visitors from that country; `undefined` is the default market's. A search may follow it. */
export function marketPath(path: string, country: string | undefined): string {
  if (country === undefined || !isMarketPage(path)) return path;
  return `/${country.toLowerCase()}${path.replace(/^\/(?=[?#]|$)/, "")}`;
}
