import { TabPage } from "../admin/tab-page.tsx";

export function StringsTab() {
  return (
    <TabPage title="Content Strings" needs="content.read">
      …
    </TabPage>
  );
}
