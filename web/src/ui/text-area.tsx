import { type ComponentProps, useId } from "react";
import { classNames } from "./class-names.ts";

interface TextAreaProps extends ComponentProps<"textarea"> {
  label: string;
  /** What to know before filling it in. */
  hint?: string;
  /** What is wrong with what it holds. */
  error?: string;
}

/** A labelled box for several lines of text. Screen readers hear its hint and its error with it. */
export function TextArea({ label, hint, error, className, ...rest }: TextAreaProps) {
  const id = useId();
  const note = error ?? hint;
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        {label}
      </label>
      <textarea
        {...rest}
        id={id}
        aria-invalid={error !== undefined || rest["aria-invalid"] || undefined}
        aria-describedby={classNames(rest["aria-describedby"], note && `${id}-note`) || undefined}
        className="block w-full rounded-md border border-border-strong/60 bg-raised px-3 py-2 text-base placeholder:text-muted hover:border-border-strong aria-invalid:border-danger"
      />
      {note && (
        <p id={`${id}-note`} className={classNames("mt-1.5 text-sm", error ? "text-danger" : "text-muted")}>
          {note}
        </p>
      )}
    </div>
  );
}
