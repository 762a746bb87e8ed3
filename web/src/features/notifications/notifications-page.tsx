import { useQuery, useQueryClient } from "@tanstack/react-query";
import Lock from "lucide-react/icons/lock";
import { useCall, useViewer } from "../../api/session.ts";
import { NeedsScript } from "../../page/script-notes.tsx";
import { Button } from "../../ui/button.tsx";
import { buttonStyle } from "../../ui/button-style.ts";
import { Notice } from "../../ui/notice.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { useAction } from "../../ui/use-action.ts";
import { LoginLink } from "../accounts/login-link.tsx";
import { ChannelsPanel } from "./channels/channels-panel.tsx";
import { InboxHistory } from "./inbox-history.tsx";
import { useNotificationText } from "./notification-text.ts";
import { reloadRules, settingsQuery } from "./queries.ts";
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
  return (
    <div className="page-width py-6 sm:py-10">
      <div className="flex flex-wrap items-end gap-x-8 gap-y-4">
        <div className="mr-auto">
          <h1 className="text-xl sm:text-2xl">{text("notifications.title")}</h1>
          <p className="mt-1 max-w-prose text-muted">{text("notifications.intro")}</p>
        </div>
        <StopEverything />
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
      <NeedsScript />
      <div role="status" aria-label={text("notifications.loading")} className="needs-script mt-6 grid gap-6">
        <Skeleton className="h-44" />
        <Skeleton className="h-44" />
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

/** The one switch that stops everything, mails of price alerts included (spec/notifications 7). */
function StopEverything() {
  const text = useNotificationText();
  const call = useCall();
  const queryClient = useQueryClient();
  const { data } = useQuery(settingsQuery(call));
  const { run, running, failure } = useAction(() => text("notifications.save_failed"));
  if (!data) return null;
  const isStopped = data.stopped_at !== null;

  const toggle = async () => {
    const { settings } = await call("PUT /api/notifications", { body: { enabled: isStopped } });
    queryClient.setQueryData(settingsQuery(call).queryKey, settings);
    await reloadRules(queryClient);
  };
  return (
    <div className="grid justify-items-start gap-3">
      {isStopped && (
        <p className="rounded-md bg-warning-soft px-3 py-2.5 text-sm text-warning">{text("notifications.stop_text")}</p>
      )}
      {failure && (
        <p role="alert" className="text-sm text-danger">
          {failure}
        </p>
      )}
      <Button kind={isStopped ? "primary" : "secondary"} disabled={running} onClick={() => run(toggle)}>
        {text(isStopped ? "notifications.resume_all" : "notifications.stop_all")}
      </Button>
    </div>
  );
}
