import { basePathOf, pathBelow } from "contract/core/base-path.ts";

/**
 * What the paths of the site begin with in the browser: empty, or `/games-prices` if PUBLIC_URL has a path. Code names
 * paths without it; `withBase` adds it where an address is written into the page or passed to the browser.
 */
let basePath = import.meta.env.SSR ? "" : ownBasePath();

/** Pages state it in their first element, and the service worker lies there: builds fit every path. */
function ownBasePath(): string {
  if (globalThis.document) return document.documentElement.dataset.base ?? "";
  return globalThis.location?.pathname.replace(/\/[^/]*$/, "") ?? "";
}

/** For the server, whose pages all have one base path. */
export function serveAt(publicUrl: string): void {
  basePath = basePathOf(publicUrl);
}

export function currentBasePath(): string {
  return basePath;
}

/** The address of a path of the site. Anchors and absolute addresses stay. */
export function withBase(path: string): string {
  return path.startsWith("/") ? basePath + path : path;
}

/** A path of the site by the one in an address. */
export function withoutBase(pathname: string): string {
  return pathBelow(basePath, pathname) ?? pathname;
}
