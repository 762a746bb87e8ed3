import { type ComponentProps, type ReactNode, useId } from "react";
import { classNames } from "./class-names.ts";

interface CheckboxProps extends Omit<ComponentProps<"input">, "type" | "children"> {
  label: ReactNode;
  hint?: string;
  error?: string;
}

/** The browser's own checkbox with its label, which is part of what can be pressed. */
export function Checkbox({ label, hint, error, className, ...rest }: CheckboxProps) {
  const id = useId();
  const note = error ?? hint;
  return (
    <div className={className}>
      <div className="flex items-start gap-2.5">
        <input
          {...rest}
          id={id}
          type="checkbox"
          aria-invalid={error !== undefined || rest["aria-invalid"] || undefined}
          aria-describedby={classNames(rest["aria-describedby"], note && `${id}-note`) || undefined}
          className="mt-0.5 size-5 shrink-0 accent-accent-text"
        />
        <label htmlFor={id} className="cursor-pointer text-base">
          {label}
        </label>
      </div>
      {note && (
        <p id={`${id}-note`} className={classNames("mt-1 ml-7.5 text-sm", error ? "text-danger" : "text-muted")}>
          {note}
        </p>
      )}
    </div>
  );
}
