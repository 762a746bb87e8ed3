import { randomUUID } from "node:crypto";
import type { Call } from "contract/core/call.ts";
import type { PostedForm } from "contract/core/posted-form.ts";
import { contentHash, pagePolicy } from "../platform/http/security/headers.ts";

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
interface RenderedPage {
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
  headScript(): string;
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
  return { ...page, ...applyCsp(page.html, nonce, [module.headScript()]) };
}

/** A page and a content security policy that allows its own scripts and styles only. */
interface PageWithCsp {
  html: string;
  policy: string;
}

/** Avatars are at Google, Steam and other hosts (spec/storefront 3.4). */
const images = ["https:", "http:"];

/**
 * Allows the inline scripts and styles that the renderer marked with the nonce, by the hash of their content, and
 * removes the nonce: a cached page must not contain a secret. An injected script lacks the nonce and stays blocked.
 * `scripts` are the inline scripts of every page.
 */
export function applyCsp(html: string, nonce: string, scripts: readonly string[]): PageWithCsp {
  const pieces = html.split(` nonce="${nonce}"`);
  const allowed = new Set(scripts.map(contentHash));
  const styles = new Set<string>();
  for (const [index, piece] of pieces.slice(1).entries()) {
    const before = pieces[index]!;
    const [, element] = /^(script|style)\b/.exec(before.slice(before.lastIndexOf("<") + 1)) ?? [];
    if (element === undefined) continue;
    const content = piece.slice(piece.indexOf(">") + 1, piece.indexOf(`</${element}>`));
    if (content === "") continue;
    if (element === "style") styles.add(styleHash(content));
    else allowed.add(contentHash(content));
  }
  return {
    // the router also writes the nonce into a meta tag
    html: pieces.join("").replace(`<meta property="csp-nonce" content="${nonce}"/>`, ""),
    policy: pagePolicy({ scripts: [...allowed], styles: [...styles], images }),
  };
}

/** Most pages have the same styles, and comparing is faster than hashing. */
let latestStyle = { content: "", hash: "" };

function styleHash(content: string): string {
  if (content !== latestStyle.content) latestStyle = { content, hash: contentHash(content) };
  return latestStyle.hash;
}
