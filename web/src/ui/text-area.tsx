import { type ComponentProps, useId } from "react";
import { classNames } from "./class-names.ts";

interface TextAreaProps extends ComponentProps<"textarea"> {
  label: string;
  /** What to know before filling it in. */
  hint?: string;
}

/** A labelled box for several lines of text. Screen readers hear its hint with it. */
export function TextArea({ label, hint, className, ...rest }: TextAreaProps) {
  const id = useId();
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        {label}
      </label>
      <textarea
        {...rest}
        id={id}
        aria-describedby={classNames(rest["aria-describedby"], hint && `${id}-note`) || undefined}
        className="block w-full rounded-md border border-border-strong/60 bg-raised px-3 py-2 text-base placeholder:text-muted hover:border-border-strong"
      />
      {hint && (
        <p id={`${id}-note`} className="mt-1.5 text-sm text-muted">
          {hint}
        </p>
      )}
    </div>
  );
}
