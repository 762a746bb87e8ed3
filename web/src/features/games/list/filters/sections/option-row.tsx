import { type ReactNode, useContext, useRef } from "react";
import { useLanguage } from "../../../../../api/texts.ts";
import { useEarlyCheck } from "../../../../../ui/use-early-value.ts";
import { listForm } from "../../list-form.ts";
import { useFinderText } from "../finder-text.ts";
import { InSheet } from "../use-finder.ts";
import { usePending } from "../use-pending.ts";

interface OptionRowProps {
  type: "checkbox" | "radio";
  name: string;
  value: string;
  label: ReactNode;
  /** How many games would match; `undefined` if unknown. */
  count?: number | undefined;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** An option of a filter. One without matching games is disabled, unless it is chosen. */
export function OptionRow({ type, name, value, label, count, checked, onChange }: OptionRowProps) {
  const text = useFinderText();
  const input = useRef<HTMLInputElement>(null);
  const isInSheet = useContext(InSheet);
  const [shown, choose] = usePending(checked);
  const change = (isChecked: boolean) => {
    // a radio group determines its own selection
    if (type === "checkbox") choose(isChecked);
    onChange(isChecked);
  };
  useEarlyCheck(input, checked, change);
  return (
    <label
      className={
        "flex min-h-8 cursor-pointer items-center gap-2.5 text-base has-disabled:cursor-default " +
        "has-disabled:text-muted max-lg:min-h-11"
      }
    >
      <input
        ref={input}
        type={type}
        name={isInSheet ? `sheet-${name}` : name}
        value={value}
        form={isInSheet ? undefined : listForm}
        checked={shown}
        disabled={count === 0 && !shown}
        onChange={({ target }) => change(target.checked)}
        className="size-4.5 shrink-0 accent-accent-text"
      />
      <span className="min-w-0 grow">{label}</span>
      {count !== undefined && (
        <span className="figures shrink-0 text-sm text-muted">
          <Count text={text("finder.games", { count })} count={count} />
        </span>
      )}
    </label>
  );
}

/** A visible number, and a sentence for screen readers. */
function Count({ text, count }: { text: string; count: number }) {
  const language = useLanguage();
  return (
    <>
      <span aria-hidden>{language.count(count)}</span>
      <span className="sr-only">{text}</span>
    </>
  );
}
