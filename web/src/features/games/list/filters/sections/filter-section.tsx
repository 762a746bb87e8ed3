import { type ReactNode, useState } from "react";
import { RepeatedIcon } from "../../../../../ui/repeated-icon.tsx";

interface FilterSectionProps {
  title: string;
  /** How many of its filters are set; a section with some starts open. */
  count: number;
  isOpen?: boolean;
  children: ReactNode;
}

/** Filters of one kind, which can be folded away. */
export function FilterSection({ title, count, isOpen = false, children }: FilterSectionProps) {
  const [startsOpen] = useState(isOpen || count > 0);
  return (
    <details open={startsOpen} className="group border-b border-border py-1 last:border-b-0">
      <summary className="flex min-h-11 list-none items-center gap-2 rounded-sm text-base font-medium">
        <span className="grow">{title}</span>
        {count > 0 && (
          <span
            className={
              "figures grid h-5 min-w-5 place-items-center " + "rounded-full bg-accent px-1 text-xs text-on-accent"
            }
          >
            {count}
          </span>
        )}
        <RepeatedIcon name="chevron-down" className="size-4 text-muted transition-transform group-open:rotate-180" />
      </summary>
      <fieldset className="grid min-w-0 gap-2 pb-3">
        <legend className="sr-only">{title}</legend>
        {children}
      </fieldset>
    </details>
  );
}
