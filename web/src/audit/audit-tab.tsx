import { TabPage } from "../admin/tab-page.tsx";
import { AuditList } from "./audit-list.tsx";

/** Who changed what, and when (admin.md section 2). */
export function AuditTab() {
  return (
    <TabPage title="Audit Logs" needs="audit.read">
      <AuditList />
    </TabPage>
  );
}
