import { AppError } from "contract/core/errors.ts";
import { CsvError } from "csv-parse";
import { parse } from "csv-parse/sync";
import { csvHead, csvLine } from "../../platform/files/csv.ts";
import { csvProblem } from "../../platform/files/rows.ts";
import type { ImportedTranslation } from "./commands-translations.ts";
import type { StringRow } from "./queries.ts";
import { stateOf, type TranslationPair } from "./queries-translations.ts";

/** English texts as a CSV file. */
export function writeCsv(strings: readonly StringRow[]): string {
  const lines = strings.map(({ key, category, currentValue }) => csvLine([key, category, currentValue]));
  return csvHead(["key", "category", "value"]) + lines.join("");
}

/** The translations into a language as a CSV file, also the missing ones, beside the English texts. */
export function writeTranslationsCsv(pairs: readonly TranslationPair[]): string {
  const lines = pairs.map((pair) => {
    const { key, source, row } = pair;
    const state = stateOf(pair);
    return csvLine([key, source.category, source.currentValue, row?.currentValue, state === "translated" ? "" : state]);
  });
  return csvHead(["key", "category", "source", "value", "state"]) + lines.join("");
}

const delimiters = [",", ";", "\t"];
const maxRows = 10_000;

/**
 * The texts of a CSV file with columns `key` and `value`, and `source` if it has that; rows without a value are left
 * out. Spreadsheets also write semicolons and tabs. Throws `invalid` for a file that is none.
 */
export function readCsv(file: string): Pick<ImportedTranslation, "key" | "value" | "source">[] {
  const head = file.slice(0, 1_000).split(/\r|\n/, 1)[0]!;
  const delimiter = delimiters.find((one) => head.includes(one));
  // what remains of letters in another encoding
  if (!delimiter || file.includes("\ufffd")) throw noCsv(delimiter ? "it is not UTF-8" : "it has no columns");
  const [names = [], ...rows] = rowsOf(file, delimiter);
  const placeOf = (column: string) => names.findIndex((name) => name.trim().toLowerCase() === column);
  const [key, value, source] = [placeOf("key"), placeOf("value"), placeOf("source")];
  if (key < 0 || value < 0) throw noCsv("it has no columns key and value");
  if (rows.length > maxRows) throw noCsv(`it has more than ${maxRows} rows`);
  return rows
    .filter((cells) => cells[key]?.trim() && cells[value])
    .map((cells) => ({
      key: cells[key]!.trim(),
      value: textOf(cells[value]!),
      ...(cells[source] && { source: textOf(cells[source]!) }),
    }));
}

function rowsOf(file: string, delimiter: string): string[][] {
  try {
    return parse(file, { bom: true, delimiter, relax_column_count: true, skip_empty_lines: true });
  } catch (error) {
    throw error instanceof CsvError ? noCsv(csvProblem(error)) : error;
  }
}

/** A cell as it was written: without the apostrophe of `csvLine`, and with the line breaks of texts. */
function textOf(cell: string): string {
  return cell.replace(/^'(?=[=+\-@\t\r])/, "").replaceAll("\r\n", "\n");
}

function noCsv(why: string): AppError {
  const msg = `Invalid CSV file: ${why}`;
  return new AppError("invalid", msg, { details: [{ path: "csv", msg }] });
}
