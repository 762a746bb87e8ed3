import { splitList } from "../../list-filters.ts";
import { chosenTypes, toggleType, types } from "../chosen-items.ts";
import type { Counts } from "../facets.ts";
import { useFinderText } from "../finder-text.ts";
import { useFinder } from "../use-finder.ts";
import { FilterSection } from "./filter-section.tsx";
import { OptionRow } from "./option-row.tsx";

/** The listed types: only games by default. */
export function TypeSection({ facets }: Counts) {
  const text = useFinderText();
  const { state, show } = useFinder();
  const countOf = (type: string) => facets && (facets.type.find(({ value }) => value === type)?.count ?? 0);
  const chosen = chosenTypes(state.type);
  return (
    <FilterSection
      title={text("finder.section.type")}
      count={state.type === undefined ? 0 : splitList(state.type).length}
    >
      <div className="grid">
        {types.map((type) => (
          <OptionRow
            key={type}
            type="checkbox"
            name="type"
            value={type}
            label={text(`filter.type.${type}`)}
            count={countOf(type)}
            checked={chosen.includes(type)}
            onChange={(checked) => void show((latest) => ({ type: toggleType(latest.type, type, checked) }))}
          />
        ))}
      </div>
    </FilterSection>
  );
}
