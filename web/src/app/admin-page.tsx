import "../features/admin/panel.css";
import { CatchBoundary, useNavigate } from "@tanstack/react-router";
import ChartColumn from "lucide-react/icons/chart-column";
import CircleDollarSign from "lucide-react/icons/circle-dollar-sign";
import DatabaseZap from "lucide-react/icons/database-zap";
import FileClock from "lucide-react/icons/file-clock";
import FileUp from "lucide-react/icons/file-up";
import Flag from "lucide-react/icons/flag";
import Gamepad2 from "lucide-react/icons/gamepad-2";
import Globe from "lucide-react/icons/globe";
import History from "lucide-react/icons/history";
import LayoutDashboard from "lucide-react/icons/layout-dashboard";
import ListChecks from "lucide-react/icons/list-checks";
import Mail from "lucide-react/icons/mail";
import Package from "lucide-react/icons/package";
import Rocket from "lucide-react/icons/rocket";
import Rss from "lucide-react/icons/rss";
import Settings from "lucide-react/icons/settings";
import Store from "lucide-react/icons/store";
import Ticket from "lucide-react/icons/ticket";
import TicketPercent from "lucide-react/icons/ticket-percent";
import Type from "lucide-react/icons/type";
import UserCog from "lucide-react/icons/user-cog";
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
