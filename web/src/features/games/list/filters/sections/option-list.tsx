import type { Facets } from "contract/games/schema.ts";
import { type ReactNode, useState } from "react";
import { namesMatching } from "../../../../../page/names-matching.ts";
import { FilterField } from "../../../../../ui/filter-field.tsx";
import { topOptions } from "../facets.ts";
import { useFinderText } from "../finder-text.ts";
import { OptionRow } from "./option-row.tsx";

/** The most options that a search shows. */
const maxFound = 30;

interface OptionListProps {
  name: string;
  /** All options, those with the most games first; `count` is `undefined` if unknown. */
  options: readonly { value: string; label: string; count?: number | undefined }[];
  selected: readonly string[];
  onToggle: (value: string, checked: boolean) => void;
  findLabel: string;
  /** How an option is shown; by default its label. */
  show?: (value: string) => ReactNode;
  /** Loads further options; `undefined` if there are none. */
  missing?: (() => void) | undefined;
}

/** Options of a filter as checkboxes: the most frequent and the chosen ones, and a field that finds the others. */
export function OptionList({ name, options, selected, onToggle, findLabel, show, missing }: OptionListProps) {
  const text = useFinderText();
  const [typed, setTyped] = useState("");
  const listed = new Set(options.map(({ value }) => value));
  // options without games are not listed, even if selected
  const unlisted = selected
    .filter((value) => !listed.has(value))
    .map((value) => ({ value, label: value, count: undefined }));
  const isFinding = typed.trim() !== "";
  const found = namesMatching(options, typed, ({ value, label }) => [label, value]);
  const shown = isFinding
    ? found.slice(0, maxFound)
    : [...options.filter(({ value }, index) => index < topOptions || selected.includes(value)), ...unlisted];
  return (
    <>
      {(options.length > topOptions || missing) && (
        <FilterField
          label={findLabel}
          value={typed}
          onChange={setTyped}
          onFocus={missing}
          // not a filter by itself
          onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
          className="needs-script mb-1"
        />
      )}
      <ul className="grid">
        {shown.map(({ value, label, count }) => (
          <li key={value}>
            <OptionRow
              type="checkbox"
              name={name}
              value={value}
              label={show ? show(value) : label}
              count={count}
              checked={selected.includes(value)}
              onChange={(checked) => onToggle(value, checked)}
            />
          </li>
        ))}
      </ul>
      {isFinding && found.length === 0 && <p className="text-sm text-muted">{text("finder.find_none")}</p>}
    </>
  );
}

/** The options that a facet counts. */
export function optionsOf(facet: Facets[keyof Facets] | undefined, labelOf: (value: string) => string = String) {
  return facet?.map(({ value, count }) => ({ value, label: labelOf(value), count })) ?? [];
}
