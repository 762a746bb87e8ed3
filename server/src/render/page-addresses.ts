import { slugOf } from "contract/games/landing/rules.ts";
import { type PageRoute, pages } from "contract/pages.ts";
import createRouter from "find-my-way";

export interface PageAddress {
  page: PageRoute;
  /** The canonical path. */
  path: string;
}

/** A country and, after a hyphen, the tag of a language: the first part of addresses for other places. */
export const placePattern = "^(?:[a-zA-Z]{2}|[a-zA-Z]{2}-[a-zA-Z0-9-]{2,20})$";

/** Above the length of any address. */
const maxParamLength = 10_000;

const router = createRouter({
  caseSensitive: false,
  ignoreDuplicateSlashes: true,
  ignoreTrailingSlash: true,
  maxParamLength,
});
for (const page of pages) {
  const path = page.path.replace(/\{(\w+)\}/g, ":$1");
  router.on("GET", path, () => {}, page);
  if (!page.placeless) router.on("GET", `/:place(${placePattern})${path === "/" ? "" : path}`, () => {}, page);
}

/** The page of an address in any spelling; `null` if there is none. */
export function pageAddress(url: string): PageAddress | null {
  const found = router.find("GET", url);
  if (!found) return null;
  const page = found.store as PageRoute;
  const path = page.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(spelled(name, found.params[name]!)),
  );
  const { place } = found.params;
  if (place === undefined) return { page, path };
  return { page, path: `/${place.toLowerCase()}${path === "/" ? "" : path}` };
}

/** Names as their slugs, numbers without leading zeros. */
function spelled(name: string, parameter: string): string {
  if (name === "slug") return slugOf(parameter) || parameter;
  return /^\d+$/.test(parameter) ? parameter.replace(/^0+(?=\d)/, "") : parameter;
}
