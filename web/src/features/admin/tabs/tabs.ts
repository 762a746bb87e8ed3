import type { Permission } from "contract/permissions.ts";
import FileClock from "lucide-react/icons/file-clock";
import LayoutDashboard from "lucide-react/icons/layout-dashboard";
import Mail from "lucide-react/icons/mail";
import Settings from "lucide-react/icons/settings";
import Type from "lucide-react/icons/type";
import UserCog from "lucide-react/icons/user-cog";
import type { ComponentType } from "react";

/** Names in the addresses of the tabs; that of the dashboard is left out there. */
export type TabName = "dashboard" | "strings" | "config" | "users" | "messages" | "audit";

interface Tab {
  name: TabName;
  title: string;
  icon: ComponentType<{ className?: string }>;
  /** The permission to see the tab. */
  needs?: Permission;
}

/** The parts of the panel, each at an address of its own, in the order of the sidebar (spec/administration 2.1). */
export const tabs: readonly Tab[] = [
  { name: "dashboard", title: "Dashboard", icon: LayoutDashboard },
  { name: "strings", title: "Content Strings", icon: Type, needs: "content.read" },
  { name: "config", title: "Site Config", icon: Settings, needs: "config.read" },
  { name: "users", title: "Admin Users", icon: UserCog, needs: "users.read" },
  { name: "messages", title: "Customer Messages", icon: Mail, needs: "users.read" },
  { name: "audit", title: "Audit Logs", icon: FileClock, needs: "audit.read" },
];
