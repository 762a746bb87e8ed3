import { useNavigate } from "@tanstack/react-router";
import type { GameSort } from "contract/games/sorting.ts";
import {
  changeList,
  type FreeSort,
  type ListPlace,
  type ListSearch,
  type ListState,
  toListState,
} from "./list-search.ts";

type Change<Sort extends string> = Partial<ListState<Sort>>;

/**
 * Navigates to another state of the list, at page 1 unless the change names one. A function gets the state of the
 * latest address, whose page may not be rendered yet.
 */
export function useShowList<Sort extends GameSort | FreeSort>({ link, sorts }: ListPlace<Sort>) {
  const navigate = useNavigate();
  return (change: Change<Sort> | ((latest: ListState<Sort>) => Change<Sort>), replace = false) => {
    const search = (latest: ListSearch<Sort>) =>
      changeList(latest, typeof change === "function" ? change(toListState(latest, sorts)) : change, sorts);
    return navigate({ ...link, search, replace, resetScroll: false } as never);
  };
}
