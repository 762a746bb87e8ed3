import { searchWords } from "contract/core/text.ts";
import type { GameSuggestions } from "contract/games/schema.ts";
import type { LandingName } from "../landing-names.ts";

type Kind = "genres" | "tags" | "developers";
export type SuggestedNames = Pick<GameSuggestions, Kind>;

/** The maximum number of suggestions of each kind. */
const maxNames = 4;

/**
 * Names that contain every word of the text: first those with words that begin with them, then by number of games,
 * then alphabetically.
 */
export function suggestNames(
  { genres, tags, developers }: Record<Kind, ReadonlyMap<string, LandingName>>,
  text: string,
): SuggestedNames {
  const words = searchWords(text);
  const suggest = (names: ReadonlyMap<string, LandingName>) =>
    words.length === 0 ? [] : findNames([...names.values()], words);
  return { genres: suggest(genres), tags: suggest(tags), developers: suggest(developers) };
}

function findNames(names: readonly LandingName[], words: readonly string[]): string[] {
  return names
    .filter(({ folded }) => words.every((word) => folded.includes(word)))
    .map((one) => ({ ...one, begins: words.every((word) => ` ${one.folded}`.includes(` ${word}`)) }))
    .sort((a, b) => Number(b.begins) - Number(a.begins) || b.games - a.games || (a.folded < b.folded ? -1 : 1))
    .slice(0, maxNames)
    .map(({ name }) => name);
}
