import type { ComponentProps, ReactNode } from "react";
import { classNames } from "./class-names.ts";
import { useFieldNote } from "./field-note.tsx";

interface TextFieldProps extends ComponentProps<"input"> {
  label: string;
  hint?: string;
  error?: string;
  /** A control inside the box. */
  trailing?: ReactNode;
}

/** A labelled input with hint and error. */
export function TextField({ label, hint, error, trailing, className, ...rest }: TextFieldProps) {
  const { id, fieldProps, note } = useFieldNote({ ...rest, hint, error });
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        {label}
      </label>
      <div className="relative">
        <input
          {...rest}
          {...fieldProps}
          className={classNames(
            "h-11 w-full rounded-md border border-border-strong/60 bg-raised px-3 text-base " +
              "placeholder:text-muted hover:border-border-strong",
            "disabled:opacity-60 aria-invalid:border-danger",
            trailing !== undefined && "pe-18",
          )}
        />
        {trailing !== undefined && <div className="absolute inset-y-0 end-1 flex items-center">{trailing}</div>}
      </div>
      {note}
    </div>
  );
}
