import { useQuery } from "@tanstack/react-query";
import type { DashboardStats } from "contract/dashboard/api.ts";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { useAdminCall } from "../admin/admin-call.ts";
import { ToLogin } from "../admin/gate-screens.tsx";
import { statsQuery } from "../admin/queries.ts";
import { TabPending } from "../admin/tabs/tab-fallbacks.tsx";
import { TabPage } from "../admin/tabs/tab-page.tsx";
import { CategoryBars } from "./category-bars.tsx";
import { SetupChecklist } from "./checklist/setup-checklist.tsx";
import { DataCard } from "./data-card.tsx";
import { FailingSources } from "./failing-sources.tsx";
import { RecentActivity } from "./recent-activity.tsx";
import { SecondFactorNotice } from "./second-factor-notice.tsx";
import { StatCards } from "./stat-cards.tsx";
import { StatusCard } from "./status-card.tsx";

/** Counts and recent activity (spec/administration 4). */
export function DashboardTab() {
  const { data, error, refetch } = useQuery(statsQuery(useAdminCall()));
  if (data) return <Dashboard {...data} />;
  // spec/administration 4
  if (error && /authentication/i.test(error.message)) return <ToLogin />;
  return (
    <TabPage title="Dashboard">
      {error ? (
        <FailureNotice title="Something went wrong while loading the dashboard." onRetry={refetch} />
      ) : (
        <TabPending />
      )}
    </TabPage>
  );
}

function Dashboard({ stats, recentActivity, categoryCounts, data }: DashboardStats) {
  return (
    <TabPage title="Dashboard">
      <div className="grid gap-6">
        <SecondFactorNotice />
        <FailingSources sources={data.failing} />
        <SetupChecklist polls={data.polls} />
        <StatCards stats={stats} />
        <div className="grid gap-6 xl:grid-cols-2 xl:items-start">
          <div className="grid min-w-0 gap-6">
            <RecentActivity entries={recentActivity} />
            <DataCard data={data} />
            <StatusCard />
          </div>
          <CategoryBars counts={categoryCounts} />
        </div>
      </div>
    </TabPage>
  );
}
