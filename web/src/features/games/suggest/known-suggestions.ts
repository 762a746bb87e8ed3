import { foldText } from "contract/core/text.ts";
import type { GameSuggestions } from "contract/games/schema.ts";

/** Suggestions that are available before the response to a search. */
export interface KnownSuggestions extends Omit<GameSuggestions, "total"> {
  /** How many games the search finds; `null` until that is known. */
  total: number | null;
}

/**
 * Suggestions for a search from the response to a shorter one: those that still match. They are complete, with a total,
 * if that response lists all games it found and some of them match; otherwise the server may find more, by other
 * spellings.
 */
function narrowSuggestions(shorter: GameSuggestions, search: string): KnownSuggestions {
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
    hidden_explicit: shorter.hidden_explicit,
    genres: shorter.genres.filter(matches),
    tags: shorter.tags.filter(matches),
    developers: shorter.developers.filter(matches),
  };
}

/**
 * Suggestions from the longest cached prefix of a search; `null` without one. `cachedOf` returns the cached response to
 * a search.
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
