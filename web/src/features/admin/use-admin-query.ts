import { type QueryKey, type UseQueryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useHasUnsaved } from "./editing/unsaved.ts";

/**
 * A query of the panel. When the session ends, its data are removed; while edits are unsaved, the last data stay
 * visible.
 */
export function useAdminQuery<Data, Key extends QueryKey>(options: UseQueryOptions<Data, Error, Data, Key>) {
  const { data, error, isPlaceholderData, isFetching, refetch } = useQuery(options);
  const unsaved = useHasUnsaved();
  const [latest, setLatest] = useState(data);
  if (data !== undefined && data !== latest) setLatest(data);
  return { data: data ?? (unsaved ? latest : undefined), error, isPlaceholderData, isFetching, refetch };
}
