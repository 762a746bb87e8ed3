import { contentHash, pagePolicy } from "../http/headers.ts";

/** A page and the content security policy that lets it run what it was rendered with, and nothing else. */
export interface SealedPage {
  html: string;
  policy: string;
}

/** Pictures of users lie with Google, Steam and wherever else their addresses point (spec/storefront 3.4). */
const images = ["https:", "http:"];

/**
 * Allows the inline scripts and styles that the renderer marked with the nonce, each by the hash of its content, and
 * takes the nonce out again: a page that is kept and sent to many can hold no secret. A script that came with somebody's
 * text has no mark, as nobody can guess the nonce, and is not allowed. `scripts` are inline scripts of every page.
 */
export function sealPage(html: string, nonce: string, scripts: readonly string[]): SealedPage {
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
    html: pieces.join(""),
    policy: pagePolicy({ scripts: [...allowed], styles: [...styles], images }),
  };
}

/** Most pages have the same styles, by far the longest of what is hashed; comparing is quicker. */
let latestStyle = { content: "", hash: "" };

function styleHash(content: string): string {
  if (content !== latestStyle.content) latestStyle = { content, hash: contentHash(content) };
  return latestStyle.hash;
}
