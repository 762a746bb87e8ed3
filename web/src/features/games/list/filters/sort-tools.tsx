import { firstOrder, type GameSort } from "contract/games/sorting.ts";
import { Select } from "../../../../ui/select.tsx";
import { browseSorts, otherSorts } from "../list-search.ts";
import { useListText } from "../list-text.ts";
import { CopySearch } from "./copy-search.tsx";
import { FeedButton } from "./feed-button.tsx";
import { useFinder } from "./use-finder.ts";
import { ViewSwitch } from "./view-switch.tsx";

/** All sorts, the view, the address of the search, and its feed. */
export function SortTools() {
  return (
    <>
      <SortSelect />
      <div className="ml-auto flex shrink-0">
        <ViewSwitch />
        <CopySearch />
        <FeedButton />
      </div>
    </>
  );
}

/** All sorts, those with a button as well. */
function SortSelect() {
  const text = useListText();
  const { state, show } = useFinder();
  const offered: GameSort[] = [...(state.search ? ["relevance" as const] : []), ...browseSorts, ...otherSorts];
  // an address may name a sort that is not offered
  const sorts = offered.includes(state.sort) ? offered : [...offered, state.sort];
  return (
    <Select
      label={text("browse.sort")}
      value={state.sort}
      onChoose={(sort) => void show({ sort: sort as GameSort, order: firstOrder(sort as GameSort) })}
      className="needs-script min-w-0 grow sm:max-w-48"
    >
      {sorts.map((sort) => (
        <option key={sort} value={sort}>
          {text(`browse.sort.${sort}`)}
        </option>
      ))}
    </Select>
  );
}
