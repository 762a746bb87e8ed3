import { errorText } from "contract/content-strings/defaults/personal/error.ts";
import { AppError } from "contract/core/errors.ts";
import { type ImportTarget, maxImportedGames } from "contract/library/rules.ts";
import { isTooDeep } from "../../../platform/http/json-parser.ts";
import { createSlices } from "../../../platform/process/slices.ts";
import { entryOf, type ImportEntry, type ReadImport, titleOf } from "./entry.ts";
import { findLink, readStoreLink } from "./links.ts";
import { readHeading, withoutWishNote } from "./ownership.ts";
import { readJson } from "./read-json.ts";
import { delimiterOf, readTable } from "./read-table.ts";

/** The form body that IsThereAnyDeal's import posts. */
const postedForm = /^file=([A-Za-z0-9+/=]{4,})(?:&|$)/;

/**
 * Reads a file or pasted text in any of the formats (spec/library 4.2). `as` overrides the target that the file
 * implies; without either, games are owned until the user decides. Throws `invalid` when it has no games.
 */
export async function readText(text: string, as: ImportTarget | undefined): Promise<ReadImport> {
  const plain = text.replace(/^\ufeff/, "").trim();
  const form = postedForm.exec(plain)?.[1];
  const read = await readPlain(form ? Buffer.from(form, "base64").toString("utf8") : plain, as);
  if (!read || read.entries.length === 0) throw new AppError("invalid", "Nothing in it names a game");
  if (read.entries.length > maxImportedGames) {
    throw new AppError("invalid", errorText("error.import_large", { count: maxImportedGames }));
  }
  return read;
}

async function readPlain(text: string, as: ImportTarget | undefined): Promise<ReadImport | null> {
  if (/^[[{]/.test(text)) {
    const value = parseJson(text);
    if (value !== undefined) return await readJson(value, as);
  }
  const delimiter = delimiterOf(text);
  if (delimiter !== null) return readTable(text, delimiter, as);
  return await readLines(text, as);
}

/** JSON is parsed in one go, so it may not have many times the parts of a list of games. */
const maxObjects = 100_000;
const maxValues = 500_000;

function hasMore(text: string, mark: RegExp, max: number): boolean {
  let count = 0;
  while (mark.exec(text)) {
    count += 1;
    if (count > max) return true;
  }
  return false;
}

/** The value, or `undefined` for other text: titles may begin with a bracket. */
function parseJson(text: string): unknown {
  if (isTooDeep(text)) throw new AppError("invalid", "It is nested too deeply");
  if (hasMore(text, /[[{]/g, maxObjects) || hasMore(text, /,/g, maxValues)) {
    throw new AppError("invalid", "It has more parts than a list of games");
  }
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** List markers, with or without a checkbox. */
const bullet = /^(?:[-*•–—]|\[[ x]\])\s+/i;

/** Longer lines name no game. */
const maxLineLength = 10_000;

/**
 * Reads a title or the address of a store's page from each line, below headings such as `Wishlist:`, up to the first
 * game too many.
 */
async function readLines(text: string, as: ImportTarget | undefined): Promise<ReadImport> {
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
