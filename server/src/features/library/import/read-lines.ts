import { type ImportTarget, maxImportedGames } from "contract/library/rules.ts";
import { createSlices } from "../../../platform/process/slices.ts";
import { entryOf, type ImportEntry, type ReadImport, titleOf } from "./entry.ts";
import { findLink, readStoreLink } from "./links.ts";
import { readHeading, withoutWishNote } from "./ownership.ts";

/** List markers, with or without a checkbox. */
const bullet = /^(?:[-*•–—]|\[[ x]\])\s+/i;

/** Longer lines name no game. */
const maxLineLength = 10_000;

/**
 * Reads a title or the address of a store's page from each line, below headings such as `Wishlist:`, up to the first
 * game too many.
 */
export async function readLines(text: string, as: ImportTarget | undefined): Promise<ReadImport> {
  const endSlice = createSlices();
  let section: ImportTarget | null = null;
  let isDecided = as !== undefined;
  const entries: ImportEntry[] = [];
  let count = 0;
  for (const line of linesOf(text)) {
    count += 1;
    if (count % 100 === 0) await endSlice();
    if (line.length > maxLineLength) continue;
    const listed = line.trim().replace(bullet, "");
    const heading = readHeading(listed);
    if (heading) {
      section = heading;
      isDecided = true;
      continue;
    }
    const noted = withoutWishNote(listed);
    isDecided ||= noted !== null;
    const plain = noted ?? listed;
    const found = findLink(plain);
    const title = titleOf(found ? found.rest : plain);
    const page = found && readStoreLink(found.link);
    if (!title && !page) continue;
    entries.push(entryOf({ as: as ?? (noted ? "wished" : (section ?? "owned")), title, ...(page ?? {}) }));
    if (entries.length > maxImportedGames) break;
  }
  return { format: "titles", entries, isDecided };
}

/** One line at a time: a text may have millions. */
function* linesOf(text: string): Generator<string> {
  const lineBreak = /\r\n|\r|\n/g;
  let start = 0;
  for (let found = lineBreak.exec(text); found; found = lineBreak.exec(text)) {
    if (found.index > start) yield text.slice(start, found.index);
    start = lineBreak.lastIndex;
  }
  yield text.slice(start);
}
