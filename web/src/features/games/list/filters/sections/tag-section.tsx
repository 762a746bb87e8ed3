import { useState } from "react";
import { useNames } from "../../../../../api/texts.ts";
import { Select } from "../../../../../ui/select.tsx";
import { splitList } from "../../list-filters.ts";
import { listForm } from "../../list-form.ts";
import { toggleItem } from "../chosen-items.ts";
import type { Counts } from "../facets.ts";
import { useFinderText } from "../finder-text.ts";
import { useFinder } from "../use-finder.ts";
import { FilterSection } from "./filter-section.tsx";
import { OptionList, optionsOf } from "./option-list.tsx";

const modes = ["tag", "tag_any", "tag_not"] as const;
type Mode = (typeof modes)[number];

/** Tags that games must have, all or any of them, and tags that they must not have. */
export function TagSection({ facets, missing }: Counts) {
  const text = useFinderText();
  const { state, show, place } = useFinder();
  const names = useNames();
  const nameOf = (tag: string) => names("tag", tag);
  const [mode, setMode] = useState<Mode>(modes.find((one) => state[one]) ?? "tag");
  return (
    <FilterSection
      title={text("finder.section.tag")}
      count={modes.reduce((count, one) => count + splitList(state[one]).length, 0)}
    >
      <Select
        label={text("finder.tag_mode")}
        value={mode}
        onChoose={(chosen) => setMode(chosen as Mode)}
        className="needs-script"
      >
        {modes.map((one) => (
          <option key={one} value={one}>
            {text(`finder.tag_mode.${one}`)}
          </option>
        ))}
      </Select>
      <OptionList
        key={mode}
        name={mode}
        options={optionsOf(facets?.tag, nameOf).filter(({ value }) => value !== place.about?.tag)}
        selected={splitList(state[mode])}
        onToggle={(tag, checked) => void show((latest) => ({ [mode]: toggleItem(latest[mode], tag, checked) }))}
        findLabel={text("finder.find_tag")}
        show={nameOf}
        missing={missing("tag")}
      />
      {modes.map(
        (one) =>
          one !== mode && state[one] && <input key={one} type="hidden" form={listForm} name={one} value={state[one]} />,
      )}
    </FilterSection>
  );
}
