import type { Call } from "contract/call.ts";

/** What pages are made from. */
export interface PageSources {
  /** The API, in this process. */
  call: Call;
  publicUrl: string;
  /** Which files each route needs, as the build of the browser's part writes it down. */
  manifest: unknown;
}

/** What the server's build of the website exports (`web/src/entry-server.tsx`). */
export interface PageModule {
  /** The page of a GET request; a redirect for an unknown path, 404 for an unknown thing, 500 when it could not be loaded. */
  renderPage(request: Request, sources: PageSources): Promise<Response>;
  /** What the address asks for: addresses with the same key show the same page. */
  pageKey(url: string): string;
}

/** The website's pages: built ahead, or on request while somebody develops. */
export interface Pages {
  keyOf(url: string): Promise<string>;
  render(url: string): Promise<Response>;
}

/** A request for a page, without anything of the visitor: pages are the same for everyone. */
export function pageRequest(url: string, publicUrl: string): Request {
  return new Request(new URL(url, publicUrl));
}
