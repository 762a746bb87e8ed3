import { useSearch } from "@tanstack/react-router";
import type { GameList } from "contract/games/schema.ts";
import type { GameSort } from "contract/games/sorting.ts";
import { createContext, useContext, useSyncExternalStore } from "react";
import {
  type BrowseSearch,
  type BrowseState,
  gamesPlace,
  type ListPlace,
  narrowTo,
  toListState,
} from "../list-search.ts";
import { useShowList } from "../use-show-list.ts";

/** Whether the filters are in the sheet: its radio buttons are no group with those that the server wrote for the panel. */
export const InSheet = createContext(false);

interface FinderPage {
  place: ListPlace<GameSort>;
  /** The address that the page was opened with. */
  opened: BrowseSearch;
  /** The list that it was opened with, if that was loaded. */
  found?: GameList | undefined;
}

export const Finder = createContext<FinderPage>({ place: gamesPlace, opened: {} });

/**
 * The state of a list with filters, and how to change it. Each part reads it by itself, so that it hydrates
 * independently: first with the address that the server rendered, because the visitor may have navigated meanwhile.
 */
export function useFinder() {
  const current = useSearch({ strict: false }) as BrowseSearch;
  const { place, opened } = useContext(Finder);
  const address = useSyncExternalStore(
    noSubscription,
    () => current,
    () => opened,
  );
  return { ...chosenAt(address, place), address, show: useShowList(place) };
}

const noSubscription = () => () => {};

interface Chosen {
  place: ListPlace<GameSort>;
  /** What the visitor has chosen. */
  state: BrowseState;
  /** The same with what the page is about. */
  listed: BrowseState;
}

/** Dozens of parts of a page read the same address. */
const chosen = new WeakMap<BrowseSearch, Chosen>();

function chosenAt(address: BrowseSearch, place: ListPlace<GameSort>): Chosen {
  let found = chosen.get(address);
  if (found?.place !== place) {
    const state = toListState(address, place.sorts);
    found = { place, state, listed: narrowTo(place.about, state) };
    chosen.set(address, found);
  }
  return found;
}
