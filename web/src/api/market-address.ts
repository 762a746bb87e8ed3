/** The pages with an address for every market: home, lists, games, landing pages and shared lists. */
export const marketPage = /^\/(?:(?:deals|free|games)(?:[/?#]|$)|(?:genre|tag|developer|store|under|shared)\/|[?#]|$)/;

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

/** The parameter of a page's address, and its value: the page shows the prices of official stores only. */
export const officialParameter = { name: "prices_of", value: "official" } as const;

/** Whether the address of a page names official stores. */
export function isOfficialAddress({ pathname, searchParams }: URL): boolean {
  const { name, value } = officialParameter;
  return isMarketPage(splitMarketPath(pathname).path) && searchParams.get(name) === value;
}

/** The path of a page for visitors from that country; `undefined` is the default market's. A search may follow it. */
export function marketPath(path: string, country: string | undefined): string {
  if (country === undefined || !isMarketPage(path)) return path;
  return `/${country.toLowerCase()}${path.replace(/^\/(?=[?#]|$)/, "")}`;
}
