import { TabPage } from "../admin/tab-page.tsx";

export function AuditTab() {
  return (
    <TabPage title="Audit Logs" needs="audit.read">
      …
    </TabPage>
  );
}
