import { useIsFetching, useQueryClient } from "@tanstack/react-query";
import RefreshCw from "lucide-react/icons/refresh-cw";
import { Button } from "../../ui/button.tsx";
import { TabPage } from "../admin/tabs/tab-page.tsx";
import { AuditList } from "./audit-list.tsx";
import { useAuditState } from "./audit-state.ts";
import { ExportButton } from "./export-button.tsx";
import { auditKey } from "./queries.ts";

/** Who changed what, and when (spec/administration 6.3). */
export function AuditTab() {
  return (
    <TabPage title="Audit Logs" needs="audit.read" actions={<AuditActions />}>
      <AuditList />
    </TabPage>
  );
}

/** Actions of the whole list. */
function AuditActions() {
  const { state } = useAuditState();
  const queryClient = useQueryClient();
  const busy = useIsFetching({ queryKey: auditKey }) > 0;
  return (
    <>
      <Button disabled={busy} onClick={() => void queryClient.invalidateQueries({ queryKey: auditKey })}>
        <RefreshCw aria-hidden className="size-4" />
        Refresh
      </Button>
      <ExportButton state={state} />
    </>
  );
}
