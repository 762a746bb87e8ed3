import ChartColumn from "lucide-react/icons/chart-column";
import CircleDollarSign from "lucide-react/icons/circle-dollar-sign";
import DatabaseZap from "lucide-react/icons/database-zap";
import FileClock from "lucide-react/icons/file-clock";
import FileUp from "lucide-react/icons/file-up";
import Flag from "lucide-react/icons/flag";
import Gamepad2 from "lucide-react/icons/gamepad-2";
import LayoutDashboard from "lucide-react/icons/layout-dashboard";
import ListChecks from "lucide-react/icons/list-checks";
import Mail from "lucide-react/icons/mail";
import Rss from "lucide-react/icons/rss";
import Settings from "lucide-react/icons/settings";
import Store from "lucide-react/icons/store";
import Type from "lucide-react/icons/type";
import UserCog from "lucide-react/icons/user-cog";
import type { ComponentType } from "react";
import type { Needs } from "../me.ts";

/** Names in the addresses of the tabs; that of the dashboard is left out there. */
export type TabName =
  | "dashboard"
  | "strings"
  | "config"
  | "stores"
  | "games"
  | "matches"
  | "prices"
  | "sources"
  | "feeds"
  | "imports"
  | "reports"
  | "insights"
  | "users"
  | "messages"
  | "audit";

export interface Tab {
  name: TabName;
  title: string;
  icon: ComponentType<{ className?: string }>;
  /** The permission to see the tab. */
  needs?: Needs;
  /** Its heading in the sidebar; tabs of a group are adjacent. */
  group?: "Catalogue";
}

/** The parts of the panel, each at an address of its own, in the order of the sidebar (spec/administration 2.1). */
export const tabs: readonly Tab[] = [
  { name: "dashboard", title: "Dashboard", icon: LayoutDashboard },
  { name: "strings", title: "Content Strings", icon: Type, needs: "content.read" },
  { name: "config", title: "Site Config", icon: Settings, needs: "config.read" },
  { name: "stores", title: "Stores", icon: Store, needs: "stores.read" },
  { name: "users", title: "Admin Users", icon: UserCog, needs: "users.read" },
  { name: "messages", title: "Customer Messages", icon: Mail, needs: "users.read" },
  { name: "audit", title: "Audit Logs", icon: FileClock, needs: "audit.read" },
  { name: "games", title: "Games", icon: Gamepad2, needs: "catalogue.read", group: "Catalogue" },
  { name: "matches", title: "Matches", icon: ListChecks, needs: "catalogue.read", group: "Catalogue" },
  { name: "prices", title: "Prices", icon: CircleDollarSign, needs: "prices.read", group: "Catalogue" },
  { name: "sources", title: "Sources", icon: DatabaseZap, needs: "sources.read", group: "Catalogue" },
  { name: "feeds", title: "Feeds", icon: Rss, needs: "sources.read", group: "Catalogue" },
  {
    name: "imports",
    title: "Imports",
    icon: FileUp,
    needs: ["catalogue.read", "prices.read"],
    group: "Catalogue",
  },
  { name: "reports", title: "Reports", icon: Flag, needs: "prices.read", group: "Catalogue" },
  { name: "insights", title: "Insights", icon: ChartColumn, needs: "insights.read", group: "Catalogue" },
];
