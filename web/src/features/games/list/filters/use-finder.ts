import { useSearch } from "@tanstack/react-router";
import { gameSorts } from "contract/games/sorting.ts";
import { createContext, useContext, useSyncExternalStore } from "react";
import { type BrowseSearch, toListState } from "../list-search.ts";
import { useShowList } from "../use-show-list.ts";

/** Whether the filters are in the sheet: its radio buttons are no group with those that the server wrote for the panel. */
export const InSheet = createContext(false);

/** The address that the browse page was opened with. */
export const OpenedAddress = createContext<BrowseSearch>({});

/**
 * The state of the browse page, and how to change it. Each part reads it by itself, so that it hydrates independently:
 * first with the address that the server rendered, because the visitor may have navigated meanwhile.
 */
export function useFinder() {
  const current = useSearch({ strict: false }) as BrowseSearch;
  const opened = useContext(OpenedAddress);
  const address = useSyncExternalStore(
    noSubscription,
    () => current,
    () => opened,
  );
  return { address, state: toListState(address, gameSorts), show: useShowList("/games") };
}

const noSubscription = () => () => {};
