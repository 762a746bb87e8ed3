import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useCountry } from "../../../../api/market.ts";
import { useCall } from "../../../../api/session.ts";
import { gameListQuery } from "../../queries.ts";
import { facetsQuery } from "./facets.ts";
import { useFinder } from "./use-finder.ts";

/** The list that the page shows; `undefined` while it loads. */
export function useFoundList() {
  const { listed } = useFinder();
  const query = useQuery({ ...gameListQuery(useCall(), listed, useCountry()), placeholderData: keepPreviousData });
  return { list: query.isPlaceholderData ? undefined : query.data, latest: query.data };
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
