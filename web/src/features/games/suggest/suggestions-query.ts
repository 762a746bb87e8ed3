import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouterState } from "@tanstack/react-router";
import type { Call } from "contract/core/call.ts";
import { useEffect, useState } from "react";
import { marketKey, useCountry } from "../../../api/market.ts";
import { atMyStores } from "../../../api/my-stores.ts";
import { useCall } from "../../../api/session.ts";
import { type ListFilters, readFilters } from "../list/list-filters.ts";
import { type KnownSuggestions, knownSuggestions } from "./known-suggestions.ts";

/** The debounce delay in milliseconds (spec/games 2.8). */
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
function suggestionsQuery(call: Call, search: string, country: string | undefined, offers: OfferFilters) {
  return queryOptions({
    queryKey: ["games", "suggest", search, offers, ...marketKey(country)],
    queryFn: ({ signal }) =>
      call("GET /api/games/suggest", { query: atMyStores({ q: search, ...offers, country }) }, { signal }),
  });
}

/** Suggestions for a normalized search, at first from cached responses; `null` without any. */
export function useSuggestions(search: string): KnownSuggestions | null {
  const call = useCall();
  const country = useCountry();
  const offers = useOfferFilters();
  const queryClient = useQueryClient();
  const cached = knownSuggestions(search, (shorter) =>
    queryClient.getQueryData(suggestionsQuery(call, shorter, country, offers).queryKey),
  );
  const isPaused = usePause(search) && search !== "";
  const { data } = useQuery({
    ...suggestionsQuery(call, search, country, offers),
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
