import type { Texts } from "../content-strings/variables.ts";
import { type NamedKind, slugOf } from "./landing/rules.ts";

/** The key of the text that shows the genre or tag with this slug: `genre.free_to_play`. */
export function nameKey(kind: NamedKind, slug: string): string {
  return `${kind}.${slug.replaceAll("-", "_")}`;
}

/**
 * The text that shows the genre or tag with this slug, if there is one. A tag without a text of its own has that of the
 * genre with its name.
 */
export function nameOfSlug(texts: Texts | undefined, kind: NamedKind, slug: string): string | undefined {
  return texts?.[nameKey(kind, slug)] ?? (kind === "tag" ? texts?.[nameKey("genre", slug)] : undefined);
}

/** A genre or tag as these texts show it; without one, as games state it. */
export function nameIn(texts: Texts | undefined, kind: NamedKind, name: string): string {
  return nameOfSlug(texts, kind, slugOf(name)) ?? name;
}
