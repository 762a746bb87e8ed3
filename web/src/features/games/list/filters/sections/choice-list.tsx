import { usePending } from "../use-pending.ts";
import { OptionRow } from "./option-row.tsx";

interface ChoiceListProps {
  name: string;
  /** The first one means no filter and has the value `""`. */
  choices: readonly { value: string; label: string; count?: number | undefined }[];
  selected: string;
  onChoose: (value: string) => void;
}

/** Radio buttons. */
export function ChoiceList({ name, choices, selected, onChoose }: ChoiceListProps) {
  const [shown, choose] = usePending(selected);
  return (
    <div className="grid">
      {choices.map(({ value, label, count }) => (
        <OptionRow
          key={value}
          type="radio"
          name={name}
          value={value}
          label={label}
          count={count}
          checked={value === shown}
          onChange={(checked) => {
            if (!checked) return;
            choose(value);
            onChoose(value);
          }}
        />
      ))}
    </div>
  );
}
