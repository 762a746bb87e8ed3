import { TabPage } from "../admin/tab-page.tsx";
import { AuditActions } from "./audit-actions.tsx";
import { AuditList } from "./audit-list.tsx";

/** Who changed what, and when (spec/administration 6.3). */
export function AuditTab() {
  return (
    <TabPage title="Audit Logs" needs="audit.read" actions={<AuditActions />}>
      <AuditList />
    </TabPage>
  );
}
