import { randomUUID } from "node:crypto";
import type { Call } from "contract/call.ts";
import type { PostedForm } from "contract/posted-form.ts";
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
  /** The form that the page answers. */
  posted?: PostedForm | undefined;
}

/** A page: HTML with status 200, or 404 for an unknown thing, or 500 when it could not be loaded; or a redirect, without HTML. */
export interface RenderedPage {
  status: number;
  /** Where a redirect leads. */
  location: string | null;
  html: string;
}

/** With the content security policy that lets it run what it was rendered with; none for a page of a developer's. */
export interface Page extends RenderedPage {
  policy?: string;
}

/** What the server's build of the website exports (`web/src/entry-server.tsx`). */
export interface PageModule {
  /**
   * The page of an address, a path with its search as the visitor asked for it. It hears of nothing else of the visitor but
   * the form that it answers: pages are the same for everyone. Rejects when it could not be rendered.
   */
  renderPage(url: string, sources: PageSources): Promise<RenderedPage>;
  /** What the address asks for: addresses with the same key show the same page. */
  pageKey(url: string): string;
  /** The inline script of every page. */
  headScript: string;
}

/** What all pages are made from, but for what only the build or the request knows. */
export type LivingSources = Pick<PageSources, "publicUrl">;

/** Renders a page, and allows it to run what it was rendered with. */
export async function renderSealed(
  module: PageModule,
  url: string,
  sources: Omit<PageSources, "nonce">,
): Promise<Page> {
  const nonce = randomUUID();
  const page = await module.renderPage(url, { ...sources, nonce });
  return { ...page, ...sealPage(page.html, nonce, [module.headScript]) };
}
