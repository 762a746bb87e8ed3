import type { Permission } from "contract/permissions.ts";
import { type ComponentProps, useState } from "react";
import { useDenialReason } from "./me.ts";

interface SwitchProps extends Omit<ComponentProps<"input">, "type" | "role" | "onChange"> {
  /** The accessible name. */
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** A checkbox that looks like a switch. */
export function Switch({ label, onChange, title, ...rest }: SwitchProps) {
  return (
    <label title={title} className="inline-flex h-10 items-center gap-2.5">
      <input
        {...rest}
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox reports by itself whether it is checked
        role="switch"
        aria-label={label}
        onChange={(event) => onChange(event.target.checked)}
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
        {rest.checked ? "On" : "Off"}
      </span>
    </label>
  );
}

interface EnabledSwitchProps {
  /** Of the store, market or language. */
  name: string;
  enabled: boolean;
  /** The permission to change it. */
  needs?: Permission;
  /** Resolves when it is saved, or has failed. */
  onChange: (enabled: boolean) => Promise<void>;
}

/** Enables or disables a store, market or language at once. */
export function EnabledSwitch({ name, enabled, needs = "stores.write", onChange }: EnabledSwitchProps) {
  const lacksWrite = useDenialReason()(needs);
  /** The value that is being saved. */
  const [pending, setPending] = useState<boolean>();
  const change = async (on: boolean) => {
    setPending(on);
    await onChange(on);
    setPending(undefined);
  };
  return (
    <Switch
      label={`${name} enabled`}
      checked={pending ?? enabled}
      disabled={lacksWrite !== undefined}
      title={lacksWrite}
      onChange={(on) => void change(on)}
    />
  );
}
