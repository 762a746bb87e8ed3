import { shippedSettings } from "contract/site-config/catalogue.ts";
import type { SiteConfig } from "contract/site-config/schema.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { serverMessageOf, useAdminCall } from "../admin/admin-call.ts";
import { useRefresh } from "../admin/editing/use-refresh.ts";

/** Asks before a setting is deleted (spec/content-and-settings 4.2). */
export function DeleteConfigDialog({ config, onClose }: { config: SiteConfig; onClose: () => void }) {
  const call = useAdminCall();
  const refresh = useRefresh("site");
  const remove = async () => {
    // the key could look like an id
    await call("DELETE /api/admin/config/{key}", { params: { key: String(config.id) } });
    await refresh();
  };
  return (
    <ConfirmDialog
      title="Delete Configuration"
      action="Delete"
      kind="danger"
      onConfirm={remove}
      explain={(error) => serverMessageOf(error, "Failed to delete configuration")}
      onClose={onClose}
    >
      Are you sure you want to delete <strong className="break-all text-text">{config.key}</strong>? This cannot be
      undone.
      {Object.hasOwn(shippedSettings, config.key) &&
        "The site itself uses this configuration: it goes by the value that it ships with, which is " +
          "back in this list after the next start."}
    </ConfirmDialog>
  );
}
