import { foldText } from "contract/core/text.ts";
import type { GameSuggestions } from "contract/games/schema.ts";

/** What is known of a search before its own response. */
export interface KnownSuggestions extends Omit<GameSuggestions, "total"> {
  /** How many games the search finds; `null` while that is open. */
  total: number | null;
}

/**
 * What the response to a shorter search says of a longer one: the suggestions that match it, too. They are complete,
 * with a total, if the shorter search found no more games than it lists, of which some match; otherwise more may match,
 * by other spellings.
 */
export function narrowSuggestions(shorter: GameSuggestions, search: string): KnownSuggestions {
  const words = foldText(search).split(" ");
  const matches = (name: string) => {
    const folded = foldText(name);
    return words.every((word) => folded.includes(word));
  };
  const games = shorter.games.filter(({ title }) => matches(title));
  const isComplete = shorter.total === shorter.games.length && games.length > 0;
  return {
    games,
    total: isComplete ? games.length : null,
    genres: shorter.genres.filter(matches),
    tags: shorter.tags.filter(matches),
    developers: shorter.developers.filter(matches),
  };
}

/**
 * What the longest cached search that this one continues says of it; `null` without one. `cachedOf` gives the response
 * to a search, if it is cached.
 */
export function knownSuggestions(
  search: string,
  cachedOf: (shorter: string) => GameSuggestions | undefined,
): KnownSuggestions | null {
  for (let length = search.length; length > 0; length--) {
    const cached = cachedOf(search.slice(0, length));
    if (cached) return length === search.length ? cached : narrowSuggestions(cached, search);
  }
  return null;
}
