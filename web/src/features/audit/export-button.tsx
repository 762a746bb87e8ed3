import { requestOf } from "contract/core/call.ts";
import Download from "lucide-react/icons/download";
import { useState } from "react";
import { saveResponse } from "../../page/save-response.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { ErrorBox } from "../../ui/error-box.tsx";
import { NotReauthenticated } from "../accounts/reauthentication/use-reauthentication.tsx";
import { ActionButton } from "../admin/action-button.tsx";
import { useDenialReason } from "../admin/me.ts";
import { useConfirmed } from "../admin/reauthentication.tsx";
import { type AuditState, auditQueryOf } from "./audit-state.ts";

/** Exports the filtered list, all its pages. */
export function ExportButton({ state }: { state: AuditState }) {
  const denialReason = useDenialReason();
  const confirmed = useConfirmed();
  const [status, setStatus] = useState<"idle" | "exporting" | "failed">("idle");
  const save = () => {
    setStatus("exporting");
    confirmed(() => exportEntries(state)).then(
      () => setStatus("idle"),
      (error) => setStatus(error instanceof NotReauthenticated ? "idle" : "failed"),
    );
  };
  return (
    <>
      <ActionButton denialReason={denialReason("audit.export")} disabled={status === "exporting"} onClick={save}>
        <Download aria-hidden className="size-4" />
        {status === "exporting" ? "Exporting…" : "Export CSV"}
      </ActionButton>
      {status === "failed" && (
        <Dialog title="Export CSV" onClose={() => setStatus("idle")}>
          <div className="mt-4 grid justify-items-start gap-5">
            <ErrorBox>Failed to export audit logs</ErrorBox>
            <Button onClick={() => setStatus("idle")}>Close</Button>
          </div>
        </Dialog>
      )}
    </>
  );
}

/** Saves the filtered list as a CSV file, under the server's file name. Throws on failure. */
export async function exportEntries(state: AuditState): Promise<void> {
  const query = { ...auditQueryOf(state), format: "csv" };
  const { url } = requestOf("GET /api/admin/dashboard/audit/export", { query });
  await saveResponse(url, "audit-logs.csv");
}
