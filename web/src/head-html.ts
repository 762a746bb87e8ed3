import type { AnyRouteMatch, AnyRouter } from "@tanstack/react-router";
import { escapeHtml } from "./escape-html.ts";
import { headScript } from "./head-script.ts";

/**
 * What stands in the head of a page that the router has loaded, byte for byte as React makes it of the library's tags, but for
 * the nonce of those that need none. The library finds repeated tags by their JSON, and React makes an element of each:
 * together a tenth of a page's time (decision 033).
 */
export function headHtml({ state, ssr, options }: AnyRouter): string {
  const matches = shownOf(state.matches);
  // composed at each look
  const manifest = ssr?.manifest;
  const files = matches.map(({ routeId }) => manifest?.routes[routeId] ?? {});
  const meta = metaTags(matches);
  const take = (name: string) => {
    const tag = meta.get(name) ?? "";
    meta.delete(name);
    return tag;
  };
  const tags = [
    take("charSet"),
    take("viewport"),
    ...files.flatMap(({ css = [] }) => css.map(stylesheet)),
    take("title"),
    ...meta.values(),
    ...files.flatMap(({ preloads = [] }) => preloads.map(modulePreload)),
    ...matches.flatMap(({ links = [] }) => links.flatMap((link) => (link ? emptyTag("link", link) : []))),
    `<script>${headScript}</script>`,
  ];
  const style = manifest?.inlineStyle?.children;
  // marked for the server, which allows it by its content
  if (style !== undefined) tags.push(`<style data-tsr-inline-css="" nonce="${options.ssr?.nonce}">${style}</style>`);
  return tags.join("");
}

/** Those that are shown: in place of what failed or was not found stands what says so, and nothing of what is within. */
function shownOf(matches: readonly AnyRouteMatch[]): readonly AnyRouteMatch[] {
  const broken = matches.findIndex(({ status }) => status !== "success");
  return broken < 0 ? matches : matches.slice(0, broken + 1);
}

/** Titles and meta tags by name: of each the innermost route's, in that place. */
function metaTags(matches: readonly AnyRouteMatch[]): Map<string, string> {
  const tags = new Map<string, string>();
  for (const meta of matches.flatMap(({ meta = [] }) => meta)) {
    if (!meta) continue;
    const { title, charSet, name = charSet ? "charSet" : meta.property } = meta;
    const [key, tag] = title
      ? ["title", `<title>${escapeHtml(title)}</title>`]
      : [String(name), emptyTag("meta", meta)];
    tags.delete(key);
    tags.set(key, tag);
  }
  return tags;
}

type File = string | { href: string };
const hrefOf = (file: File) => (typeof file === "string" ? file : file.href);

const stylesheet = (file: File) => `<link rel="stylesheet" href="${hrefOf(file)}" data-precedence="default"/>`;
const modulePreload = (file: File) => `<link rel="modulepreload" href="${hrefOf(file)}" fetchPriority="low"/>`;

function emptyTag(name: "meta" | "link", attributes: object): string {
  const written = Object.entries(attributes).map(
    ([attribute, value]) => ` ${attribute}="${escapeHtml(String(value))}"`,
  );
  return `<${name}${written.join("")}/>`;
}
