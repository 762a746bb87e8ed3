import { TabPage } from "../admin/tab-page.tsx";

export function MessagesTab() {
  return (
    <TabPage title="Customer Messages" needs="users.read">
      …
    </TabPage>
  );
}
