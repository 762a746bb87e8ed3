import { type ErrorComponentProps, Link, useRouter } from "@tanstack/react-router";
import type { Permission } from "contract/permissions.ts";
import ArrowLeft from "lucide-static/icons/arrow-left.svg?react";
import Lock from "lucide-static/icons/lock.svg?react";
import TriangleAlert from "lucide-static/icons/triangle-alert.svg?react";
import { type ComponentType, createContext, type ReactNode, use, useEffect } from "react";
import { withBase } from "../../api/base-path.ts";
import { useText } from "../../api/texts.ts";
import { Button } from "../../ui/button.tsx";
import { buttonStyle } from "../../ui/button-style.ts";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { serverMessageOf } from "./admin-call.tsx";
import { type Needs, useDenialReason } from "./me.ts";

/** A part of the panel. */
export interface Tab {
  /** In the address; that of the dashboard is left out there. */
  name: string;
  title: string;
  /** Its name in error messages. */
  what: string;
  icon: ComponentType<{ className?: string }>;
  /** The permission to see the tab. */
  needs?: Needs;
  /** Its heading in the sidebar; tabs of a group are adjacent. */
  group?: "Catalogue";
  Page: ComponentType;
}

/** The tab that is open. */
export const TabContext = createContext<Tab | null>(null);

interface TabPageProps {
  /** By default the tab's. */
  title?: string;
  /** Actions of the tab as a whole. */
  actions?: ReactNode;
  children: ReactNode;
}

/** The tab that is open, with its heading. Without the permission its content is not mounted, and the reason is shown. */
export function TabPage({ title: ownTitle, actions, children }: TabPageProps) {
  const { title: tabTitle, needs } = use(TabContext)!;
  const title = ownTitle ?? tabTitle;
  const brand = useText()("header.brand_name");
  const denialReason = useDenialReason();
  const closed = needs && denialReason(needs);
  useEffect(() => {
    document.title = `${title} | ${brand}`;
  }, [title, brand]);
  return (
    <>
      <div className="mb-5 flex min-h-11 flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h1 className="text-xl">{title}</h1>
        {!closed && actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </div>
      {closed ? (
        <Notice icon={Lock} title="Access denied">
          {closed}.
        </Notice>
      ) : (
        children
      )}
    </>
  );
}

/** Explains why a tab is read-only: without the permission, or for another reason. */
export function ReadOnlyNote({ needs, reason: other }: { needs: Permission; reason?: string | undefined }) {
  const reason = useDenialReason()(needs) ?? other;
  if (!reason) return null;
  return (
    <p className="mb-4 flex items-center gap-2 text-sm text-muted">
      <Lock aria-hidden className="size-4 shrink-0" />
      You can look around here, but not change anything. {reason}.
    </p>
  );
}

/** Retries before other actions are offered (spec/administration 2.2). */
const retryLimit = 3;

/** Attempts at the current tab. Outside the component, which every failure remounts. */
let attempts = { path: "", times: 0 };

/** Shown when a tab fails: up to three retries, then refresh or go home. */
export function TabFailed({ error, reset, what }: ErrorComponentProps & { what: string }) {
  const router = useRouter();
  const path = router.state.location.pathname;
  const times = attempts.path === path ? attempts.times : 0;

  useEffect(() => console.error(error), [error]);

  const retry = () => {
    attempts = { path, times: times + 1 };
    reset();
  };
  return (
    <Notice
      alert
      level={1}
      icon={TriangleAlert}
      title={`Something went wrong while loading ${what}.`}
      actions={
        times < retryLimit ? (
          <Button kind="primary" onClick={retry}>
            Retry
          </Button>
        ) : (
          <>
            <Button kind="primary" onClick={() => location.reload()}>
              Refresh page
            </Button>
            <a href={withBase("/")} className={buttonStyle("secondary")}>
              Go Home
            </a>
          </>
        )
      }
    />
  );
}

/** A placeholder until the tab's code has loaded. */
export function TabPending() {
  return (
    <div role="status" aria-label="Loading…" className="grid gap-5">
      <Skeleton className="h-11 w-56" />
      <Skeleton className="h-11" />
      <Skeleton className="h-80" />
    </div>
  );
}

interface TabUnloadedProps {
  error: unknown;
  /** The message when the server has none. */
  failed: string;
  onRetry: () => unknown;
}

/** In place of what has not loaded yet, or could not be. */
export function TabUnloaded({ error, failed, onRetry }: TabUnloadedProps) {
  return error ? <FailureNotice title={serverMessageOf(error, failed)} onRetry={onRetry} /> : <TabPending />;
}

/** Leads from one thing of a tab back to its list. */
export function BackLink({ search, children }: { search: object; children: ReactNode }) {
  return (
    <Link
      to="."
      search={search as never}
      className="mb-4 inline-flex items-center gap-2 text-sm text-muted hover:text-text"
    >
      <ArrowLeft aria-hidden className="size-4" />
      {children}
    </Link>
  );
}
