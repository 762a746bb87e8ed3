import { type PageRoute, pages } from "contract/pages.ts";
import createRouter from "find-my-way";

export interface PageAddress {
  page: PageRoute;
  /** The one spelling of the path. */
  path: string;
}

/** Longer than any address may be. */
const maxParamLength = 10_000;

const router = createRouter({
  caseSensitive: false,
  ignoreDuplicateSlashes: true,
  ignoreTrailingSlash: true,
  maxParamLength,
});
for (const page of pages) router.on("GET", page.path.replace(/\{(\w+)\}/g, ":$1"), () => {}, page);

/** Which page an address names, in whatever spelling; `null` when none. */
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
