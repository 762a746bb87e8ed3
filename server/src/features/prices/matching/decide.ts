import { titleKey } from "contract/games/rules.ts";
import { activatesIn } from "contract/markets/regions.ts";
import type { MatchReason } from "contract/prices/match-schema.ts";
import { readPlaces } from "../sources/activation.ts";
import { readPlatform } from "../sources/platforms.ts";
import type { RefusalReason, SourceOffer } from "../sources/source.ts";
import { kindredKeys, numeralKeys, readTitle, spellings, type TitleReading } from "../sources/titles.ts";
import { contradictionOf, type KnownGame, signOf } from "./contradictions.ts";

/** The data by which products are matched. */
export interface KnownMatches {
  /** People's decisions by product; `null` = none of our games. */
  decided: ReadonlyMap<string, number | null>;
  byProduct: ReadonlyMap<string, KnownGame>;
  byAppid: ReadonlyMap<number, KnownGame>;
  byTitle: GamesByTitle;
  /** Games whose title begins with that title and a space, by its key. */
  byBeginning: GamesByTitle;
}

/** Games by the key of their title. */
export type GamesByTitle = ReadonlyMap<string, readonly KnownGame[]>;

export type Match =
  /** `surely`: not only by its title. `places`: where it activates according to its title or columns. */
  | { kind: "game"; gameId: number; surely: boolean; places: readonly string[] | null }
  /** Uncertain: a person must decide. `candidates`: games that it may be, besides those of a similar title. */
  | { kind: "waits"; reason: MatchReason; candidates: readonly number[] }
  /** A person decided that it is none of our games. */
  | { kind: "rejected" }
  | { kind: "refused"; reason: RefusalReason; message: string };

/**
 * Matches a product with a game (spec/price-sources 2.1): by a person's decision, else the store's product id, else the
 * Steam appid, else a game of exactly that title. Whatever else the product says must not contradict that; a title
 * alone must mean one game only. Products for other platforms are refused, and those that do not activate in each of
 * the countries whose visitors see the price. Uncertain products wait.
 */
export function decideMatch(offer: SourceOffer, known: KnownMatches, countries: readonly string[]): Match {
  const decided = known.decided.get(offer.productId);
  if (decided === null) return { kind: "rejected" };
  const byId = known.byProduct.get(offer.productId);
  const named = byId ?? known.byAppid.get(offer.steamAppid ?? 0);
  const reading = readingOf(offer, known.byTitle, named);
  const region = regionOf(offer, reading);
  const found = (gameId: number, surely: boolean): Match => ({ kind: "game", gameId, surely, places: region.places });
  if (decided !== undefined) return found(decided, true);
  const problem = platformProblem(offer, reading) ?? regionProblem(region, countries);
  if (problem && "message" in problem) return { kind: "refused", ...problem };
  const wait = (reason: MatchReason, ...games: readonly KnownGame[]): Match => {
    return { kind: "waits", reason, candidates: games.map(({ id }) => id) };
  };
  const titled = reading ? gamesOf(reading, known.byTitle) : [];
  if (problem) return wait(problem.waits, ...(named ? [named] : titled));
  if (named) {
    // by another title of the same game
    const knownAs = titled.find(({ id }) => id === named.id) ?? named;
    const reason = contradictionOf(offer, reading, knownAs, { isOwnId: byId !== undefined });
    if (reason) return wait(reason, named, ...titled);
    const isOther = !byId && titled.length > 0 && !titled.some((game) => isVariant(reading!, game, named));
    return isOther ? wait("title_differs", named, ...titled) : found(named.id, true);
  }
  // an unknown appid belongs to another game, whatever the title
  if (offer.steamAppid !== undefined) return wait("unknown_appid", ...titled);
  if (!reading) return wait("no_title");
  if (titled.length === 0) return wait(signOf(reading) ?? "no_game");
  const contradiction = contradictionOf(offer, reading, titled[0]!);
  if (contradiction && contradiction !== "date") return wait(contradiction, ...titled);
  return byTitleAlone();

  function byTitleAlone(): Match {
    const kin = kinOf(reading!, titled, known);
    const date = reading!.year ?? offer.releaseYear ?? null;
    const all = [...titled, ...kin];
    if (date === null) return all.length === 1 ? found(all[0]!.id, false) : wait("several_games", ...all);
    const sameYear = all.filter(({ year }) => year === date);
    const near = all.filter(({ year }) => year !== null && Math.abs(year - date) <= 1);
    const [game, ...others] = sameYear.length > 0 ? sameYear : near;
    if (game && others.length === 0 && (titled.includes(game) || isOtherTime(reading!, game))) {
      return found(game.id, false);
    }
    return wait(all.length > 1 ? "several_games" : "date", ...all);
  }
}

/** The title keys that `decideMatch` looks up. */
export function titleKeysOf(offer: SourceOffer): string[] {
  if (offer.title === undefined) return [];
  const readings = readingsOf(offer);
  const keys = readings.map(({ key }) => key);
  return [...new Set([...keys, ...keys.flatMap(numeralKeys), ...spellings(readings.at(-1)!)])];
}

/** The title of which `decideMatch` looks up longer ones, if no id names the game. */
export function beginningOf(offer: SourceOffer, known: Omit<KnownMatches, "byBeginning">): string | null {
  const isNamed = known.decided.has(offer.productId) || known.byProduct.has(offer.productId);
  if (isNamed || offer.steamAppid !== undefined) return null;
  const reading = readingOf(offer, known.byTitle, undefined);
  const [game] = reading ? gamesOf(reading, known.byTitle) : [];
  return game ? titleKey(game.title) : null;
}

/** The title keys of games that an uncertain product may be. */
export function kindredKeysOf(offer: SourceOffer): string[] {
  const name = readingsOf(offer).at(-1)?.name;
  return name === undefined ? [] : [...new Set([...titleKeysOf(offer), ...kindredKeys(name)])];
}

/** Games of these titles, ascending. */
export function candidatesOf(keys: readonly string[], byTitle: GamesByTitle): number[] {
  const ids = keys.flatMap((key) => byTitle.get(key) ?? []).map(({ id }) => id);
  return [...new Set(ids)].sort((a, b) => a - b);
}

/**
 * The longest reading that is the title of a game: "Full Steam" is a game, although "Steam" can be a suffix. The title
 * of the game that an id names has priority.
 */
function readingOf(offer: SourceOffer, byTitle: GamesByTitle, named: KnownGame | undefined): TitleReading | null {
  const readings = readingsOf(offer);
  const own = named && titleKey(named.title);
  return (
    readings.find(({ key }) => key === own) ?? readings.find(({ key }) => byTitle.has(key)) ?? readings.at(-1) ?? null
  );
}

const parsed = new WeakMap<SourceOffer, readonly TitleReading[]>();

/** The readings of a product's title, which is parsed once. */
function readingsOf(offer: SourceOffer): readonly TitleReading[] {
  const before = parsed.get(offer);
  if (before) return before;
  const readings = offer.title === undefined ? [] : readTitle(offer.title);
  parsed.set(offer, readings);
  return readings;
}

/** Games of that title, or else of another spelling of it. */
function gamesOf(reading: TitleReading, byTitle: GamesByTitle): readonly KnownGame[] {
  const exact = byTitle.get(reading.key);
  if (exact) return exact;
  const spelled = spellings(reading).flatMap((variant) => byTitle.get(variant) ?? []);
  return [...new Map(spelled.map((game) => [game.id, game])).values()];
}

/** Other games that a shop may mean by that title: with another notation of numbers, or of a longer title. */
function kinOf(reading: TitleReading, titled: readonly KnownGame[], known: KnownMatches): KnownGame[] {
  const { key } = reading;
  const variants = known.byTitle.has(key) ? numeralKeys(key).flatMap((one) => known.byTitle.get(one) ?? []) : [];
  const longer = (known.byBeginning.get(titleKey(titled[0]!.title)) ?? []).filter((game) => {
    return isSameSeries(titled[0]!, game);
  });
  const kin = [...variants, ...longer].filter(({ id }) => titled.every((game) => game.id !== id));
  return [...new Map(kin.map((game) => [game.id, game])).values()];
}

const times =
  "(?:19|20)\\d\\d|classic(?: (?:19|20)\\d\\d)?|remake|remastered|remaster|hd|hd remaster(?:ed)?|legacy|original";
const editions =
  "(?:(?:definitive|enhanced|complete|anniversary|special|game of the year|goty|deluxe|ultimate|gold|legendary|classic)(?: edition)?|redux|directors? cut|director s cut)";
// recheck-ignore: built from the constants above, without an unbounded quantifier
const otherTime = new RegExp(`^(?:${times})$`);
// recheck-ignore: built from the constants above, without an unbounded quantifier
const otherEdition = new RegExp(`^(?:${times}|${editions})$`);
/** Words of longer titles that are no games of their own. */
const notGames =
  /\b(?:demo|prologue|playtest|soundtrack|ost|server|tools?|sdk|benchmark|editor|kit|test|trial|dlc|mod)\b/;

/** Whether a longer title is one that shops leave words out of: a year, an edition, or a subtitle. */
function isSameSeries(game: KnownGame, longer: KnownGame): boolean {
  if (longer.type !== null && longer.type !== "game") return false;
  const key = titleKey(game.title);
  const rest = titleKey(longer.title).slice(key.length + 1);
  if (notGames.test(rest)) return false;
  return otherEdition.test(rest) || hasSubtitle(longer.title, key);
}

/** Whether the title is that one, a colon or a dash, and more. */
function hasSubtitle(title: string, key: string): boolean {
  return [...title.matchAll(/[:–—|]|\s-\s/g)].some(({ index }) => titleKey(title.slice(0, index)) === key);
}

/** Whether it is a game of the same name from another time. */
function isOtherTime({ key }: TitleReading, game: KnownGame): boolean {
  const whole = titleKey(game.title);
  return whole === key || (whole.startsWith(`${key} `) && otherTime.test(whole.slice(key.length + 1)));
}

/** Whether the title means the named game, although another one has exactly that title. */
function isVariant(reading: TitleReading, game: KnownGame, named: KnownGame): boolean {
  return game.id === named.id || titleKey(game.title) === titleKey(named.title) || isOtherTitle(reading, named);
}

function isOtherTitle({ key }: TitleReading, named: KnownGame): boolean {
  const whole = titleKey(named.title);
  if (numeralKeys(key).includes(whole)) return true;
  return (
    whole.startsWith(`${key} `) && (otherEdition.test(whole.slice(key.length + 1)) || hasSubtitle(named.title, key))
  );
}

type Problem = { reason: RefusalReason; message: string } | { waits: MatchReason };

function platformProblem({ platform = "" }: SourceOffer, reading: TitleReading | null): Problem | null {
  const machines = readPlatform(platform);
  if (machines.isPc || (reading?.isForPc && !machines.isOther && !machines.isUnknown)) return null;
  const machine = reading?.console && !reading.isForPc ? reading.console : machines.isOther ? platform : null;
  if (machine !== null) return { reason: "platform", message: `is for ${machine}` };
  return machines.isUnknown ? { waits: "platform" } : null;
}

interface Region {
  /** Where it activates; `null` = not stated. */
  places: readonly string[] | null;
  /** In the shop's words, and what they mean. */
  stated: readonly { text: string; places: readonly string[] | null }[];
}

/** The regions of the column and of the title. */
function regionOf({ region: column, activatesIn: ofColumn }: SourceOffer, reading: TitleReading | null): Region {
  const inColumn = ofColumn ?? (column === undefined || isNoRegion(column) ? null : readPlaces(column));
  const inTitle = reading?.places ?? null;
  const stated = [
    ...(column === undefined || isNoRegion(column) ? [] : [{ text: column, places: inColumn }]),
    ...(inTitle === null ? [] : [{ text: reading!.region ?? "GLOBAL", places: inTitle }]),
  ];
  const isNarrow = (places: readonly string[] | null) =>
    places !== null && !(places.length === 1 && places[0] === "GLOBAL");
  return { stated, places: isNarrow(inColumn) ? inColumn : isNarrow(inTitle) ? inTitle : (inColumn ?? inTitle) };
}

const isNoRegion = (text: string) => /^[\s-]*$|^(?:n\/a|none|null|unknown)$/i.test(text.trim());

function regionProblem({ stated }: Region, countries: readonly string[]): Problem | null {
  for (const { text, places } of stated) {
    const country = places && countries.find((one) => !activatesIn(places, one));
    if (!country) continue;
    const isExcepted = places.some((place) => place.startsWith("!")) && activatesIn(withoutExceptions(places), country);
    const message = isExcepted
      ? `does not work in ${country}: ${text}`
      : `works in ${text.replace(/ only$/i, "")} only`;
    return { reason: "region", message };
  }
  return stated.some(({ places }) => places === null) ? { waits: "region" } : null;
}

const withoutExceptions = (places: readonly string[]) => places.filter((place) => !place.startsWith("!"));
