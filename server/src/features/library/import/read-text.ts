import { AppError } from "contract/core/errors.ts";
import { type ImportTarget, maxImportedGames } from "contract/library/rules.ts";
import { isTooDeep } from "../../../platform/http/json-parser.ts";
import type { ReadImport } from "./entry.ts";
import { readJson } from "./read-json.ts";
import { readLines } from "./read-lines.ts";
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
    throw new AppError("invalid", `It names more than ${maxImportedGames} games`);
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
