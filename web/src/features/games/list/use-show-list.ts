import { useNavigate } from "@tanstack/react-router";
import { type GameSort, gameSorts } from "contract/games/sorting.ts";
import { changeList, type FreeSort, freeSorts, type ListSearch, type ListState, toListState } from "./list-search.ts";

type Change<Sort extends string> = Partial<ListState<Sort>>;

/**
 * Navigates to another state of the list, at page 1 unless the change names one. A function gets the state of the
 * latest address, whose page may not be rendered yet.
 */
export function useShowList<Sort extends GameSort | FreeSort>(to: "/games" | "/free") {
  const navigate = useNavigate();
  const sorts = sortsOf<Sort>(to);
  return (change: Change<Sort> | ((latest: ListState<Sort>) => Change<Sort>), replace = false) => {
    const search = (latest: ListSearch<Sort>) =>
      changeList(latest, typeof change === "function" ? change(toListState(latest, sorts)) : change, sorts);
    return navigate({ to, search: search as never, replace, resetScroll: false });
  };
}

/** The sorts that an address of the list may name. */
export function sortsOf<Sort extends GameSort | FreeSort>(to: "/games" | "/free"): readonly Sort[] {
  return (to === "/games" ? gameSorts : freeSorts) as readonly (GameSort | FreeSort)[] as readonly Sort[];
}
