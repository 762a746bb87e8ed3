import { contentHash, pagePolicy } from "../platform/http/security/headers.ts";

/** A page and a content security policy that allows its own scripts and styles only. */
export interface PageWithCsp {
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
