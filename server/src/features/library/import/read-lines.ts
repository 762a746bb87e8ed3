import type { ImportTarget } from "contract/library/rules.ts";
import { entryOf, type ReadImport, titleOf } from "./entry.ts";
import { findLink, readStoreLink } from "./links.ts";
import { readHeading, withoutWishNote } from "./ownership.ts";

/** List markers, with or without a checkbox. */
const bullet = /^(?:[-*•–—]|\[[ x]\])\s+/i;

/** Reads a title or the address of a store's page from each line, below headings such as `Wishlist:`. */
export function readLines(text: string, as: ImportTarget | undefined): ReadImport {
  let section: ImportTarget | null = null;
  let isDecided = as !== undefined;
  const entries = text.split(/\r\n|\r|\n/).flatMap((line) => {
    const listed = line.trim().replace(bullet, "");
    const heading = readHeading(listed);
    if (heading) {
      section = heading;
      isDecided = true;
      return [];
    }
    const noted = withoutWishNote(listed);
    isDecided ||= noted !== null;
    const plain = noted ?? listed;
    const found = findLink(plain);
    const title = titleOf(found ? found.rest : plain);
    const page = found && readStoreLink(found.link);
    if (!title && !page) return [];
    return entryOf({ as: as ?? (noted ? "wished" : (section ?? "owned")), title, ...(page ?? {}) });
  });
  return { format: "titles", entries, isDecided };
}
