import { Readable } from "node:stream";
import { AppError } from "contract/core/errors.ts";
import { type ImportTarget, maxImportedGames } from "contract/library/rules.ts";
import { CsvError, parse } from "csv-parse";
import { splitHint } from "../../../platform/files/decode.ts";
import { csvProblem } from "../../../platform/files/rows.ts";
import { createSlices } from "../../../platform/process/slices.ts";
import { isOtherName } from "../../prices/sources/platforms.ts";
import {
  appidOf,
  entryOf,
  type ImportEntry,
  isPlatformName,
  type ReadImport,
  releaseYearOf,
  timeOf,
  titleOf,
} from "./entry.ts";
import { readStoreLink } from "./links.ts";
import { plainName, targetOf } from "./ownership.ts";
import { productOf } from "./products.ts";

/** Normalized column names: lower-case letters only. */
const columns = {
  title: ["name", "title", "game", "gamename", "gametitle"],
  appid: ["appid", "steamappid", "steamgameid"],
  link: ["url", "link", "storeurl", "storelink", "steamurl"],
  source: ["source", "store", "library", "launcher"],
  gameId: ["gameid"],
  added: ["added", "dateadded", "addedat", "addeddate"],
  released: ["releasedate", "released", "releaseyear", "year"],
} as const;

type Column = keyof typeof columns;

/** Columns that identify an export of Playnite. */
const playniteColumns = ["isinstalled", "installdirectory", "playtime", "completionstatus", "lastactivity"];

const delimiters = [",", ";", "\t"];
const chunkLength = 64 * 1024;

/** The delimiter of a table whose first line names a column with titles or appids; `null` for other text. */
export function delimiterOf(text: string): string | null {
  const [first = ""] = splitHint(text.slice(0, 10_000)).rest.split(/\r|\n/, 1);
  const isKnown = (cell: string) => [...columns.title, ...columns.appid].some((name) => name === plainName(cell));
  const found = delimiters.find((delimiter) => {
    const cells = first.split(delimiter);
    return cells.length > 1 && cells.some(isKnown);
  });
  return found ?? null;
}

/**
 * Reads a table with a header, up to the first game too many. Without `as`, its columns decide what its games are.
 * Throws `invalid` for a row that cannot be read.
 */
export async function readTable(text: string, delimiter: string, as: ImportTarget | undefined): Promise<ReadImport> {
  const parser = parse({ delimiter, relax_quotes: true, relax_column_count: true, max_record_size: 100_000 });
  const { rest } = splitHint(text);
  const chunks = Array.from({ length: Math.ceil(rest.length / chunkLength) }, (_, n) =>
    rest.slice(n * chunkLength, (n + 1) * chunkLength),
  );
  const source = Readable.from(chunks);
  source.on("error", (error) => parser.destroy(error)).pipe(parser);
  let header: Header | null = null;
  const entries: ImportEntry[] = [];
  const endSlice = createSlices();
  let rows = 0;
  try {
    for await (const cells of parser as AsyncIterable<string[]>) {
      rows += 1;
      if (rows % 25 === 0) await endSlice();
      if (header === null) {
        header = readHeader(cells);
        continue;
      }
      const entry = readRow(header, cells, as ?? header.as ?? "owned");
      if (entry) entries.push(entry);
      if (entries.length > maxImportedGames) break;
    }
  } catch (error) {
    if (error instanceof CsvError) throw new AppError("invalid", `The table cannot be read: ${csvProblem(error)}`);
    throw error;
  }
  return {
    format: header?.isPlaynite ? "playnite" : "table",
    entries,
    isDecided: (as ?? header?.as ?? null) !== null,
  };
}

interface Header {
  isPlaynite: boolean;
  columns: number;
  /** What the columns say about the games. */
  as: ImportTarget | null;
  /** Where each column is; -1 = nowhere. */
  places: Record<Column, number>;
  /** The places of the columns of platforms. */
  platforms: readonly number[];
}

/** More columns of platforms than any real table has. */
const maxPlatforms = 10;

function readHeader(cells: readonly string[]): Header {
  const names = cells.map(plainName);
  const placeOf = (known: readonly string[]) => names.findIndex((name) => known.includes(name));
  const places = Object.entries(columns).map(([column, known]) => [column, placeOf(known)]);
  const isPlaynite = names.some((name) => playniteColumns.includes(name));
  return {
    isPlaynite,
    as: isPlaynite ? "owned" : targetOf(names),
    columns: names.length,
    places: Object.fromEntries(places) as Record<Column, number>,
    platforms: names.flatMap((name, n) => (isPlatformName(name) ? n : [])).slice(0, maxPlatforms),
  };
}

function readRow(header: Header, cells: readonly string[], as: ImportTarget): ImportEntry | null {
  const { places, columns } = header;
  const cellOf = (column: Column) => cells[places[column]]?.trim() || null;
  const title = titleOf(cellOf("title"));
  const page = readStoreLink(cellOf("link") ?? "");
  const product = productOf(cellOf("source"), cellOf("gameId"));
  const appid = appidOf(cellOf("appid"));
  if (!title && !page && !product && appid === null) return null;
  return entryOf({
    as,
    title,
    ...(page ?? {}),
    ...(product ?? {}),
    ...(appid !== null && { steamAppid: appid }),
    // the columns of cells are ambiguous in rows that are too long
    platform: cells.length > columns ? cells.join(", ") : platformOf(header, cells),
    year: releaseYearOf(cellOf("released")),
    addedAt: timeOf(cellOf("added")),
  });
}

/** The cells of all columns of platforms; without any, a launcher that is a console's. */
function platformOf({ places, platforms }: Header, cells: readonly string[]): string | null {
  const named = platforms.map((place) => cells[place]?.trim()).filter(Boolean);
  const source = cells[places.source] ?? "";
  return named.length > 0 ? named.join(", ") : isOtherName(source) ? source : null;
}
