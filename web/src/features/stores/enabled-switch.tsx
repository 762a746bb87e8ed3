import { useState } from "react";
import { useDenialReason } from "../admin/me.ts";
import { Switch } from "../admin/switch.tsx";

interface EnabledSwitchProps {
  /** Of the store or market. */
  name: string;
  enabled: boolean;
  /** Resolves when it is saved, or has failed. */
  onChange: (enabled: boolean) => Promise<void>;
}

/** Enables or disables at once. */
export function EnabledSwitch({ name, enabled, onChange }: EnabledSwitchProps) {
  const lacksWrite = useDenialReason()("stores.write");
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
