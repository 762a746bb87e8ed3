import ChevronDown from "lucide-react/icons/chevron-down";
import { type ComponentProps, useRef } from "react";
import { classNames } from "./class-names.ts";
import { useEarlyValue } from "./use-early-value.ts";

/** A styled native select. */
export function Select({ label, className, children, ...rest }: ComponentProps<"select"> & { label: string }) {
  const select = useRef<HTMLSelectElement>(null);
  // once React listens to it
  useEarlyValue(select, rest.value, (early) =>
    setTimeout(() => early.dispatchEvent(new Event("change", { bubbles: true }))),
  );
  return (
    <div className={classNames("relative", className)}>
      <select
        ref={select}
        autoComplete="off"
        aria-label={label}
        className={
          "h-11 w-full appearance-none rounded-md border border-border-strong/60 bg-raised pr-9 pl-3 " +
          "text-base font-medium hover:border-border-strong"
        }
        {...rest}
      >
        {children}
      </select>
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-muted"
      />
    </div>
  );
}
