import type { ComponentProps } from "react";
import { classNames } from "./class-names.ts";
import { useFieldNote } from "./field-note.tsx";

interface TextAreaProps extends ComponentProps<"textarea"> {
  label: string;
  hint?: string;
  error?: string;
  /** Begins as one line and grows with what is typed. */
  grows?: boolean;
}

/** A labelled textarea with hint and error. */
export function TextArea({ label, hint, error, grows = false, className, ...rest }: TextAreaProps) {
  const { id, fieldProps, note } = useFieldNote({ ...rest, hint, error });
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        {label}
      </label>
      <textarea
        {...rest}
        {...fieldProps}
        className={classNames(
          "block w-full rounded-md border border-border-strong/60 bg-raised px-3 py-2 text-base " +
            "placeholder:text-muted hover:border-border-strong aria-invalid:border-danger",
          grows && "field-sizing-content max-h-72 min-h-11",
        )}
      />
      {note}
    </div>
  );
}
