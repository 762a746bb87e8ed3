import { useMemo } from "react";
import { useTabState } from "../admin/tab-address.ts";
import { auditAllowed, auditDefaults } from "./audit-state.ts";

/** What the tab shows, by its address, and the way to other addresses. */
export function useAuditState() {
  const defaults = useMemo(() => auditDefaults(new Date()), []);
  return useTabState(defaults, auditAllowed);
}
