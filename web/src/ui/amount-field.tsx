import { useRef } from "react";
import { classNames } from "./class-names.ts";
import { useEarlyValue } from "./use-early-value.ts";

interface AmountFieldProps {
  label: string;
  /** The sign of the currency. */
  sign: string;
  name: string;
  /** The id of its form, if that does not contain it. */
  form?: string;
  /** As typed. */
  value: string;
  onChange: (value: string) => void;
  /** Whether the value is not an amount. */
  isInvalid: boolean;
}

/** A box for an amount, with the label as its placeholder. */
export function AmountField({ label, sign, name, form, value, onChange, isInvalid }: AmountFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  useEarlyValue(input, value, onChange);
  return (
    <div className="relative">
      {/* the sign has its own direction, but its place is that of the page's */}
      <span aria-hidden className="pointer-events-none absolute top-1/2 start-3 -translate-y-1/2 text-muted">
        <bdi>{sign}</bdi>
      </span>
      <input
        ref={input}
        name={name}
        form={form}
        aria-label={label}
        aria-invalid={isInvalid || undefined}
        placeholder={label}
        inputMode="decimal"
        autoComplete="off"
        maxLength={8}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className={classNames(
          "h-11 w-full rounded-md border border-border-strong/60 bg-raised pe-3 text-base",
          "placeholder:text-muted hover:border-border-strong aria-invalid:border-danger",
          sign.length > 1 ? "ps-12" : "ps-7",
        )}
      />
    </div>
  );
}
