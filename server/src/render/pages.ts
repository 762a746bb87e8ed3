import { randomBytes } from "node:crypto";
import type { Call } from "contract/call.ts";
import { sealPage } from "./seal.ts";

/** What pages are made from. */
export interface PageSources {
  /** The API, in this process. */
  call: Call;
  publicUrl: string;
  /** Which files each route needs, as the build of the browser's part writes it down. */
  manifest: unknown;
  /** Marks the scripts and styles that the renderer itself writes into the page. */
  nonce: string;
}

/** What the server's build of the website exports (`web/src/entry-server.tsx`). */
export interface PageModule {
  /** The page of a GET request; a redirect for an unknown path, 404 for an unknown thing, 500 when it could not be loaded. */
  renderPage(request: Request, sources: PageSources): Promise<Response>;
  /** What the address asks for: addresses with the same key show the same page. */
  pageKey(url: string): string;
  /** The inline script of every page. */
  headScript: string;
}

/** The website's pages: built ahead, or on request while somebody develops. */
export interface Pages {
  keyOf(url: string): Promise<string>;
  /** Made by calls of its own; with its content security policy among the headers, but for a page of a developer's. */
  render(url: string, call: Call): Promise<Response>;
}

/** What all pages are made from, but for what only the build or the request knows. */
export type LivingSources = Pick<PageSources, "publicUrl">;

/**
 * A request for a page, without anything of the visitor: pages are the same for everyone. Written out, because resolved
 * against ours an address such as `//elsewhere.example` would be somebody else's.
 */
export function pageRequest(url: string, publicUrl: string): Request {
  return new Request(publicUrl + url);
}

/** Renders a page, and allows it to run what it was rendered with. */
export async function renderSealed(
  module: PageModule,
  url: string,
  sources: Omit<PageSources, "nonce">,
): Promise<Response> {
  const nonce = randomBytes(16).toString("base64url");
  const page = await module.renderPage(pageRequest(url, sources.publicUrl), { ...sources, nonce });
  const { html, policy } = sealPage(await page.text(), nonce, [module.headScript]);
  const headers = new Headers(page.headers);
  headers.set("content-security-policy", policy);
  // a redirect has no body
  return new Response(html === "" ? null : html, { status: page.status, headers });
}
