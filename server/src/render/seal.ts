import { contentHash, pagePolicy } from "../http/headers.ts";

/** A page and the content security policy that lets it run what it was rendered with, and nothing else. */
export interface SealedPage {
  html: string;
  policy: string;
}

/** Pictures of users lie with Google, Steam and wherever else their addresses point (storefront.md section 2). */
const images = ["https:", "http:"];

/**
 * Allows the inline scripts and styles that the renderer marked with the nonce, each by the hash of its content, and
 * takes the nonce out again: a page that is kept and sent to many can hold no secret. A script that came with somebody's
 * text has no mark, as nobody can guess the nonce, and is not allowed. `scripts` are inline scripts of every page.
 */
export function sealPage(html: string, nonce: string, scripts: readonly string[]): SealedPage {
  const hashes = { script: new Set(scripts.map(contentHash)), style: new Set<string>() };
  const marked = new RegExp(`<(script|style)\\b[^>]*\\snonce="${nonce}"[^>]*>([\\s\\S]*?)</\\1>`, "g");
  for (const [, element, content = ""] of html.matchAll(marked)) {
    if (content !== "") hashes[element as "script" | "style"].add(contentHash(content));
  }
  return {
    html: html.replace(`<meta property="csp-nonce" content="${nonce}"/>`, "").replaceAll(` nonce="${nonce}"`, ""),
    policy: pagePolicy({ scripts: [...hashes.script], styles: [...hashes.style], images }),
  };
}
