import { useFinderText } from "../finder-text.ts";
import { useFinder } from "../use-finder.ts";
import { OptionRow } from "./option-row.tsx";

/** A filter that is on or off. */
export function FlagFilter({
  name,
  count,
}: {
  name: "free" | "official" | "upcoming" | "in_bundle";
  count?: number | undefined;
}) {
  const text = useFinderText();
  const { state, show } = useFinder();
  return (
    <OptionRow
      type="checkbox"
      name={name}
      value="true"
      label={text(`filter.${name}`)}
      count={count}
      checked={state[name] === "true"}
      onChange={(checked) => void show({ [name]: checked ? "true" : undefined })}
    />
  );
}
