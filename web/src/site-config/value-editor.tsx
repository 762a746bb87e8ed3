import type { ConfigType } from "contract/site-config/catalogue.ts";
import { fieldStyle } from "../admin/field-style.ts";

interface ValueEditorProps {
  type: ConfigType;
  value: string;
  onChange: (value: string) => void;
  /** The setting's name, for those who cannot see where the box stands. */
  label: string;
  disabled?: boolean;
  "aria-invalid"?: boolean | undefined;
  "aria-describedby"?: string | undefined;
}

/** What stands for a number that the box holds but does not tell: no rule takes it for one. */
const unreadable = "?";

/** The control that fits the type of a value (spec/content-and-settings 4.1). It shows a number as it came; mount it anew for another. */
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
          // not controlled: a browser that cannot read what is typed tells nothing of it, and must not lose it
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
        className="h-6 w-11 rounded-full border border-border-strong bg-sunken p-0.5 outline-offset-2 transition-colors peer-checked:border-accent peer-checked:bg-accent peer-focus-visible:outline-2 peer-focus-visible:outline-accent-text peer-disabled:opacity-60 after:block after:size-4.5 after:rounded-full after:bg-border-strong after:transition-transform peer-checked:after:translate-x-5 peer-checked:after:bg-on-accent"
      />
      <span aria-hidden className="text-sm">
        {on ? "On" : "Off"}
      </span>
    </label>
  );
}
