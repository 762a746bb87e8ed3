import { isMarketPage, splitPlace } from "../api/place.ts";

/**
 * How the worker treats a request. `public` data is the same for every visitor; `personal` data is cached for one user;
 * everything else goes to the network.
 */
export type Kind = "file" | "page" | "public" | "personal";

export interface WorkerRequest {
  method: string;
  /** Without the base path. */
  pathname: string;
  isNavigation: boolean;
  isSignedIn: boolean;
}

/** Lists, games and what they need to be shown, but no suggestions. */
const publicCall = /^\/api\/(games(?!\/suggest)|deals|landing|retailers|markets|site|content\/strings)(\/|$)/;
const personalCall = /^\/api\/(wishlist|lists)(\/|$)/;
const ownPage = /^\/(wishlist|game\/\d+)$/;
/** Anyone with its address can read it. */
const secretPage = /^\/shared\//;

/** Pages whose address or form can hold a secret, the panel and the account are never cached (spec/app 2.2). */
export function kindOf({ method, pathname, isNavigation, isSignedIn }: WorkerRequest): Kind | null {
  if (method !== "GET") return null;
  if (pathname.startsWith("/assets/")) return "file";
  if (isNavigation) return isCachedPage(pathname) ? "page" : null;
  // the response to a signed-in caller can depend on the user
  if (publicCall.test(pathname)) return isSignedIn ? "personal" : "public";
  return isSignedIn && personalCall.test(pathname) ? "personal" : null;
}

/** Lists, games and the wishlist, whose pages the server renders once for all visitors. */
export function isCachedPage(pathname: string): boolean {
  const { path } = splitPlace(pathname);
  return (isMarketPage(path) && !secretPage.test(path)) || ownPage.test(path);
}
