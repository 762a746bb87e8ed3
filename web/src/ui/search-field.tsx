import Search from "lucide-static/icons/search.svg?react";
import X from "lucide-static/icons/x.svg?react";
import { type ComponentProps, type ReactNode, type Ref, useRef } from "react";
import { buttonStyle } from "./button-style.ts";
import { classNames } from "./class-names.ts";
import { useEarlyValue } from "./use-early-value.ts";

/**
 * A search box with a clear button. Put it into a form, so that it works without scripts; the submit button shows on
 * focus.
 */
export function SearchField({
  label,
  placeholder,
  clearLabel,
  submitLabel,
  value,
  onChange,
  name = "search",
  size = "medium",
  className,
  area,
  input: more,
  children,
}: {
  label: string;
  placeholder: string;
  /** The label of the clear button. */
  clearLabel: string;
  submitLabel?: string;
  value: string;
  onChange: (value: string) => void;
  name?: string;
  size?: "medium" | "large";
  className?: string;
  /** A ref to the whole field. */
  area?: Ref<HTMLDivElement>;
  /** Further attributes of the input. */
  input?: Pick<
    ComponentProps<"input">,
    "role" | "onFocus" | "onBlur" | "onKeyDown" | (`aria-${string}` & keyof ComponentProps<"input">)
  >;
  /** What opens under the field. */
  children?: ReactNode;
}) {
  const input = useRef<HTMLInputElement>(null);
  useEarlyValue(input, value, onChange);
  return (
    <div ref={area} className={classNames("relative", className)}>
      <Search
        aria-hidden
        className="pointer-events-none absolute top-1/2 start-3.5 size-4.5 -translate-y-1/2 text-muted"
      />
      <input
        ref={input}
        type="search"
        name={name}
        aria-label={label}
        placeholder={placeholder}
        autoComplete="off"
        enterKeyHint="search"
        maxLength={100}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        {...more}
        className={classNames(
          "w-full rounded-md border border-border-strong/60 bg-raised pe-11 ps-10.5 text-md " +
            "placeholder:text-muted hover:border-border-strong",
          size === "large" ? "h-13" : "h-11",
        )}
      />
      {submitLabel !== undefined && (
        <button
          type="submit"
          className={buttonStyle(
            "primary",
            "small",
            "absolute top-1/2 end-11 -translate-y-1/2 not-focus:pointer-events-none not-focus:opacity-0",
          )}
        >
          {submitLabel}
        </button>
      )}
      {value !== "" && (
        <button
          type="button"
          aria-label={clearLabel}
          onClick={() => {
            onChange("");
            input.current?.focus();
          }}
          className={
            "needs-script absolute top-1/2 end-1 grid size-9 -translate-y-1/2 place-items-center " +
            "rounded-md text-muted hover:text-text"
          }
        >
          <X aria-hidden className="size-4" />
        </button>
      )}
      {children}
    </div>
  );
}
