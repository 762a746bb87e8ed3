import { useQuery, useQueryClient } from "@tanstack/react-query";
import Ellipsis from "lucide-static/icons/ellipsis.svg?react";
import Lock from "lucide-static/icons/lock.svg?react";
import Pause from "lucide-static/icons/pause.svg?react";
import Play from "lucide-static/icons/play.svg?react";
import { useCall, useViewer } from "../../api/session.ts";
import { NeedsScript } from "../../page/script-notes.tsx";
import { Button } from "../../ui/button.tsx";
import { buttonStyle } from "../../ui/button-style.ts";
import { Menu, menuItemStyle } from "../../ui/menu.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { useAction } from "../../ui/use-action.ts";
import { LoginLink } from "../accounts/login-link.tsx";
import { ChannelsPanel } from "./channels/channels-panel.tsx";
import { channelsQuery } from "./channels/queries.ts";
import { InboxHistory } from "./inbox-history.tsx";
import { useNotificationText } from "./notification-text.ts";
import { reloadRules, rulesQuery, settingsQuery } from "./queries.ts";
import { RuleList } from "./rule-list.tsx";
import { TimesPanel } from "./times-panel.tsx";

/** All notifications of a user on one page: rules, price alerts among them, channels, times and the inbox. */
export function NotificationsPage() {
  const viewer = useViewer();
  if (viewer === "unknown") return <NotificationsPending />;
  if (viewer === null) return <AccessDenied />;
  return <OwnNotifications />;
}

function OwnNotifications() {
  const text = useNotificationText();
  const call = useCall();
  const parts = [useQuery(rulesQuery(call)), useQuery(channelsQuery(call)), useQuery(settingsQuery(call))];
  // parts that load one after the other would move those below them
  if (parts.some(({ isPending }) => isPending)) return <NotificationsPending />;
  return (
    <div className="page-width py-6 sm:py-10">
      <div className="flex flex-wrap items-start gap-y-4">
        <div className="me-auto max-w-[calc(100%-3rem)]">
          <h1 className="text-xl sm:text-2xl">{text("notifications.title")}</h1>
          <p className="mt-1 max-w-prose text-muted">{text("notifications.intro")}</p>
        </div>
        <PauseAll />
      </div>
      <div className="mt-6 grid gap-6 lg:grid-cols-[minmax(0,1fr)_24rem] lg:items-start">
        <div className="grid min-w-0 gap-6">
          <RuleList />
          <InboxHistory />
        </div>
        <div className="grid min-w-0 gap-6">
          <ChannelsPanel />
          <TimesPanel />
        </div>
      </div>
    </div>
  );
}

/** A placeholder until code and data have loaded. */
export function NotificationsPending() {
  const text = useNotificationText();
  return (
    <div className="page-width py-6 sm:py-10">
      <h1 className="text-xl sm:text-2xl">{text("notifications.title")}</h1>
      <p className="mt-1 max-w-prose text-muted">{text("notifications.intro")}</p>
      <NeedsScript />
      <div
        role="status"
        aria-label={text("notifications.loading")}
        className="needs-script mt-6 grid gap-6 lg:grid-cols-[minmax(0,1fr)_24rem]"
      >
        <Skeleton className="h-96" />
        <Skeleton className="h-96" />
      </div>
    </div>
  );
}

function AccessDenied() {
  const text = useNotificationText();
  return (
    <Notice
      level={1}
      icon={Lock}
      title={text("notifications.denied_title")}
      actions={<LoginLink className={buttonStyle("primary")}>{text("header.nav.login")}</LoginLink>}
    >
      {text("notifications.denied_text")}
    </Notice>
  );
}

/** The one switch that pauses everything, mails of price alerts included (spec/notifications 7). */
function PauseAll() {
  const text = useNotificationText();
  const call = useCall();
  const queryClient = useQueryClient();
  const { data } = useQuery(settingsQuery(call));
  const { run, running, failure } = useAction(() => text("notifications.save_failed"));
  const isStopped = data ? data.stopped_at !== null : false;

  const toggle = async () => {
    const { settings } = await call("PUT /api/notifications", { body: { enabled: isStopped } });
    queryClient.setQueryData(settingsQuery(call).queryKey, settings);
    await reloadRules(queryClient);
  };
  return (
    <>
      <Menu
        align="end"
        label={text("notifications.more")}
        button={<Ellipsis aria-hidden className="size-5" />}
        buttonClassName={buttonStyle("quiet", "icon", "shrink-0")}
      >
        <button type="button" disabled={!data || running} onClick={() => run(toggle)} className={menuItemStyle}>
          {isStopped ? <Play aria-hidden className="size-4.5" /> : <Pause aria-hidden className="size-4.5" />}
          {text(isStopped ? "notifications.resume_all" : "notifications.stop_all")}
        </button>
      </Menu>
      {(isStopped || failure) && (
        <div className="flex w-full flex-wrap items-center gap-3 rounded-md bg-warning-soft p-3 text-sm text-warning">
          <p role={failure ? "alert" : undefined} className="me-auto max-w-prose">
            {failure ?? text("notifications.stop_text")}
          </p>
          {isStopped && (
            <Button kind="primary" disabled={running} onClick={() => run(toggle)}>
              {text("notifications.resume_all")}
            </Button>
          )}
        </div>
      )}
    </>
  );
}
