import type { FilterName } from "contract/games/filter-kinds.ts";
import { useRef } from "react";
import { useMoney } from "../../../../../api/market.ts";
import { useTypedSearch } from "../../../../../page/use-typed-search.ts";
import { AmountField } from "../../../../../ui/amount-field.tsx";
import { TextField } from "../../../../../ui/text-field.tsx";
import { useEarlyValue } from "../../../../../ui/use-early-value.ts";
import { readFilters } from "../../list-filters.ts";
import { listForm } from "../../list-form.ts";
import { useFinder } from "../use-finder.ts";

/** The text of a filter's field; it applies when typing pauses, and at once with Enter. */
function useFilterText(name: FilterName) {
  const { state, show } = useFinder();
  const parse = (typed: string) => readFilters({ [name]: typed })[name];
  const { typed, setTyped, applyNow } = useTypedSearch(String(state[name] ?? ""), (text) =>
    show({ [name]: parse(text) }),
  );
  return { typed, setTyped, applyNow, isInvalid: typed.trim() !== "" && parse(typed) === undefined };
}

/** An amount in the market's currency. */
export function AmountFilter({ name, label }: { name: FilterName; label: string }) {
  const { typed, setTyped, isInvalid } = useFilterText(name);
  const sign = useMoney()
    .format(0)
    .replace(/[\p{Nd}\p{Cf}.,\s]/gu, "");
  return (
    <AmountField
      label={label}
      sign={sign}
      name={name}
      form={listForm}
      value={typed}
      onChange={setTyped}
      isInvalid={isInvalid}
    />
  );
}

interface TextFilterProps {
  name: FilterName;
  label: string;
  type?: "text" | "date";
  inputMode?: "decimal" | "numeric";
}

/** A number, a day or a name. */
export function TextFilter({ name, label, type = "text", inputMode }: TextFilterProps) {
  const { typed, setTyped, applyNow, isInvalid } = useFilterText(name);
  const input = useRef<HTMLInputElement>(null);
  useEarlyValue(input, typed, setTyped);
  return (
    <TextField
      ref={input}
      label={label}
      name={name}
      form={listForm}
      type={type}
      inputMode={inputMode}
      autoComplete="off"
      maxLength={type === "text" ? 200 : undefined}
      value={typed}
      aria-invalid={isInvalid || undefined}
      onChange={({ target }) => setTyped(target.value)}
      onKeyDown={(event) => {
        if (event.key !== "Enter") return;
        event.preventDefault();
        applyNow();
      }}
    />
  );
}
