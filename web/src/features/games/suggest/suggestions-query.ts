import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Call } from "contract/core/call.ts";
import { useEffect, useState } from "react";
import { marketKey, useCountry } from "../../../api/market.ts";
import { atMyStores } from "../../../api/my-stores.ts";
import { useCall } from "../../../api/session.ts";
import { type KnownSuggestions, knownSuggestions } from "./known-suggestions.ts";

/** The debounce delay in milliseconds (spec/games 2.8). */
const typingPause = 100;

/** Games, genres, tags and developers for a normalized search. */
function suggestionsQuery(call: Call, search: string, country: string | undefined) {
  return queryOptions({
    queryKey: ["games", "suggest", search, ...marketKey(country)],
    queryFn: ({ signal }) => call("GET /api/games/suggest", { query: atMyStores({ q: search, country }) }, { signal }),
  });
}

/** Suggestions for a normalized search, at first from cached responses; `null` without any. */
export function useSuggestions(search: string): KnownSuggestions | null {
  const call = useCall();
  const country = useCountry();
  const queryClient = useQueryClient();
  const cached = knownSuggestions(search, (shorter) =>
    queryClient.getQueryData(suggestionsQuery(call, shorter, country).queryKey),
  );
  const isPaused = usePause(search) && search !== "";
  const { data } = useQuery({
    ...suggestionsQuery(call, search, country),
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
