import { type ComponentProps, type ReactNode, useId } from "react";
import { classNames } from "./class-names.ts";

interface TextFieldProps extends ComponentProps<"input"> {
  label: string;
  /** What to know before filling it in. */
  hint?: string;
  /** What is wrong with what it holds. */
  error?: string;
  /** A control at the end of the box. */
  trailing?: ReactNode;
}

/** A labelled box for a line of text. Screen readers hear its hint and its error with it. */
export function TextField({ label, hint, error, trailing, className, ...rest }: TextFieldProps) {
  const id = useId();
  const note = error ?? hint;
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        {label}
      </label>
      <div className="relative">
        <input
          {...rest}
          id={id}
          aria-invalid={error !== undefined || rest["aria-invalid"] || undefined}
          aria-describedby={classNames(rest["aria-describedby"], note && `${id}-note`) || undefined}
          className={classNames(
            "h-11 w-full rounded-md border border-border-strong/60 bg-raised px-3 text-base placeholder:text-muted hover:border-border-strong",
            "disabled:opacity-60 aria-invalid:border-danger",
            trailing !== undefined && "pr-18",
          )}
        />
        {trailing !== undefined && <div className="absolute inset-y-0 right-1 flex items-center">{trailing}</div>}
      </div>
      {note && (
        <p id={`${id}-note`} className={classNames("mt-1.5 text-sm", error ? "text-danger" : "text-muted")}>
          {note}
        </p>
      )}
    </div>
  );
}
