import type { FilterName } from "contract/games/filter-kinds.ts";
import { useLanguage } from "../../../../api/texts.ts";
import { ActionLink } from "../../../../page/links.tsx";
import { buttonStyle } from "../../../../ui/button-style.ts";
import { readFilters } from "../list-filters.ts";
import { without } from "./chosen-items.ts";
import { useFinderText } from "./finder-text.ts";
import { useChangeAddress } from "./use-change-address.ts";
import { useFilterLabels } from "./use-filter-labels.ts";
import { useFinder } from "./use-finder.ts";
import { useFacets } from "./use-found-games.ts";

/** Shows how many games there would be without each filter, the most first. */
export function EmptyHints() {
  const text = useFinderText();
  const { state, show } = useFinder();
  const language = useLanguage();
  const labelsOf = useFilterLabels();
  const addressOf = useChangeAddress();
  const { data } = useFacets();
  const set = readFilters(state);
  const hints = Object.entries(data?.without ?? {})
    .filter(([name, total]) => total > 0 && set[name as FilterName] !== undefined)
    .sort(([, one], [, other]) => other - one)
    .map(([name, total]) => ({
      change: without({ name: name as FilterName }, set),
      total,
      filter: labelsOf({ [name]: set[name as FilterName], low_within: set.low_within })
        .map(({ label }) => label)
        .join(language.separator),
    }));
  if (hints.length === 0) return null;
  return (
    <ul aria-label={text("finder.drop_title")} className="-mt-8 flex flex-wrap justify-center gap-2 pb-10">
      {hints.map(({ change, total, filter }) => (
        <li key={filter}>
          <ActionLink
            href={addressOf(change)}
            rel="nofollow"
            onActivate={() => void show(change)}
            className={buttonStyle("secondary", "small", "figures whitespace-normal")}
          >
            {text("finder.drop", { total, filter })}
          </ActionLink>
        </li>
      ))}
    </ul>
  );
}
