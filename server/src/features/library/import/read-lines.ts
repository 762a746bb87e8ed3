import type { ImportTarget } from "contract/library/rules.ts";
import { entryOf, type ImportEntry, titleOf } from "./entry.ts";
import { findLink, readStoreLink } from "./links.ts";

/** List markers, with or without a checkbox. */
const bullet = /^(?:[-*•–—]|\[[ x]\])\s+/i;

/** Reads a title or the address of a store's page from each line. */
export function readLines(text: string, as: ImportTarget): ImportEntry[] {
  return text.split(/\r\n|\r|\n/).flatMap((line) => {
    const plain = line.trim().replace(bullet, "");
    const found = findLink(plain);
    const title = titleOf(found ? found.rest : plain);
    const page = found && readStoreLink(found.link);
    if (!title && !page) return [];
    return entryOf({ as, title, ...(page ?? {}) });
  });
}
