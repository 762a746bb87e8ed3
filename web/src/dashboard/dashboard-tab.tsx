import { TabPage } from "../admin/tab-page.tsx";

export function DashboardTab() {
  return <TabPage title="Dashboard">…</TabPage>;
}
