import type { ComponentProps } from "react";
import { useFieldNote } from "./field-note.tsx";

interface TextAreaProps extends ComponentProps<"textarea"> {
  label: string;
  hint?: string;
  error?: string;
}

/** A labelled textarea with hint and error. */
export function TextArea({ label, hint, error, className, ...rest }: TextAreaProps) {
  const { id, fieldProps, note } = useFieldNote({ ...rest, hint, error });
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        {label}
      </label>
      <textarea
        {...rest}
        {...fieldProps}
        className={
          "block w-full rounded-md border border-border-strong/60 bg-raised px-3 py-2 text-base " +
          "placeholder:text-muted hover:border-border-strong aria-invalid:border-danger"
        }
      />
      {note}
    </div>
  );
}
