import type { catalogueGameEndpoints } from "contract/catalogue/game-api.ts";
import { type MissingFact, missingFacts } from "contract/catalogue/rules.ts";
import type { CallInput } from "contract/core/endpoint.ts";
import { gameTypes } from "contract/games/columns.ts";
import { type FilterKind, type FilterName, filterKinds, filterNames } from "contract/games/filter-kinds.ts";
import { type SubmitEvent, useState } from "react";
import { useStores } from "../../../api/stores.ts";
import { Button } from "../../../ui/button.tsx";
import { Select } from "../../../ui/select.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { ChoiceOptions } from "./game-fields.tsx";
import { choiceName } from "./game-form.ts";

/** The filters of the list in the panel, as in the address; empty = all. */
export type PanelFilters = Record<FilterName, string> & { missing: MissingFact | "" };

export const noFilters = {
  ...Object.fromEntries(filterNames.map((name) => [name, ""])),
  missing: "",
} as PanelFilters;

export const missingNames: Record<MissingFact, string> = {
  picture: "picture",
  genre: "genre",
  release_date: "release date",
  developer: "developers",
  description: "description",
  price: "price",
};

/** What filters a list of hidden games, too. */
const ofHidden: readonly string[] = ["type", "missing"];

type ListQuery = NonNullable<CallInput<typeof catalogueGameEndpoints.listCatalogueGames>["query"]>;

/** The filters that are set, as sent. */
export function toFilterQuery(state: PanelFilters, isHidden: boolean): ListQuery {
  const names = Object.keys(noFilters) as (keyof PanelFilters)[];
  const set = names.filter((name) => state[name] !== "" && (!isHidden || ofHidden.includes(name)));
  return Object.fromEntries(set.map((name) => [name, state[name]])) as ListQuery;
}

interface GameFiltersProps {
  state: PanelFilters;
  isHidden: boolean;
  onChange: (change: Partial<PanelFilters>) => void;
}

/** Type and missing facts at once, and the other filters of visitors in a form that opens. */
export function GameFilters({ state, isHidden, onChange }: GameFiltersProps) {
  const [isOpen, setOpen] = useState(false);
  const further = filterNames.filter((name) => name !== "type" && state[name] !== "").length;
  return (
    <>
      <Select label="Type" value={state.type} onChoose={(type) => onChange({ type })}>
        <option value="">All types</option>
        <ChoiceOptions choices={gameTypes} />
      </Select>
      <Select
        label="Missing"
        value={state.missing}
        onChoose={(missing) => onChange({ missing: missing as PanelFilters["missing"] })}
      >
        <option value="">Complete or not</option>
        {missingFacts.map((fact) => (
          <option key={fact} value={fact}>
            No {missingNames[fact]}
          </option>
        ))}
      </Select>
      {!isHidden && (
        <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {further > 0 ? `Filters (${further})` : "Filters"}
        </Button>
      )}
      {isOpen && !isHidden && (
        // a new form when the address has changed
        <FilterForm key={JSON.stringify(toFilterQuery(state, false))} state={state} onChange={onChange} />
      )}
    </>
  );
}

function FilterForm({ state, onChange }: Pick<GameFiltersProps, "state" | "onChange">) {
  const [form, setForm] = useState(state);
  function apply(event: SubmitEvent): void {
    event.preventDefault();
    onChange(form);
  }
  return (
    <form
      aria-label="Filters"
      onSubmit={apply}
      className="grid basis-full gap-4 rounded-lg border border-border bg-raised p-5"
    >
      <div className="grid grid-cols-[repeat(auto-fill,minmax(11rem,1fr))] gap-4">
        {filterNames
          .filter((name) => name !== "type")
          .map((name) => (
            <FilterControl
              key={name}
              name={name}
              value={form[name]}
              onChange={(value) => setForm({ ...form, [name]: value })}
            />
          ))}
      </div>
      <div className="flex gap-3">
        <Button kind="primary" type="submit">
          Apply
        </Button>
        <Button onClick={() => onChange({ ...noFilters, type: state.type, missing: state.missing })}>
          Clear filters
        </Button>
      </div>
    </form>
  );
}

interface FilterControlProps {
  name: FilterName;
  value: string;
  onChange: (value: string) => void;
}

/** Where the filter's name says too little. */
const labels: Partial<Record<FilterName, string>> = {
  min_cut: "Min discount in %",
  low: "Historical low",
  low_within: "Near its low: within %",
  official: "Official stores only",
  activates: "Activates on",
  tag: "All of these tags",
  tag_any: "Any of these tags",
  tag_not: "None of these tags",
};

const inputTypes: Partial<Record<FilterKind["is"], "date" | "number">> = {
  day: "date",
  amount: "number",
  percent: "number",
  whole: "number",
  decimal: "number",
};

function FilterControl({ name, value, onChange }: FilterControlProps) {
  const { stores } = useStores();
  const kind: FilterKind = filterKinds[name];
  const label = labels[name] ?? choiceName(name.replaceAll("_", " "));
  const choices =
    kind.is === "choice" || kind.is === "choices"
      ? kind.choices.map((choice) => ({ value: choice, label: choiceName(choice) }))
      : kind.is === "stores"
        ? stores.map(({ key, name: shown }) => ({ value: key, label: shown }))
        : kind.is === "flag"
          ? [{ value: "true", label: "Yes" }]
          : undefined;
  if (!choices) {
    const type = inputTypes[kind.is] ?? "text";
    return (
      <TextField
        label={label}
        value={value}
        type={type}
        {...(type === "number" && { min: 0, step: "any" })}
        autoComplete="off"
        onChange={({ target }) => onChange(target.value)}
      />
    );
  }
  return (
    <div className="grid content-start gap-1.5">
      <span className="text-sm font-medium">{label}</span>
      <Select label={label} value={value} onChoose={onChange}>
        <option value="">Any</option>
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </Select>
    </div>
  );
}
