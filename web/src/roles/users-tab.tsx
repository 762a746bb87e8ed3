import { TabPage } from "../admin/tab-page.tsx";

export function UsersTab() {
  return (
    <TabPage title="Admin Users" needs="users.read">
      …
    </TabPage>
  );
}
