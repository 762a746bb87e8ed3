import "../features/admin/panel.css";
import { CatchBoundary, useNavigate } from "@tanstack/react-router";
import { type ComponentType, lazy, Suspense, useEffect } from "react";
import { AdminPanel } from "../features/admin/admin-panel.tsx";
import { TabFailed, TabPending } from "../features/admin/tabs/tab-fallbacks.tsx";
import type { TabName } from "../features/admin/tabs/tabs.ts";

interface LazyTab {
  /** Its name in error messages. */
  what: string;
  /** Its page, whose code is loaded when it is opened. */
  Page: ComponentType;
}

const tabs: Record<TabName, LazyTab> = {
  dashboard: {
    what: "the dashboard",
    Page: lazy(async () => ({ default: (await import("../features/dashboard/dashboard-tab.tsx")).DashboardTab })),
  },
  strings: {
    what: "the content strings",
    Page: lazy(async () => ({ default: (await import("../features/content-strings/strings-tab.tsx")).StringsTab })),
  },
  config: {
    what: "the site configuration",
    Page: lazy(async () => ({ default: (await import("../features/site-config/config-tab.tsx")).ConfigTab })),
  },
  stores: {
    what: "the stores",
    Page: lazy(async () => ({ default: (await import("../features/stores/stores-tab.tsx")).StoresTab })),
  },
  games: {
    what: "the games",
    Page: lazy(async () => ({ default: (await import("../features/catalogue/games/games-tab.tsx")).GamesTab })),
  },
  matches: {
    what: "the matches",
    Page: lazy(async () => ({ default: (await import("../features/prices/matches/matches-tab.tsx")).MatchesTab })),
  },
  prices: {
    what: "the prices",
    Page: lazy(async () => ({ default: (await import("../features/prices/desk/prices-tab.tsx")).PricesTab })),
  },
  sources: {
    what: "the sources",
    Page: lazy(async () => ({ default: (await import("../features/prices/sources/sources-tab.tsx")).SourcesTab })),
  },
  feeds: {
    what: "the feeds",
    Page: lazy(async () => ({ default: (await import("../features/prices/feeds/feeds-tab.tsx")).FeedsTab })),
  },
  imports: {
    what: "the imports",
    Page: lazy(async () => ({ default: (await import("../features/imports/imports-tab.tsx")).ImportsTab })),
  },
  reports: {
    what: "the reports",
    Page: lazy(async () => ({ default: (await import("../features/prices/reports/reports-tab.tsx")).ReportsTab })),
  },
  insights: {
    what: "the insights",
    Page: lazy(async () => ({ default: (await import("../features/insights/insights-tab.tsx")).InsightsTab })),
  },
  users: {
    what: "the admin users",
    Page: lazy(async () => ({ default: (await import("../features/roles/users-tab.tsx")).UsersTab })),
  },
  messages: {
    what: "the customer messages",
    Page: lazy(async () => ({ default: (await import("../features/contact/messages-tab.tsx")).MessagesTab })),
  },
  audit: {
    what: "the audit logs",
    Page: lazy(async () => ({ default: (await import("../features/audit/audit-tab.tsx")).AuditTab })),
  },
};

/**
 * The panel with the tab named in its address, `undefined` for the dashboard. A failing tab does not break the panel.
 */
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
