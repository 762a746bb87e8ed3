import ListFilter from "lucide-static/icons/list-filter.svg?react";
import type { ComponentProps } from "react";
import { classNames } from "./class-names.ts";

interface FilterFieldProps extends Omit<ComponentProps<"input">, "onChange"> {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

/** A box that narrows down a list, with the label as its placeholder. */
export function FilterField({ label, onChange, className, ...rest }: FilterFieldProps) {
  return (
    <div className={classNames("relative", className)}>
      <ListFilter
        aria-hidden
        className="pointer-events-none absolute top-1/2 start-3.5 size-4.5 -translate-y-1/2 text-muted"
      />
      <input
        {...rest}
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onChange(event.target.value)}
        className={
          "h-11 w-full rounded-md border border-border-strong/60 bg-surface pe-3 ps-10.5 text-md " +
          "placeholder:text-muted hover:border-border-strong"
        }
      />
    </div>
  );
}
