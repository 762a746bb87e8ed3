import { type PageRoute, pages } from "contract/pages.ts";
import createRouter from "find-my-way";

export interface PageAddress {
  page: PageRoute;
  /** The canonical path. */
  path: string;
}

/** Above the length of any address. */
const maxParamLength = 10_000;

const router = createRouter({
  caseSensitive: false,
  ignoreDuplicateSlashes: true,
  ignoreTrailingSlash: true,
  maxParamLength,
});
for (const page of pages) router.on("GET", page.path.replace(/\{(\w+)\}/g, ":$1"), () => {}, page);

/** The page of an address in any spelling; `null` if there is none. */
export function pageAddress(url: string): PageAddress | null {
  const found = router.find("GET", url);
  if (!found) return null;
  const page = found.store as PageRoute;
  const path = page.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(spelled(found.params[name]!)));
  return { page, path };
}

/** Numbers without leading zeros. */
function spelled(parameter: string): string {
  return /^\d+$/.test(parameter) ? parameter.replace(/^0+(?=\d)/, "") : parameter;
}
