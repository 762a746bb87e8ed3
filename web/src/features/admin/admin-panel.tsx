import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useRouter } from "@tanstack/react-router";
import { formatCount } from "contract/core/counts.ts";
import Lock from "lucide-static/icons/lock.svg?react";
import LogOut from "lucide-static/icons/log-out.svg?react";
import { type ReactNode, useEffect, useState, useSyncExternalStore } from "react";
import { withBase } from "../../api/base-path.ts";
import { useCall, useHasToken, useViewer } from "../../api/session.ts";
import { useSignOut } from "../../api/sign-out.ts";
import { useSite } from "../../api/site.ts";
import { BrandLink } from "../../page/links.tsx";
import { SampleNotice } from "../../page/sample-notice.tsx";
import { ThemeSwitch } from "../../page/theme-switch.tsx";
import { Button } from "../../ui/button.tsx";
import { buttonStyle } from "../../ui/button-style.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { PanelReauthentication, useAdminCall } from "./admin-call.tsx";
import {
  AccessDenied,
  CheckingAccess,
  DesktopRequired,
  SecondFactorRequired,
  ToLogin,
  VerificationFailed,
} from "./gate-screens.tsx";
import { useHasUnsaved } from "./leave-guard.tsx";
import { type Me, MeContext, meQuery, type PanelAccess, useDenialReason, useMe } from "./me.ts";
import { adminKey, statsQuery } from "./queries.ts";
import type { Tab } from "./tab-page.tsx";

/** The administrator panel, after checks of permissions and screen size (spec/administration 1.1). */
export function AdminPanel({ tabs, children }: { tabs: readonly Tab[]; children: ReactNode }) {
  const { data: access, isError, isFetching, refetch } = useQuery(meQuery(useCall()));
  const hasToken = useHasToken();
  const desktop = useDesktop();
  const isDemo = useSite().demo;
  const unsaved = useHasUnsaved();
  const [latest, setLatest] = useState<Me>();
  if (isAdministrator(access) && access !== latest) setLatest(access);
  const retry = () => void refetch();

  // edits survive the end of the session, and a later failing check: the server checks every call
  const ended = !hasToken || !isAdministrator(access);
  const me = ended ? (unsaved && access !== "denied" ? latest : undefined) : access;
  if (!me) {
    if (!hasToken) return <ToLogin />;
    if (isFetching) return <CheckingAccess />;
    if (access === "anonymous") return <ToLogin />;
    if (access === "needs_second_factor") return <SecondFactorRequired onRetry={retry} />;
    return isError ? <VerificationFailed onRetry={retry} /> : <AccessDenied onRetry={retry} />;
  }
  if (!desktop) return <DesktopRequired />;
  return (
    // the edits of one administrator must not reach the next one
    <MeContext key={me.user.id} value={me}>
      <PanelReauthentication>
        {isDemo && <SampleNotice />}
        <PanelLayout tabs={tabs}>{children}</PanelLayout>
      </PanelReauthentication>
      {ended && <SessionEnded />}
    </MeContext>
  );
}

function isAdministrator(access: PanelAccess | undefined): access is Me {
  return typeof access === "object";
}

/** Header, sidebar and the tab that is open (spec/administration 2.1). */
function PanelLayout({ tabs, children }: { tabs: readonly Tab[]; children: ReactNode }) {
  return (
    <div
      className={
        "grid min-h-dvh grid-cols-[13.5rem_minmax(0,1fr)] grid-rows-[auto_1fr] " + "lg:grid-cols-[15rem_minmax(0,1fr)]"
      }
    >
      <a
        href="#content"
        className={
          "absolute top-2 start-2 z-50 -translate-y-16 rounded-md bg-accent px-4 py-2 font-semibold " +
          "text-on-accent focus:translate-y-0"
        }
      >
        Skip to the content
      </a>
      <PanelHeader />
      <div className="border-e border-border">
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
      <div className="ms-auto text-end leading-tight">
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
        {needs && denialReason(needs) && (
          <Lock role="img" aria-label="no access" aria-hidden={false} className="ms-auto size-3.5" />
        )}
      </Link>
    </li>
  );
}

/** Counts in the sidebar (spec/administration 2.1); dashes on failure. */
function QuickStats() {
  const stats = useQuery(statsQuery(useAdminCall())).data?.stats;
  const counts = [
    ["Content Strings", stats?.contentStrings],
    ["Site Configs", stats?.siteConfigs],
    ["Admin Users", stats?.adminUsers],
  ] as const;
  return (
    <section aria-labelledby="quick-stats" className="border-t border-border px-3 pt-4">
      <h2 id="quick-stats" className="text-sm text-muted">
        Quick Stats
      </h2>
      <dl className="mt-2 grid gap-1 text-sm">
        {counts.map(([name, count]) => (
          <div key={name} className="flex justify-between gap-2">
            <dt>{name}</dt>
            <dd className="figures font-medium">{count === undefined ? "–" : formatCount(count)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/**
 * Shown when the session ends with unsaved edits, which leaving would lose. After a sign-in in another tab the panel
 * continues.
 */
function SessionEnded() {
  const queryClient = useQueryClient();
  const { href } = useRouter().history.location;
  const viewer = useViewer();
  const isBack = viewer !== null && viewer !== "unknown";
  const [closed, setClosed] = useState(false);

  useEffect(() => {
    if (isBack) void queryClient.invalidateQueries({ queryKey: [adminKey] });
  }, [isBack, queryClient]);

  if (isBack || closed) return null;
  return (
    <Dialog title="Your session has ended" onClose={() => setClosed(true)}>
      <p className="mt-3 text-muted">
        What you have typed is still here. Sign in again in another tab, then come back and save it.
      </p>
      <div className="mt-5 flex flex-wrap gap-3">
        <a
          href={withBase(`/login?from=${encodeURIComponent(href)}`)}
          target="_blank"
          className={buttonStyle("primary")}
          rel="noopener"
        >
          Sign in
        </a>
        <Button onClick={() => setClosed(true)}>Back to my edits</Button>
      </div>
    </Dialog>
  );
}

/** Up to this width the panel is not shown (spec/administration 1.1). */
const narrow = "(max-width: 768px)";

/** Whether the screen is large enough for the panel: neither a phone or tablet nor a narrow window. */
function useDesktop(): boolean {
  return useSyncExternalStore(subscribe, isDesktop, () => true);
}

function isDesktop(): boolean {
  return !/Mobi|Android|iPhone|iPad|iPod/i.test(navigator.userAgent) && !window.matchMedia(narrow).matches;
}

function subscribe(listener: () => void): () => void {
  const width = window.matchMedia(narrow);
  width.addEventListener("change", listener);
  return () => width.removeEventListener("change", listener);
}
