import { useQuery, useQueryClient } from "@tanstack/react-query";
import BellOff from "lucide-react/icons/bell-off";
import LoaderCircle from "lucide-react/icons/loader-circle";
import Unlink from "lucide-react/icons/unlink";
import { useEffect, useState } from "react";
import { failedWith } from "../../api/api-error.ts";
import { useCall } from "../../api/session.ts";
import { PathLink } from "../../page/path-link.tsx";
import { NeedsScript } from "../../page/script-notes.tsx";
import { buttonStyle } from "../../ui/button-style.ts";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useNotificationText } from "./notification-text.ts";

/** Removes a rule or stops everything, as a mail's signed link names it, when the page opens. */
export function StopPage() {
  const text = useNotificationText();
  const call = useCall();
  const queryClient = useQueryClient();
  // read here and not by the router, which would take two tokens for two pages
  const [token] = useState(() => new URLSearchParams(window.location.search).get("token") ?? "");
  // stopping is idempotent, so a query can do it
  const { data, error, refetch } = useQuery({
    queryKey: ["notification-stop", token],
    staleTime: Number.POSITIVE_INFINITY,
    enabled: token !== "",
    queryFn: ({ signal }) => call("POST /api/notifications/stop", { body: { token } }, { signal }),
  });
  useEffect(() => {
    if (!data) return;
    for (const area of ["rules", "notification-settings", "alerts"]) {
      void queryClient.invalidateQueries({ queryKey: [area] });
    }
  }, [data, queryClient]);

  const see = (
    <PathLink path="/notifications" className={buttonStyle("primary")}>
      {text("notifications.stop.see")}
    </PathLink>
  );
  if (token === "" || failedWith(error, "invalid")) {
    return (
      <Notice alert level={1} icon={Unlink} title={text("notifications.stop.refused_title")} actions={see}>
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
  return (
    <div role="status">
      {data ? (
        <Notice
          level={1}
          icon={BellOff}
          title={text(data.all ? "notifications.stop.all_title" : "notifications.stop.rule_title")}
          actions={see}
        >
          {text(data.all ? "notifications.stop.all" : "notifications.stop.rule")}
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
