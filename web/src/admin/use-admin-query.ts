import { type QueryKey, type UseQueryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useHasUnsaved } from "./unsaved.ts";

/**
 * Asks for something that the panel shows. When the session ends, its answers go; but what is typed stands among them,
 * so as long as it is not saved they stay on the screen.
 */
export function useAdminQuery<Data, Key extends QueryKey>(options: UseQueryOptions<Data, Error, Data, Key>) {
  const { data, error, isPlaceholderData, isFetching, refetch } = useQuery(options);
  const unsaved = useHasUnsaved();
  const [latest, setLatest] = useState(data);
  if (data !== undefined && data !== latest) setLatest(data);
  return { data: data ?? (unsaved ? latest : undefined), error, isPlaceholderData, isFetching, refetch };
}
