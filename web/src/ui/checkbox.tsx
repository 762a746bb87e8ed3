import type { ComponentProps, ReactNode } from "react";
import { useFieldNote } from "./field-note.tsx";

interface CheckboxProps extends Omit<ComponentProps<"input">, "type" | "children"> {
  label: ReactNode;
  hint?: string;
  error?: string;
}

/** A native checkbox with a clickable label. */
export function Checkbox({ label, hint, error, className, ...rest }: CheckboxProps) {
  const { id, fieldProps, note } = useFieldNote({ ...rest, hint, error }, "mt-1 ms-7.5");
  return (
    <div className={className}>
      <div className="flex items-start gap-2.5">
        <input {...rest} {...fieldProps} type="checkbox" className="mt-0.5 size-5 shrink-0 accent-accent-text" />
        <label htmlFor={id} className="cursor-pointer text-base">
          {label}
        </label>
      </div>
      {note}
    </div>
  );
}
