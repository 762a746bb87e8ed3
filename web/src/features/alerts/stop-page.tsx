import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import BellOff from "lucide-react/icons/bell-off";
import LoaderCircle from "lucide-react/icons/loader-circle";
import Unlink from "lucide-react/icons/unlink";
import { useEffect, useState } from "react";
import { failedWith } from "../../api/api-error.ts";
import { announceChange } from "../../api/cross-tab-sync.ts";
import { useCall } from "../../api/session.ts";
import { NeedsScript } from "../../page/script-notes.tsx";
import { buttonStyle } from "../../ui/button-style.ts";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useAlertText } from "./alert-text.ts";

/** Stops one alert or all alert mail, as named in a mail's signed link, when the page opens. */
export function StopPage() {
  const text = useAlertText();
  const call = useCall();
  const queryClient = useQueryClient();
  // read here and not by the router, which would take two tokens for two pages
  const [token] = useState(() => new URLSearchParams(window.location.search).get("token") ?? "");
  // stopping is idempotent, so a query can do it
  const { data, error, refetch } = useQuery({
    queryKey: ["alert-stop", token],
    staleTime: Number.POSITIVE_INFINITY,
    enabled: token !== "",
    queryFn: ({ signal }) => call("POST /api/alerts/stop", { body: { token } }, { signal }),
  });
  useEffect(() => {
    if (!data) return;
    announceChange("alerts");
    void queryClient.invalidateQueries({ queryKey: ["alerts"] });
  }, [data, queryClient]);

  const browse = (
    <Link to="/games" className={buttonStyle("primary")}>
      {text("alerts.stop.browse")}
    </Link>
  );
  if (token === "" || failedWith(error, "invalid")) {
    return (
      <Notice alert level={1} icon={Unlink} title={text("alerts.stop.refused_title")} actions={browse}>
        {text("alerts.stop.refused")}
      </Notice>
    );
  }
  if (error) {
    return (
      <FailureNotice level={1} title={text("alerts.stop.failed_title")} retry={text("status.retry")} onRetry={refetch}>
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
          title={text(data.all ? "alerts.stop.all_title" : "alerts.stop.done_title")}
          actions={browse}
        >
          {data.all
            ? text("alerts.stop.all")
            : data.title === null
              ? text("alerts.stop.gone")
              : text("alerts.stop.done", { title: data.title })}
        </Notice>
      ) : (
        <StopPending />
      )}
    </div>
  );
}

/** Shown until the response arrives. */
export function StopPending() {
  const text = useAlertText();
  return (
    <>
      <NeedsScript />
      <div className="needs-script flex flex-col items-center gap-3 py-14 text-center">
        <LoaderCircle aria-hidden className="size-8 animate-spin text-muted" />
        <h1 className="text-lg">{text("alerts.stop.loading")}</h1>
      </div>
    </>
  );
}
