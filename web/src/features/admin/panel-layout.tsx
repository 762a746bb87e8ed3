import { Link, useRouter } from "@tanstack/react-router";
import Lock from "lucide-react/icons/lock";
import LogOut from "lucide-react/icons/log-out";
import type { ReactNode } from "react";
import { useSignOut } from "../../api/sign-out.ts";
import { BrandLink } from "../../page/brand-link.tsx";
import { ThemeSwitch } from "../../page/theme-switch.tsx";
import { Button } from "../../ui/button.tsx";
import { useDenialReason, useMe } from "./me.ts";
import { QuickStats } from "./quick-stats.tsx";
import type { Tab } from "./tabs/tab-page.tsx";

/** Header, sidebar and the tab that is open (spec/administration 2.1). */
export function PanelLayout({ tabs, children }: { tabs: readonly Tab[]; children: ReactNode }) {
  return (
    <div
      className={
        "grid min-h-dvh grid-cols-[13.5rem_minmax(0,1fr)] grid-rows-[auto_1fr] " + "lg:grid-cols-[15rem_minmax(0,1fr)]"
      }
    >
      <a
        href="#content"
        className={
          "absolute top-2 left-2 z-50 -translate-y-16 rounded-md bg-accent px-4 py-2 font-semibold " +
          "text-on-accent focus:translate-y-0"
        }
      >
        Skip to the content
      </a>
      <PanelHeader />
      <div className="border-r border-border">
        <div className="sticky top-16 grid gap-5 p-2 lg:p-3">
          <PanelNavigation tabs={tabs} />
          <QuickStats />
        </div>
      </div>
      <main id="content" tabIndex={-1} className="min-w-0 p-5 outline-none lg:p-8">
        {children}
      </main>
    </div>
  );
}

function PanelHeader() {
  const { user } = useMe();
  const logOut = useLogOut();
  return (
    <header
      className={
        "sticky top-0 z-20 col-span-2 flex h-16 items-center gap-3 border-b border-border bg-surface " + "px-5"
      }
    >
      <BrandLink />
      <div className="ml-auto text-right leading-tight">
        <p className="max-w-64 truncate font-medium">{user.username}</p>
        <p className="text-xs text-muted">Administrator</p>
      </div>
      <ThemeSwitch />
      <Button size="small" onClick={logOut}>
        <LogOut aria-hidden className="size-4" />
        Logout
      </Button>
    </header>
  );
}

/** Navigates home and signs out, unless the administrator stays because of unsaved edits. */
function useLogOut(): () => Promise<void> {
  const router = useRouter();
  const signOut = useSignOut();
  return async () => {
    await router.navigate({ to: "/" });
    if (router.latestLocation.pathname === "/") signOut();
  };
}

function PanelNavigation({ tabs }: { tabs: readonly Tab[] }) {
  const groups = Map.groupBy(tabs, ({ group }) => group);
  return (
    <nav aria-label="Administration" className="grid gap-4">
      {[...groups].map(([group, members]) => (
        <div key={group ?? ""}>
          {group && <h2 className="px-2.5 pb-1 text-xs font-medium text-muted lg:px-3">{group}</h2>}
          <ul aria-label={group} className="grid gap-1">
            {members.map((tab) => (
              <TabLink key={tab.name} {...tab} />
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

function TabLink({ name, title, icon: Icon, needs }: Tab) {
  const denialReason = useDenialReason();
  return (
    <li>
      <Link
        to="/admin/{-$tab}"
        params={{ tab: name === "dashboard" ? undefined : name }}
        activeOptions={{ exact: true, includeSearch: false }}
        className={
          "flex h-10 items-center gap-2 rounded-md px-2.5 text-muted transition-colors hover:bg-sunken " +
          "hover:text-text aria-[current=page]:bg-sunken aria-[current=page]:font-medium " +
          "aria-[current=page]:text-text lg:gap-2.5 lg:px-3"
        }
      >
        <Icon aria-hidden className="size-4.5 shrink-0" />
        {title}
        {needs && denialReason(needs) && <Lock aria-label="no access" className="ml-auto size-3.5" />}
      </Link>
    </li>
  );
}
