import { titleKey } from "contract/games/rules.ts";
import { activatesIn } from "contract/markets/regions.ts";
import type { RefusalReason, SourceOffer } from "../sources/source.ts";
import { kindredKeys, readPlatform, readTitle, type TitleReading } from "../sources/titles.ts";

/** The data by which products are matched. */
export interface KnownMatches {
  /** People's decisions by product; `null` = none of our games. */
  decided: ReadonlyMap<string, number | null>;
  byProduct: ReadonlyMap<string, number>;
  byAppid: ReadonlyMap<number, number>;
  byTitle: GamesByTitle;
}

/** Games by the key of their title. */
export type GamesByTitle = ReadonlyMap<string, readonly number[]>;

export type Match =
  /** `surely`: not only by its title. */
  | { kind: "game"; gameId: number; surely: boolean }
  /** Uncertain: a person must decide. */
  | { kind: "waits" }
  /** A person decided that it is none of our games. */
  | { kind: "rejected" }
  | { kind: "refused"; reason: RefusalReason; message: string };

/**
 * Matches a product with a game (spec/price-sources 2.1): by a person's decision, else the store's product id, else the
 * Steam appid, else a game of exactly that title, if neither names an edition, pack or addition that the other does
 * not. Products for other platforms, or that do not activate in the country, are refused. Uncertain products wait.
 */
export function decideMatch(offer: SourceOffer, known: KnownMatches, country: string): Match {
  const decided = known.decided.get(offer.productId);
  if (decided === null) return { kind: "rejected" };
  if (decided !== undefined) return { kind: "game", gameId: decided, surely: true };
  const reading = readingOf(offer, known.byTitle);
  const problem = checkForUs(offer, reading, country);
  if (problem) return { kind: "refused", ...problem };
  const sure = known.byProduct.get(offer.productId) ?? known.byAppid.get(offer.steamAppid ?? 0);
  if (sure !== undefined) return { kind: "game", gameId: sure, surely: true };
  // an unknown appid belongs to another game, whatever the title
  if (!reading || offer.steamAppid !== undefined) return { kind: "waits" };
  const [gameId, ...others] = known.byTitle.get(titleKey(reading.name)) ?? [];
  const isCertain = gameId !== undefined && others.length === 0 && isGameItself(offer, reading);
  return isCertain ? { kind: "game", gameId, surely: false } : { kind: "waits" };
}

/** The title keys that `decideMatch` looks up. */
export function titleKeysOf(offer: SourceOffer): string[] {
  return offer.title === undefined ? [] : readTitle(offer.title).map(({ name }) => titleKey(name));
}

/** The title keys of games that an uncertain product may be. */
export function kindredKeysOf(offer: SourceOffer): string[] {
  const name = offer.title === undefined ? undefined : readTitle(offer.title).at(-1)!.name;
  return name === undefined ? [] : [...new Set([...titleKeysOf(offer), ...kindredKeys(name)])];
}

/** Games of these titles, ascending. */
export function candidatesOf(keys: readonly string[], byTitle: GamesByTitle): number[] {
  return [...new Set(keys.flatMap((key) => byTitle.get(key) ?? []))].sort((a, b) => a - b);
}

/** The longest reading that is the title of a game: "Full Steam" is a game, although "Steam" can be a suffix. */
function readingOf({ title }: SourceOffer, byTitle: GamesByTitle): TitleReading | null {
  if (title === undefined) return null;
  const readings = readTitle(title);
  return readings.find(({ name }) => byTitle.has(titleKey(name))) ?? readings.at(-1)!;
}

const everywhere = /^(global|world ?wide|ww|region[ -]free|all|any)$/i;

function checkForUs(offer: SourceOffer, reading: TitleReading | null, country: string) {
  const { platform = "", region = "", activatesIn: places } = offer;
  const machines = readPlatform(platform);
  const isForPc = reading?.isForPc || machines.isPc;
  const machine = reading?.console ?? (machines.isOther ? platform : null);
  if (machine !== null && !isForPc) return { reason: "platform" as const, message: `is for ${machine}` };
  if (places && activatesIn(places, country)) return;
  const place = reading?.region ?? (region === "" || everywhere.test(region) ? null : region);
  if (place !== null) return { reason: "region" as const, message: `works in ${place} only` };
}

/** Whether the product is the game itself: neither an addition, nor an edition that the title doesn't name. */
function isGameItself({ edition, isAddition }: SourceOffer, reading: TitleReading): boolean {
  if (isAddition || reading.isAddition) return false;
  if (edition === undefined || /^standard( edition)?$/i.test(edition)) return true;
  return ` ${titleKey(reading.name)} `.includes(` ${titleKey(edition)} `);
}
