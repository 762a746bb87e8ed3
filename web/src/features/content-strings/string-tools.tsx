import Download from "lucide-react/icons/download";
import Replace from "lucide-react/icons/replace";
import Upload from "lucide-react/icons/upload";
import { useState } from "react";
import { saveJson } from "../../page/save-file.ts";
import { ActionButton } from "../admin/action-button.tsx";
import { serverMessageOf, useAdminCall } from "../admin/admin-call.ts";
import { useDenialReason } from "../admin/me.ts";
import { ImportDialog } from "./import-dialog.tsx";
import { ReplaceDialog } from "./replace-dialog.tsx";

/** Actions on many texts: replace, import and export. */
export function StringTools() {
  const lacksWrite = useDenialReason()("content.write");
  const [open, setOpen] = useState<"replace" | "import" | null>(null);
  const close = () => setOpen(null);
  const { run, busy, failure } = useExport();
  return (
    <>
      {failure && (
        <p role="alert" className="self-center text-sm text-danger">
          {failure}
        </p>
      )}
      <ActionButton size="small" denialReason={lacksWrite} onClick={() => setOpen("replace")}>
        <Replace aria-hidden className="size-4" />
        Find and Replace
      </ActionButton>
      <ActionButton size="small" denialReason={lacksWrite} onClick={() => setOpen("import")}>
        <Upload aria-hidden className="size-4" />
        Import
      </ActionButton>
      <ActionButton size="small" disabled={busy} onClick={run}>
        <Download aria-hidden className="size-4" />
        Export
      </ActionButton>
      {open === "replace" && <ReplaceDialog onClose={close} />}
      {open === "import" && <ImportDialog onClose={close} />}
    </>
  );
}

/** Saves all texts as a file for import. */
function useExport() {
  const call = useAdminCall();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const run = async () => {
    setBusy(true);
    setFailure(undefined);
    try {
      const texts = await call("GET /api/admin/content/strings/export", {});
      saveJson(texts, `content-strings-${new Date().toISOString().slice(0, 10)}.json`);
    } catch (error) {
      setFailure(serverMessageOf(error, "Failed to export content strings"));
    } finally {
      setBusy(false);
    }
  };
  return { run, busy, failure };
}
