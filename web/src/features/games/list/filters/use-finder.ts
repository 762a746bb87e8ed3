import { useSearch } from "@tanstack/react-router";
import { gameSorts } from "contract/games/sorting.ts";
import { createContext, useContext, useSyncExternalStore } from "react";
import { type BrowseSearch, toListState } from "../list-search.ts";
import { useShowList } from "../use-show-list.ts";

/** The address that the browse page was opened with. */
export const OpenedAddress = createContext<BrowseSearch>({});

/**
 * The state of the browse page, and how to change it. Parts of it read it themselves, so that they hydrate alone: first
 * with the address that the server wrote them for, for the visitor may have moved on meanwhile.
 */
export function useFinder() {
  const current = useSearch({ strict: false }) as BrowseSearch;
  const opened = useContext(OpenedAddress);
  const address = useSyncExternalStore(
    never,
    () => current,
    () => opened,
  );
  return { address, state: toListState(address, gameSorts), show: useShowList("/games") };
}

const never = () => () => {};
