import Lock from "lucide-react/icons/lock";
import { useViewer } from "../../api/session.ts";
import { NeedsScript } from "../../page/script-notes.tsx";
import { buttonStyle } from "../../ui/button-style.ts";
import { Notice } from "../../ui/notice.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { LoginLink } from "../accounts/login-link.tsx";
import { ChannelsPanel } from "./channels/channels-panel.tsx";
import { InboxHistory } from "./inbox/inbox-history.tsx";
import { useNotificationText } from "./notification-text.ts";
import { RuleList } from "./rules/rule-list.tsx";
import { StopEverything } from "./stop-everything.tsx";
import { TimesPanel } from "./times/times-panel.tsx";

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
