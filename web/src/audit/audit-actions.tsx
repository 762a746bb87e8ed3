import { useIsFetching, useQueryClient } from "@tanstack/react-query";
import RefreshCw from "lucide-react/icons/refresh-cw";
import { Button } from "../ui/button.tsx";
import { ExportButton } from "./export-button.tsx";
import { auditKey } from "./queries.ts";
import { useAuditState } from "./use-audit-state.ts";

/** What can be done with the list as a whole. */
export function AuditActions() {
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
