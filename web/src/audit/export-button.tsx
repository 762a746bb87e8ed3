import Download from "lucide-react/icons/download";
import { useState } from "react";
import { ActionButton } from "../admin/action-button.tsx";
import { useWhyNot } from "../admin/me.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { ErrorBox } from "../ui/error-box.tsx";
import type { AuditState } from "./audit-state.ts";
import { exportEntries } from "./export-entries.ts";

/** Saves what the list shows, all its pages, as a file. */
export function ExportButton({ state }: { state: AuditState }) {
  const whyNot = useWhyNot();
  const [status, setStatus] = useState<"idle" | "exporting" | "failed">("idle");
  const save = () => {
    setStatus("exporting");
    exportEntries(state).then(
      () => setStatus("idle"),
      () => setStatus("failed"),
    );
  };
  return (
    <>
      <ActionButton whyNot={whyNot("audit.export")} disabled={status === "exporting"} onClick={save}>
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
