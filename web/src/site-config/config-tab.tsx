import { TabPage } from "../admin/tab-page.tsx";

export function ConfigTab() {
  return (
    <TabPage title="Site Config" needs="config.read">
      …
    </TabPage>
  );
}
