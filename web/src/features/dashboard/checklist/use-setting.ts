import type { SettingKey } from "contract/site-config/defaults.ts";
import { useState } from "react";
import { serverMessageOf, useAdminCall } from "../../admin/admin-call.ts";
import { useRefresh } from "../../admin/editing/use-refresh.ts";

/** Switches a setting of the site on or off. */
export function useSetting(key: SettingKey) {
  const call = useAdminCall();
  const refresh = useRefresh();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();

  async function change(value: boolean): Promise<void> {
    setBusy(true);
    setFailure(undefined);
    try {
      await call("PUT /api/admin/config/{key}", { params: { key }, body: { value } });
      await refresh();
    } catch (error) {
      setFailure(serverMessageOf(error, "Failed to save the setting"));
    }
    setBusy(false);
  }

  return { change, busy, failure };
}
