import { TabPage } from "../admin/tab-page.tsx";
import { MessageList } from "./message-list.tsx";

/** What visitors wrote by the contact form, and what became of it (spec/contact 4). */
export function MessagesTab() {
  return (
    <TabPage title="Customer Messages" needs="users.read">
      <MessageList />
    </TabPage>
  );
}
