import { isPlaced } from "contract/languages/place.ts";

/** The pages that show prices: home, lists, games, landing pages and shared lists. */
export const marketPage =
  /^\/(?:(?:bundles|deals|free|games)(?:[/?#]|$)|(?:genre|tag|developer|store|under|shared)\/|[?#]|$)/;

/** What addresses for another country or language begin with: `/gb`, `/de-en`, `/us-pt-br`. */
export const placePrefix = /^\/[a-z]{2}(?:-[a-z]{2,3}(?:-[a-z0-9]{2,8}){0,2})?(?=\/|$)/;

/** Whether the page at this path, without a prefix, shows prices. */
export function isMarketPage(path: string): boolean {
  return marketPage.test(path);
}

/** The prefix that a path begins with, empty without one, and the rest: `/gb-es/games` is `/games` at `/gb-es`. */
export function splitPlace(pathname: string): { prefix: string; path: string } {
  const [prefix = ""] = placePrefix.exec(pathname) ?? [];
  const path = pathname.slice(prefix.length) || "/";
  if (prefix === "" || !isPlaced(path)) return { prefix: "", path: pathname };
  return { prefix, path };
}

/** The parameter of a page's address, and its value: the page shows the prices of official stores only. */
export const officialParameter = { name: "prices_of", value: "official" } as const;

/** Whether the address of a page names official stores. */
export function isOfficialAddress({ pathname, searchParams }: Pick<URL, "pathname" | "searchParams">): boolean {
  const { name, value } = officialParameter;
  return isMarketPage(splitPlace(pathname).path) && searchParams.get(name) === value;
}
