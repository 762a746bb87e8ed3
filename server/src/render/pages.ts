import { randomUUID } from "node:crypto";
import type { Call } from "contract/core/call.ts";
import type { PostedForm } from "contract/core/posted-form.ts";
import { applyCsp } from "./apply-csp.ts";

/** Dependencies of a page. */
export interface PageSources {
  /** The API, in this process. */
  call: Call;
  publicUrl: string;
  /** The files of each route, from the client build. */
  manifest: unknown;
  /** Marks the scripts and styles of the renderer. */
  nonce: string;
  /** The form that the page responds to. */
  posted?: PostedForm | undefined;
}

/**
 * HTML with status 200, 404 (not found) or 500 (failed to load); or a redirect without HTML.
 */
export interface RenderedPage {
  status: number;
  /** Target of a redirect. */
  location: string | null;
  html: string;
}

/** With its content security policy; `null` in development. */
export interface Page extends RenderedPage {
  policy?: string;
}

/** What the server's build of the website exports (`web/src/ssr/entry-server.tsx`). */
export interface PageModule {
  /**
   * The page at an address (path and search). It depends on nothing else of the visitor but a posted form. Rejects
   * if rendering fails.
   */
  renderPage(url: string, sources: PageSources): Promise<RenderedPage>;
  /** Addresses with the same key show the same page. */
  pageKey(url: string): string;
  /** The inline script of every page. */
  headScript: string;
}

/** Dependencies that come neither from the build nor from the request. */
export type LivingSources = Pick<PageSources, "publicUrl">;

/** Renders a page with its content security policy. */
export async function renderWithCsp(
  module: PageModule,
  url: string,
  sources: Omit<PageSources, "nonce">,
): Promise<Page> {
  const nonce = randomUUID();
  const page = await module.renderPage(url, { ...sources, nonce });
  return { ...page, ...applyCsp(page.html, nonce, [module.headScript]) };
}
