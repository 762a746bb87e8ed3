import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useHydrated } from "@tanstack/react-router";
import { useContext } from "react";
import { useCountry } from "../../../../api/market.ts";
import { useCall } from "../../../../api/session.ts";
import { gameListQuery } from "../../queries.ts";
import { facetsQuery } from "./facets.ts";
import { Finder, useFinder } from "./use-finder.ts";

/**
 * The list that the page shows; `undefined` while it loads. Parts hydrate with the server's, even if a member's own has
 * arrived before.
 */
export function useFoundList() {
  const { listed } = useFinder();
  const { found } = useContext(Finder);
  const isHydrated = useHydrated();
  const query = useQuery({ ...gameListQuery(useCall(), listed, useCountry()), placeholderData: keepPreviousData });
  const latest = isHydrated ? query.data : found;
  return { list: isHydrated && query.isPlaceholderData ? undefined : latest, latest };
}

/** The counts of the filters' options; the previous ones while new ones load. */
export function useFacets(enabled = true) {
  const { listed } = useFinder();
  return useQuery({
    ...facetsQuery(useCall(), listed, useCountry()),
    placeholderData: keepPreviousData,
    enabled,
  });
}
