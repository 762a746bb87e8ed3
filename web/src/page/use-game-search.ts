import { queryOptions } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useCountry } from "../api/market.ts";
import { atMyStores } from "../api/my-stores.ts";
import { useCall } from "../api/session.ts";

const typingPauseMs = 250;

/** A field in which a game is searched, owned ones too: its text, and the query of what a pause in typing applied. */
export function useGameSearch() {
  const call = useCall();
  const country = useCountry();
  const [typed, setTyped] = useState("");
  const [search, setSearch] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setSearch(typed.trim()), typingPauseMs);
    return () => clearTimeout(timer);
  }, [typed]);
  const query = queryOptions({
    queryKey: ["games", "suggest", search, "with owned", country],
    queryFn: ({ signal }) =>
      call(
        "GET /api/games/suggest",
        { query: atMyStores({ q: search, library: "show" as const, country }) },
        { signal },
      ),
    enabled: search !== "",
  });
  return { typed, setTyped, search, query };
}
