import { useRef } from "react";
import { useEarlyValue } from "./use-early-value.ts";

interface AmountFieldProps {
  label: string;
  name: string;
  /** As typed. */
  value: string;
  onChange: (value: string) => void;
  /** Whether the value is not an amount. */
  isInvalid: boolean;
}

/** A box for an amount in dollars, with the label as its placeholder. */
export function AmountField({ label, name, value, onChange, isInvalid }: AmountFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  useEarlyValue(input, value, (early) => onChange(early.value));
  return (
    <div className="relative">
      <span aria-hidden className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-muted">
        $
      </span>
      <input
        ref={input}
        name={name}
        aria-label={label}
        aria-invalid={isInvalid || undefined}
        placeholder={label}
        inputMode="decimal"
        autoComplete="off"
        maxLength={8}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="h-11 w-full rounded-md border border-border-strong/60 bg-raised pr-3 pl-7 text-base placeholder:text-muted hover:border-border-strong aria-invalid:border-danger"
      />
    </div>
  );
}
