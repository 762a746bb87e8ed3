import type { ConfigType } from "contract/site-config/defaults.ts";
import { fieldStyle } from "../admin/field-style.ts";
import { Switch } from "../admin/switch.tsx";

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
      return (
        <Switch
          {...rest}
          label={label}
          checked={value === "true" || value === "1"}
          onChange={(on) => onChange(String(on))}
        />
      );
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
