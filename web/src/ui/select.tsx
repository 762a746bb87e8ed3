import ChevronDown from "lucide-static/icons/chevron-down.svg?react";
import { type ComponentProps, useRef } from "react";
import { classNames } from "./class-names.ts";
import { useEarlyValue } from "./use-early-value.ts";

interface SelectProps extends Omit<ComponentProps<"select">, "onChange" | "onInput"> {
  label: string;
  onChoose?: (value: string) => void;
}

/**
 * A styled native select. It listens to `input`: a render between `input` and `change`, as of effects that are pending
 * after hydration, would restore the old value before `change` is handled.
 */
export function Select({ label, onChoose, className, children, ...rest }: SelectProps) {
  const select = useRef<HTMLSelectElement>(null);
  // after the events that React replays when it has hydrated the field
  useEarlyValue(select, rest.value, (early) => setTimeout(() => onChoose?.(early)));
  return (
    <div className={classNames("relative", className)}>
      <select
        ref={select}
        autoComplete="off"
        aria-label={label}
        className={
          "h-11 w-full appearance-none rounded-md border border-border-strong/60 bg-raised pe-9 ps-3 " +
          "text-base font-medium hover:border-border-strong"
        }
        {...rest}
        onInput={({ currentTarget }) => onChoose?.(currentTarget.value)}
      >
        {children}
      </select>
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute top-1/2 end-3 size-4 -translate-y-1/2 text-muted"
      />
    </div>
  );
}
