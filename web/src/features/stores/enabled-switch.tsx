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
  /** What is being saved. */
  const [wanted, setWanted] = useState<boolean>();
  const change = async (on: boolean) => {
    setWanted(on);
    await onChange(on);
    setWanted(undefined);
  };
  return (
    <Switch
      label={`${name} enabled`}
      checked={wanted ?? enabled}
      disabled={lacksWrite !== undefined}
      title={lacksWrite}
      onChange={(on) => void change(on)}
    />
  );
}
