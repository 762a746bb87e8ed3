import { useQuery, useQueryClient } from "@tanstack/react-query";
import BellOff from "lucide-react/icons/bell-off";
import LoaderCircle from "lucide-react/icons/loader-circle";
import Unlink from "lucide-react/icons/unlink";
import { type ReactNode, useState } from "react";
import { failedWith } from "../../api/api-error.ts";
import { announceChange } from "../../api/cross-tab-sync.ts";
import { useCall } from "../../api/session.ts";
import { useText } from "../../api/texts.ts";
import { PathLink } from "../../page/path-link.tsx";
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

  async function stop(token: string, signal: AbortSignal) {
    const stopped = await call("POST /api/notifications/stop", { body: { token } }, { signal });
    announceChange("rules");
    for (const area of ["rules", "notification-settings", "channels"]) {
      void queryClient.invalidateQueries({ queryKey: [area] });
    }
    return stopped;
  }

  return (
    <StopLink
      stop={stop}
      pending={<StopPending />}
      refused={{ title: text("notifications.stop.refused_title"), text: text("notifications.stop.refused") }}
      failedTitle={text("notifications.stop.failed_title")}
      next={{ path: "/notifications", name: text("notifications.stop.see") }}
      describe={({ all, channel }) => {
        const what = all ? "all" : channel ? "channel" : "rule";
        return { title: text(`notifications.stop.${what}_title`), text: text(`notifications.stop.${what}`) };
      }}
    />
  );
}

export function StopPending() {
  return <StopLinkPending>{useNotificationText()("notifications.stop.loading")}</StopLinkPending>;
}

interface Outcome {
  title: string;
  text: string;
}

interface StopLinkProps<Stopped> {
  /** Performs the action of the token. Idempotent. */
  stop: (token: string, signal: AbortSignal) => Promise<Stopped>;
  /** Shown until the response arrives. */
  pending: ReactNode;
  describe: (stopped: Stopped) => Outcome;
  /** For a link without a token, or with a wrong one. */
  refused: Outcome;
  failedTitle: string;
  /** Where to go from here. */
  next: { path: string; name: string };
}

/** Stops what a mail's signed link names when the link is opened. */
function StopLink<Stopped>({ stop, pending, describe, refused, failedTitle, next }: StopLinkProps<Stopped>) {
  const text = useText();
  // read without the router, which would treat two tokens as two pages
  const [token] = useState(() => new URLSearchParams(window.location.search).get("token") ?? "");
  // stopping is idempotent, so a query can do it
  const { data, error, refetch } = useQuery({
    queryKey: ["stop-link", next.path, token],
    staleTime: Number.POSITIVE_INFINITY,
    enabled: token !== "",
    queryFn: ({ signal }) => stop(token, signal),
  });

  const actions = (
    <PathLink path={next.path} className={buttonStyle("primary")}>
      {next.name}
    </PathLink>
  );
  if (token === "" || failedWith(error, "invalid")) {
    return (
      <Notice alert level={1} icon={Unlink} title={refused.title} actions={actions}>
        {refused.text}
      </Notice>
    );
  }
  if (error) {
    return (
      <FailureNotice level={1} title={failedTitle} retry={text("status.retry")} onRetry={refetch}>
        {error.message}
      </FailureNotice>
    );
  }
  const outcome = data && describe(data);
  return (
    <div role="status">
      {outcome ? (
        <Notice level={1} icon={BellOff} title={outcome.title} actions={actions}>
          {outcome.text}
        </Notice>
      ) : (
        pending
      )}
    </div>
  );
}

/** Shown until the response arrives. */
function StopLinkPending({ children }: { children: string }) {
  return (
    <>
      <NeedsScript />
      <div className="needs-script flex flex-col items-center gap-3 py-14 text-center">
        <LoaderCircle aria-hidden className="size-8 animate-spin text-muted" />
        <h1 className="text-lg">{children}</h1>
      </div>
    </>
  );
}
