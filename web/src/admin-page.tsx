import "./admin/panel.css";
import { CatchBoundary, useNavigate } from "@tanstack/react-router";
import { type ComponentType, lazy, Suspense, useEffect } from "react";
import { AdminPanel } from "./admin/admin-panel.tsx";
import { TabFailed } from "./admin/tab-failed.tsx";
import { TabPending } from "./admin/tab-pending.tsx";
import type { TabName } from "./admin/tabs.ts";

interface LazyTab {
  /** How a failure calls it. */
  what: string;
  /** Its page, whose code is loaded when it is opened. */
  Page: ComponentType;
}

const tabs: Record<TabName, LazyTab> = {
  dashboard: {
    what: "the dashboard",
    Page: lazy(async () => ({ default: (await import("./dashboard/dashboard-tab.tsx")).DashboardTab })),
  },
  strings: {
    what: "the content strings",
    Page: lazy(async () => ({ default: (await import("./content-strings/strings-tab.tsx")).StringsTab })),
  },
  config: {
    what: "the site configuration",
    Page: lazy(async () => ({ default: (await import("./site-config/config-tab.tsx")).ConfigTab })),
  },
  users: {
    what: "the admin users",
    Page: lazy(async () => ({ default: (await import("./roles/users-tab.tsx")).UsersTab })),
  },
  messages: {
    what: "the customer messages",
    Page: lazy(async () => ({ default: (await import("./contact/messages-tab.tsx")).MessagesTab })),
  },
  audit: {
    what: "the audit logs",
    Page: lazy(async () => ({ default: (await import("./audit/audit-tab.tsx")).AuditTab })),
  },
};

/** The panel with the tab that its address names, `undefined` for the dashboard. A tab that breaks leaves the panel standing. */
export function AdminPage({ tab: name = "dashboard" }: { tab: string | undefined }) {
  if (!Object.hasOwn(tabs, name)) return <ToHome />;
  const { what, Page } = tabs[name as TabName];
  return (
    <AdminPanel>
      <CatchBoundary getResetKey={() => name} errorComponent={(props) => <TabFailed {...props} what={what} />}>
        <Suspense fallback={<TabPending />}>
          <Page />
        </Suspense>
      </CatchBoundary>
    </AdminPanel>
  );
}

/** Any other path leads home (spec/storefront 2.2). */
function ToHome() {
  const navigate = useNavigate();
  useEffect(() => void navigate({ to: "/", replace: true }), [navigate]);
  return null;
}
