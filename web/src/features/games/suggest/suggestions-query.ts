import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouterState } from "@tanstack/react-router";
import type { Call } from "contract/core/call.ts";
import { foldText } from "contract/core/text.ts";
import type { NamedKind } from "contract/games/landing/rules.ts";
import type { GameSuggestions } from "contract/games/schema.ts";
import { useEffect, useState } from "react";
import { marketKey, useCountry } from "../../../api/market.ts";
import { atMyStores } from "../../../api/my-stores.ts";
import { useCall } from "../../../api/session.ts";
import { useNames } from "../../../api/texts.ts";
import { type ListFilters, readFilters } from "../list/list-filters.ts";

/** The debounce delay in milliseconds (spec/games 2.10). */
const typingPause = 100;

type OfferFilters = Pick<ListFilters, "store" | "official" | "activates">;

/** The filters of the list on the page that decide which offers are shown. */
function useOfferFilters(): OfferFilters {
  return useRouterState({
    select: ({ location }) => {
      const isList = /(^|\/)(games|deals)$/.test(location.pathname);
      const { store, official, activates } = readFilters(isList ? (location.search as Record<string, unknown>) : {});
      return { ...(store && { store }), ...(official && { official }), ...(activates && { activates }) };
    },
    structuralSharing: true,
  });
}

/** Games, genres, tags and developers for a normalized search. */
function suggestionsQuery(call: Call, search: string, { country, offers }: SuggestionsPlace) {
  return queryOptions({
    queryKey: ["games", "suggest", search, offers, ...marketKey(country)],
    queryFn: ({ signal }) => {
      const query = { q: search, ...offers, country };
      return call("GET /api/games/suggest", { query: atMyStores(query) }, { signal });
    },
  });
}

interface SuggestionsPlace {
  country: string | undefined;
  offers: OfferFilters;
}

/** Suggestions for a normalized search, at first from cached responses; `null` without any. */
export function useSuggestions(search: string): KnownSuggestions | null {
  const call = useCall();
  const place = { country: useCountry(), offers: useOfferFilters() };
  const nameOf = useNames();
  const queryClient = useQueryClient();
  const cached = knownSuggestions(
    search,
    (shorter) => queryClient.getQueryData(suggestionsQuery(call, shorter, place).queryKey),
    nameOf,
  );
  const isPaused = usePause(search) && search !== "";
  const { data } = useQuery({
    ...suggestionsQuery(call, search, place),
    enabled: isPaused && (cached === null || cached.total === null),
  });
  return data ?? cached;
}

/** Whether the text has not changed for a moment. */
function usePause(text: string): boolean {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), typingPause);
    return () => clearTimeout(timer);
  }, [text]);
  return settled === text;
}

/** Suggestions that are available before the response to a search. */
interface KnownSuggestions extends Omit<GameSuggestions, "total"> {
  /** How many games the search finds; `null` until that is known. */
  total: number | null;
}

/**
 * Suggestions for a search from the response to a shorter one: those that still match. They are complete, with a total,
 * if that response lists all games it found and some of them match; otherwise the server may find more, by other
 * spellings.
 */
function narrowSuggestions(shorter: GameSuggestions, search: string, nameOf: ShowName): KnownSuggestions {
  const words = foldText(search).split(" ");
  const matches = (name: string) => {
    const folded = foldText(name);
    return words.every((word) => folded.includes(word));
  };
  const isNamed = (kind: NamedKind) => (name: string) => matches(name) || matches(nameOf(kind, name));
  const games = shorter.games.filter(({ title }) => matches(title));
  const isComplete = shorter.total === shorter.games.length && games.length > 0;
  return {
    games,
    total: isComplete ? games.length : null,
    hidden_explicit: shorter.hidden_explicit,
    genres: shorter.genres.filter(isNamed("genre")),
    tags: shorter.tags.filter(isNamed("tag")),
    developers: shorter.developers.filter(matches),
  };
}

type ShowName = ReturnType<typeof useNames>;

/**
 * Suggestions from the longest cached prefix of a search; `null` without one. `cachedOf` returns the cached response to
 * a search, `nameOf` a genre or tag as it is shown.
 */
export function knownSuggestions(
  search: string,
  cachedOf: (shorter: string) => GameSuggestions | undefined,
  nameOf: ShowName,
): KnownSuggestions | null {
  for (let length = search.length; length > 0; length--) {
    const cached = cachedOf(search.slice(0, length));
    if (cached) return length === search.length ? cached : narrowSuggestions(cached, search, nameOf);
  }
  return null;
}
