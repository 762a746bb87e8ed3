import { foldText } from "contract/core/text.ts";
import { gameTypes } from "contract/games/columns.ts";
import { type NamedKind, slugOf } from "contract/games/landing/rules.ts";
import { splitDevelopers } from "contract/games/rules.ts";
import type { IndexedGames } from "./indexed-games.ts";
import { countNames } from "./name-column.ts";

/** A genre, tag or developer in its most common spelling. */
export interface LandingName {
  slug: string;
  name: string;
  /** `foldText(name)` */
  folded: string;
  games: number;
}

/** By slug. */
export type LandingNames = Record<NamedKind, ReadonlyMap<string, LandingName>>;

/**
 * The names of the games that lists show by default (`countsForLandingPages`), most games first. Of several names with
 * one slug, the one with the most games has it.
 */
export function landingNamesOf(
  { names, columns, slots }: Pick<IndexedGames, "names" | "columns" | "slots">,
  kind: NamedKind,
): ReadonlyMap<string, LandingName> {
  const { explicit, type } = columns;
  const game = gameTypes.indexOf("game");
  const visible = [...slots.values()].filter((slot) => explicit[slot] === 0 && type[slot] === game);
  const counts = countNames(names[kind], Uint32Array.from(visible));
  const counted = names[kind].spelled
    .map((name, number) => ({ slug: "", name, folded: "", games: counts[number]! }))
    .filter(({ name, games }) => games > 0 && isSingle(kind, name))
    .sort((one, other) => other.games - one.games || (one.name < other.name ? -1 : 1));
  const bySlug = new Map<string, LandingName>();
  for (const one of counted) {
    one.slug = slugOf(one.name);
    one.folded = foldText(one.name);
    if (one.slug !== "" && !bySlug.has(one.slug)) bySlug.set(one.slug, one);
  }
  return bySlug;
}

/** Excludes the names that combine several developers. */
function isSingle(kind: NamedKind, name: string): boolean {
  return kind !== "developer" || splitDevelopers(name).length === 1;
}
