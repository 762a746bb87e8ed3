import { useQuery, useQueryClient } from "@tanstack/react-query";
import BellOff from "lucide-static/icons/bell-off.svg?react";
import LoaderCircle from "lucide-static/icons/loader-circle.svg?react";
import Unlink from "lucide-static/icons/unlink.svg?react";
import { useState } from "react";
import { failedWith } from "../../api/api-error.ts";
import { announceChange } from "../../api/cross-tab-sync.ts";
import { useCall } from "../../api/session.ts";
import { fullTitle } from "../../page/game-title.tsx";
import { PathLink } from "../../page/links.tsx";
import { NeedsScript } from "../../page/script-notes.tsx";
import { buttonStyle } from "../../ui/button-style.ts";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useNotificationText } from "./notification-text.ts";

/** Removes a rule, or stops a channel or all notifications, when a mail's signed link is opened. */
export function StopPage() {
  const text = useNotificationText();
  const call = useCall();
  const queryClient = useQueryClient();
  // read without the router, which would treat two tokens as two pages
  const [token] = useState(() => new URLSearchParams(window.location.search).get("token") ?? "");
  // stopping is idempotent, so a query can do it
  const { data, error, refetch } = useQuery({
    queryKey: ["stop-link", token],
    staleTime: Number.POSITIVE_INFINITY,
    enabled: token !== "",
    queryFn: async ({ signal }) => {
      const query = { language: document.documentElement.lang };
      const stopped = await call("POST /api/notifications/stop", { query, body: { token } }, { signal });
      announceChange("rules");
      for (const area of ["rules", "notification-settings", "channels"]) {
        void queryClient.invalidateQueries({ queryKey: [area] });
      }
      return stopped;
    },
  });

  const actions = (
    <PathLink path="/notifications" className={buttonStyle("primary")}>
      {text("notifications.stop.see")}
    </PathLink>
  );
  if (token === "" || failedWith(error, "invalid")) {
    return (
      <Notice alert level={1} icon={Unlink} title={text("notifications.stop.refused_title")} actions={actions}>
        {text("notifications.stop.refused")}
      </Notice>
    );
  }
  if (error) {
    return (
      <FailureNotice
        level={1}
        title={text("notifications.stop.failed_title")}
        retry={text("status.retry")}
        onRetry={refetch}
      >
        {error.message}
      </FailureNotice>
    );
  }
  const what = data && (data.all ? "all" : data.channel ? "channel" : "rule");
  return (
    <div role="status">
      {what ? (
        <Notice level={1} icon={BellOff} title={text(`notifications.stop.${what}_title`)} actions={actions}>
          {data?.title === undefined
            ? text(`notifications.stop.${what}`)
            : text("notifications.stop.rule_of", { title: fullTitle(data) })}
        </Notice>
      ) : (
        <StopPending />
      )}
    </div>
  );
}

/** Shown until the response arrives. */
export function StopPending() {
  const text = useNotificationText();
  return (
    <>
      <NeedsScript />
      <div className="needs-script flex flex-col items-center gap-3 py-14 text-center">
        <LoaderCircle aria-hidden className="size-8 animate-spin text-muted" />
        <h1 className="text-lg">{text("notifications.stop.loading")}</h1>
      </div>
    </>
  );
}
