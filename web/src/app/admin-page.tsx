import "../features/admin/panel.css";
import { CatchBoundary, useNavigate } from "@tanstack/react-router";
import ChartColumn from "lucide-static/icons/chart-column.svg?react";
import CircleDollarSign from "lucide-static/icons/circle-dollar-sign.svg?react";
import DatabaseZap from "lucide-static/icons/database-zap.svg?react";
import FileClock from "lucide-static/icons/file-clock.svg?react";
import FileUp from "lucide-static/icons/file-up.svg?react";
import Flag from "lucide-static/icons/flag.svg?react";
import Gamepad2 from "lucide-static/icons/gamepad-2.svg?react";
import Globe from "lucide-static/icons/globe.svg?react";
import History from "lucide-static/icons/history.svg?react";
import LayoutDashboard from "lucide-static/icons/layout-dashboard.svg?react";
import ListChecks from "lucide-static/icons/list-checks.svg?react";
import Mail from "lucide-static/icons/mail.svg?react";
import Package from "lucide-static/icons/package.svg?react";
import Rocket from "lucide-static/icons/rocket.svg?react";
import Rss from "lucide-static/icons/rss.svg?react";
import Settings from "lucide-static/icons/settings.svg?react";
import Store from "lucide-static/icons/store.svg?react";
import Ticket from "lucide-static/icons/ticket.svg?react";
import TicketPercent from "lucide-static/icons/ticket-percent.svg?react";
import Type from "lucide-static/icons/type.svg?react";
import UserCog from "lucide-static/icons/user-cog.svg?react";
import { lazy, Suspense, useEffect } from "react";
import { AdminPanel } from "../features/admin/admin-panel.tsx";
import { type Tab, TabContext, TabFailed, TabPending } from "../features/admin/tab-page.tsx";

/**
 * The parts of the panel, each at an address of its own, in the order of the sidebar (spec/administration 2.1). Only
 * the code of the tab that is open is loaded.
 */
const tabs: readonly Tab[] = [
  {
    name: "dashboard",
    title: "Dashboard",
    what: "the dashboard",
    icon: LayoutDashboard,
    Page: lazy(async () => ({ default: (await import("../features/dashboard/dashboard-tab.tsx")).DashboardTab })),
  },
  {
    name: "setup",
    title: "Setup",
    what: "the setup",
    icon: Rocket,
    needs: "config.read",
    Page: lazy(async () => ({ default: (await import("../features/setup/setup-tab.tsx")).SetupTab })),
  },
  {
    name: "strings",
    title: "Content Strings",
    what: "the content strings",
    icon: Type,
    needs: "content.read",
    Page: lazy(async () => ({ default: (await import("../features/content-strings/strings-tab.tsx")).StringsTab })),
  },
  {
    name: "config",
    title: "Site Config",
    what: "the site configuration",
    icon: Settings,
    needs: "config.read",
    Page: lazy(async () => ({ default: (await import("../features/site-config/config-tab.tsx")).ConfigTab })),
  },
  {
    name: "stores",
    title: "Stores",
    what: "the stores",
    icon: Store,
    needs: "stores.read",
    Page: lazy(async () => ({ default: (await import("../features/stores/stores-tab.tsx")).StoresTab })),
  },
  {
    name: "markets",
    title: "Markets",
    what: "the markets",
    icon: Globe,
    needs: "stores.read",
    Page: lazy(async () => ({ default: (await import("../features/stores/markets-tab.tsx")).MarketsTab })),
  },
  {
    name: "users",
    title: "Admin Users",
    what: "the admin users",
    icon: UserCog,
    needs: "users.read",
    Page: lazy(async () => ({ default: (await import("../features/roles/users-tab.tsx")).UsersTab })),
  },
  {
    name: "messages",
    title: "Customer Messages",
    what: "the customer messages",
    icon: Mail,
    needs: "users.read",
    Page: lazy(async () => ({ default: (await import("../features/contact/messages-tab.tsx")).MessagesTab })),
  },
  {
    name: "audit",
    title: "Audit Logs",
    what: "the audit logs",
    icon: FileClock,
    needs: "audit.read",
    Page: lazy(async () => ({ default: (await import("../features/audit/audit-tab.tsx")).AuditTab })),
  },
  {
    name: "games",
    title: "Games",
    what: "the games",
    icon: Gamepad2,
    needs: "catalogue.read",
    group: "Catalogue",
    Page: lazy(async () => ({ default: (await import("../features/catalogue/games/games-tab.tsx")).GamesTab })),
  },
  {
    name: "matches",
    title: "Matches",
    what: "the matches",
    icon: ListChecks,
    needs: "catalogue.read",
    group: "Catalogue",
    Page: lazy(async () => ({ default: (await import("../features/prices/desk/matches-tab.tsx")).MatchesTab })),
  },
  {
    name: "prices",
    title: "Prices",
    what: "the prices",
    icon: CircleDollarSign,
    needs: "prices.read",
    group: "Catalogue",
    Page: lazy(async () => ({ default: (await import("../features/prices/desk/prices-tab.tsx")).PricesTab })),
  },
  {
    name: "sources",
    title: "Sources",
    what: "the sources",
    icon: DatabaseZap,
    needs: "sources.read",
    group: "Catalogue",
    Page: lazy(async () => ({ default: (await import("../features/prices/desk/sources-tab.tsx")).SourcesTab })),
  },
  {
    name: "readings",
    title: "Readings",
    what: "the readings",
    icon: History,
    needs: "sources.read",
    group: "Catalogue",
    Page: lazy(async () => ({ default: (await import("../features/prices/desk/readings-tab.tsx")).ReadingsTab })),
  },
  {
    name: "feeds",
    title: "Feeds",
    what: "the feeds",
    icon: Rss,
    needs: "sources.read",
    group: "Catalogue",
    Page: lazy(async () => ({ default: (await import("../features/prices/desk/feeds-tab.tsx")).FeedsTab })),
  },
  {
    name: "bundles",
    title: "Bundles",
    what: "the bundles",
    icon: Package,
    needs: "bundles.read",
    group: "Catalogue",
    Page: lazy(async () => ({ default: (await import("../features/bundles/desk/bundles-tab.tsx")).BundlesTab })),
  },
  {
    name: "subscriptions",
    title: "Subscriptions",
    what: "the subscriptions",
    icon: Ticket,
    needs: "subscriptions.read",
    group: "Catalogue",
    Page: lazy(async () => ({
      default: (await import("../features/subscriptions/desk/subscriptions-tab.tsx")).SubscriptionsTab,
    })),
  },
  {
    name: "vouchers",
    title: "Vouchers",
    what: "the vouchers",
    icon: TicketPercent,
    needs: "vouchers.read",
    group: "Catalogue",
    Page: lazy(async () => ({ default: (await import("../features/vouchers/vouchers-tab.tsx")).VouchersTab })),
  },
  {
    name: "imports",
    title: "Imports",
    what: "the imports",
    icon: FileUp,
    needs: ["catalogue.read", "prices.read"],
    group: "Catalogue",
    Page: lazy(async () => ({ default: (await import("../features/imports/imports-tab.tsx")).ImportsTab })),
  },
  {
    name: "reports",
    title: "Reports",
    what: "the reports",
    icon: Flag,
    needs: "prices.read",
    group: "Catalogue",
    Page: lazy(async () => ({ default: (await import("../features/prices/desk/reports-tab.tsx")).ReportsTab })),
  },
  {
    name: "insights",
    title: "Insights",
    what: "the insights",
    icon: ChartColumn,
    needs: "insights.read",
    group: "Catalogue",
    Page: lazy(async () => ({ default: (await import("../features/insights/insights-tab.tsx")).InsightsTab })),
  },
];

/**
 * The panel with the tab named in its address, `undefined` for the dashboard. A failing tab does not break the panel.
 */
export function AdminPage({ tab: name = "dashboard" }: { tab: string | undefined }) {
  const tab = tabs.find((one) => one.name === name);
  if (!tab) return <ToHome />;
  const { what, Page } = tab;
  return (
    <AdminPanel tabs={tabs}>
      <CatchBoundary getResetKey={() => name} errorComponent={(props) => <TabFailed {...props} what={what} />}>
        <Suspense fallback={<TabPending />}>
          <TabContext value={tab}>
            <Page />
          </TabContext>
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
