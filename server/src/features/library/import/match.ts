import { titleKey, yearOf } from "contract/games/rules.ts";
import { maxCandidates } from "contract/library/rules.ts";
import type { Db } from "../../../platform/db/connect.ts";
import { sql } from "../../../platform/db/drizzle.ts";
import { mapInSlices } from "../../../platform/process/slices.ts";
import { allTitles } from "../../games/table.ts";
import { readPlatform } from "../../prices/sources/platforms.ts";
import { kindredKeys, readTitle, type TitleReading } from "../../prices/sources/titles.ts";
import type { ImportEntry } from "./entry.ts";
import { spellingsOf } from "./links.ts";

/** A game that an entry may be. */
export interface KnownGame {
  id: number;
  title: string;
  releaseDate: string | null;
  steamAppid: number | null;
}

export type Match =
  | { kind: "found"; game: KnownGame }
  /** It may be one of these, or another game; `isProbable` = probably the first. */
  | { kind: "unsure"; candidates: KnownGame[]; isProbable: boolean }
  | { kind: "missing" };

/** The indexes that entries are matched with, of visible games only. */
export interface KnownGames {
  byAppid: ReadonlyMap<number, KnownGame>;
  /** By store and its id, separated by a space. */
  byProduct: ReadonlyMap<string, readonly KnownGame[]>;
  byLink: ReadonlyMap<string, readonly KnownGame[]>;
  byTitle: ReadonlyMap<string, readonly KnownGame[]>;
}

/**
 * Matches an entry with a game (spec/library 4.3): by its Steam appid, else by a store's id or page, else by a title
 * that exactly one game has. The user decides about everything uncertain.
 */
export function decideEntry(entry: ImportEntry, known: KnownGames): Match {
  const certain =
    known.byAppid.get(entry.steamAppid ?? 0) ??
    only(known.byProduct.get(keyOfProduct(entry))) ??
    only(spellingsOf(entry.link ?? "").flatMap((link) => known.byLink.get(link) ?? []));
  if (certain) return { kind: "found", game: certain };
  if (entry.title === null) return { kind: "missing" };
  const readings = readTitle(entry.title);
  const reading = readings.find(({ name }) => known.byTitle.has(titleKey(name)));
  const titled = reading ? known.byTitle.get(titleKey(reading.name))! : [];
  const game = only(titled);
  if (reading && game && isCertain(entry, reading, game)) return { kind: "found", game };
  const kindred = kindredKeys(readings.at(-1)!.name).flatMap((key) => known.byTitle.get(key) ?? []);
  const candidates = distinct([...titled, ...kindred]).slice(0, maxCandidates);
  if (candidates.length === 0) return { kind: "missing" };
  const isProbable = titled.length < 2 && isCertain(entry, readings.at(-1)!, candidates[0]!);
  return { kind: "unsure", candidates, isProbable };
}

/** Whether nothing in the entry contradicts the game of its title. */
export function isCertain(
  { steamAppid, platform, year }: ImportEntry,
  reading: TitleReading,
  game: KnownGame,
): boolean {
  // an appid that is not in the catalogue belongs to another game, even of the same title
  if (steamAppid !== null || reading.isAddition) return false;
  const { isPc, isOther, isUnknown } = readPlatform(platform ?? "");
  if ((reading.console !== null || isOther || isUnknown) && !(reading.isForPc || isPc)) return false;
  const released = yearOf(game.releaseDate);
  const stated = year ?? reading.year;
  return stated === null || released === null || Math.abs(stated - released) <= 1;
}

/** The one game of the list; nothing where there are several, or none. */
function only(games: readonly KnownGame[] = []): KnownGame | undefined {
  const [first, ...others] = games;
  return others.every(({ id }) => id === first?.id) ? first : undefined;
}

export function distinct(games: readonly KnownGame[]): KnownGame[] {
  return [...new Map(games.map((game) => [game.id, game])).values()];
}

const keyOfProduct = ({ product }: ImportEntry) => (product ? `${product.store} ${product.id}` : "");

/** How many entries are looked up together: a title has 14 keys, which are sent to the database at once. */
const entriesPerLookUp = 250;

/** Matches the entries with games, in their order. */
export async function matchEntries(db: Db, entries: readonly ImportEntry[]): Promise<Match[]> {
  const matches: Match[] = [];
  for (let at = 0; at < entries.length; at += entriesPerLookUp) {
    matches.push(...(await matchSome(db, entries.slice(at, at + entriesPerLookUp))));
  }
  return matches;
}

async function matchSome(db: Db, entries: readonly ImportEntry[]): Promise<Match[]> {
  const keys = await mapInSlices(entries, ({ title }) => (title === null ? [] : keysOf(title)));
  const known: KnownGames = {
    byAppid: await findByAppid(db, entries),
    byProduct: await findByProduct(db, entries),
    byLink: await findByLink(db, entries),
    byTitle: await findByTitle(db, new Set(keys.flat())),
  };
  return mapInSlices(entries, (entry) => decideEntry(entry, known));
}

/** All keys by which `decideEntry` looks a title up. */
function keysOf(title: string): string[] {
  const names = readTitle(title).map(({ name }) => name);
  return [...names.map(titleKey), ...kindredKeys(names.at(-1)!)];
}

/** The visible games of these ids. */
export async function findByIds(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, KnownGame>> {
  if (ids.length === 0) return new Map();
  const { rows } = await db.execute<FoundRow>(sql`
    select '' as key, ${gameColumns} from games where id = any(${sql.param([...ids])}::integer[]) and not hidden
  `);
  return new Map(rows.map((row) => [row.id, toKnownGame(row)]));
}

type FoundRow = { key: string; id: number; title: string; release_date: string | null; steam_appid: number | null };

const gameColumns = sql`games.id, games.title, games.release_date::text, games.steam_appid`;

async function findByAppid(db: Db, entries: readonly ImportEntry[]): Promise<ReadonlyMap<number, KnownGame>> {
  const appids = [...new Set(entries.flatMap(({ steamAppid }) => steamAppid ?? []))];
  if (appids.length === 0) return new Map();
  const { rows } = await db.execute<FoundRow>(sql`
    select '' as key, ${gameColumns} from games
    where steam_appid = any(${sql.param(appids)}::integer[]) and not hidden
  `);
  return new Map(rows.map((row) => [row.steam_appid!, toKnownGame(row)]));
}

async function findByProduct(db: Db, entries: readonly ImportEntry[]): Promise<KnownGames["byProduct"]> {
  const products = entries.flatMap(({ product }) => product ?? []);
  if (products.length === 0) return new Map();
  const stores = sql.param(products.map(({ store }) => store));
  const ids = sql.param(products.map(({ id }) => id));
  const { rows } = await db.execute<FoundRow>(sql`
    select distinct offers.store || ' ' || offers.product_id as key, ${gameColumns}
    from unnest(${stores}::text[], ${ids}::text[]) as named (store, product)
    join offers on offers.store = named.store and offers.product_id = named.product
    join games on games.id = offers.game_id and not games.hidden
  `);
  return byKey(rows);
}

async function findByLink(db: Db, entries: readonly ImportEntry[]): Promise<KnownGames["byLink"]> {
  const links = [...new Set(entries.flatMap(({ link }) => spellingsOf(link ?? "")))];
  if (links.length === 0) return new Map();
  const { rows } = await db.execute<FoundRow>(sql`
    select distinct offers.link as key, ${gameColumns}
    from offers join games on games.id = offers.game_id and not games.hidden
    where offers.link = any(${sql.param(links)}::text[])
  `);
  return byKey(rows);
}

async function findByTitle(db: Db, keys: ReadonlySet<string>): Promise<KnownGames["byTitle"]> {
  if (keys.size === 0) return new Map();
  const { rows } = await db.execute<FoundRow>(sql`
    select distinct on (games.id, titles.title_key) titles.title_key as key, ${gameColumns}
    from ${allTitles} titles join games on games.id = titles.game_id and not games.hidden
    where titles.title_key = any(${sql.param([...keys])}::text[])
    order by games.id, titles.title_key
  `);
  return byKey(rows);
}

function byKey(rows: readonly FoundRow[]): ReadonlyMap<string, readonly KnownGame[]> {
  const grouped = Map.groupBy(rows, ({ key }) => key);
  return new Map([...grouped].map(([key, found]) => [key, found.map(toKnownGame)]));
}

function toKnownGame({ id, title, release_date: releaseDate, steam_appid: steamAppid }: FoundRow): KnownGame {
  return { id, title, releaseDate, steamAppid };
}
