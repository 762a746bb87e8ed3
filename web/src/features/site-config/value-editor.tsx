import type { ConfigType } from "contract/site-config/catalogue.ts";
import { fieldStyle } from "../admin/field-style.ts";

interface ValueEditorProps {
  type: ConfigType;
  value: string;
  onChange: (value: string) => void;
  /** The accessible name. */
  label: string;
  disabled?: boolean;
  "aria-invalid"?: boolean | undefined;
  "aria-describedby"?: string | undefined;
}

/** Stands for a number that the browser cannot parse; no rule accepts it. */
const unreadable = "?";

/** The input for a value's type (spec/content-and-settings 4.1). Numbers are uncontrolled: remount for a new value. */
export function ValueEditor({ type, value, onChange, label, ...rest }: ValueEditorProps) {
  switch (type) {
    case "boolean":
      return <Toggle {...rest} label={label} value={value} onChange={onChange} />;
    case "number":
      return (
        <input
          {...rest}
          type="number"
          step="any"
          aria-label={label}
          // uncontrolled: browsers report unparsable input as empty, which must not erase it
          defaultValue={value}
          onChange={({ target }) => onChange(target.validity.badInput ? unreadable : target.value)}
          className={`h-10 max-w-48 ${fieldStyle}`}
        />
      );
    case "json":
      return (
        <textarea
          {...rest}
          aria-label={label}
          rows={3}
          spellCheck={false}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className={`field-sizing-content max-h-96 font-mono ${fieldStyle}`}
        />
      );
    case "string":
      return (
        <input
          {...rest}
          type="text"
          aria-label={label}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className={`h-10 ${fieldStyle}`}
        />
      );
  }
}

function Toggle({ label, value, onChange, ...rest }: Omit<ValueEditorProps, "type">) {
  const on = value === "true" || value === "1";
  return (
    <label className="inline-flex h-10 items-center gap-2.5">
      <input
        {...rest}
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox tells by itself whether it is checked
        role="switch"
        aria-label={label}
        checked={on}
        onChange={(event) => onChange(String(event.target.checked))}
        className="peer sr-only"
      />
      <span
        aria-hidden
        className={
          "h-6 w-11 rounded-full border border-border-strong bg-sunken p-0.5 outline-offset-2 " +
          "transition-colors peer-checked:border-accent peer-checked:bg-accent " +
          "peer-focus-visible:outline-2 peer-focus-visible:outline-accent-text " +
          "peer-disabled:opacity-60 after:block after:size-4.5 after:rounded-full " +
          "after:bg-border-strong after:transition-transform peer-checked:after:translate-x-5 " +
          "peer-checked:after:bg-on-accent"
        }
      />
      <span aria-hidden className="text-sm">
        {on ? "On" : "Off"}
      </span>
    </label>
  );
}
