import { foldText } from "contract/core/text.ts";
import { bitsOf } from "../features/games/read-model/bits.ts";
import { packOthers } from "../features/games/read-model/build.ts";
import { factColumns } from "../features/games/read-model/columns.ts";
import { type IndexedGames, openIndex } from "../features/games/read-model/indexed-games.ts";
import { nameKinds, ofEachKind, packNames, separator } from "../features/games/read-model/name-column.ts";
import { sortByRelevance } from "../features/games/read-model/query.ts";
import { packRecords } from "../features/games/read-model/records.ts";
import { factFields, type GameFacts, type IndexedRow } from "../features/games/read-model/rows.ts";
import { indexTitles } from "../features/games/read-model/search/title-index.ts";
import { indexWords } from "../features/games/read-model/search/word-index.ts";
import type { SearchResult } from "../features/games/read-model/search.ts";
import { factSorts, sortSlots } from "../features/games/read-model/sort-orders.ts";

export type IndexedGame = Partial<GameFacts> & { title: string };

const nothingKnown = Object.fromEntries(factFields.map((field) => [field, null])) as unknown as GameFacts;

/** A read model of these games without prices, and without a database; ids count from 1. */
export function indexGames(games: readonly IndexedGame[]): IndexedGames {
  const rows = games.map((game, at) => rowOf({ ...nothingKnown, id: at + 1, explicit: false, ...game }));
  const columns = factColumns.create(rows.length + 100);
  const records = packRecords();
  const names = ofEachKind(packNames);
  const others = packOthers();
  for (const [slot, row] of rows.entries()) {
    factColumns.write(columns, slot, row);
    records.add(row.record);
    others.add(slot, row);
    for (const kind of nameKinds) names[kind].add(row);
  }
  const titles = rows.map((row) => row.titleFolded);
  return openIndex({
    columns,
    records: records.end(),
    orders: sortSlots({ columns, ids: columns.id, titles }, factSorts, titles.length),
    names: ofEachKind((kind) => names[kind].end(columns.id.length)),
    titles: titles.join(separator),
    titleIndex: indexTitles(titles),
    words: indexWords(games.map(({ title }) => title)),
    others: others.end(),
    books: {},
    defaultCountry: "US",
  });
}

/** What a search found, most relevant first. */
export function byRelevance(index: IndexedGames, found: SearchResult): Uint32Array {
  const bits = bitsOf(index.columns.id.length, found.slots);
  return sortByRelevance(index.orders.popularity.DESC, bits, found, "DESC");
}

/** A row as the database would return it. */
export function rowOf(facts: GameFacts): IndexedRow {
  const record = JSON.stringify(factFields.map((field) => facts[field]));
  return { ...facts, titleFolded: foldText(facts.title), plans: null, releaseDay: null, record };
}
