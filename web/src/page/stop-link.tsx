import { useQuery } from "@tanstack/react-query";
import BellOff from "lucide-react/icons/bell-off";
import LoaderCircle from "lucide-react/icons/loader-circle";
import Unlink from "lucide-react/icons/unlink";
import { type ReactNode, useState } from "react";
import { failedWith } from "../api/api-error.ts";
import { useText } from "../api/texts.ts";
import { buttonStyle } from "../ui/button-style.ts";
import { FailureNotice } from "../ui/failure-notice.tsx";
import { Notice } from "../ui/notice.tsx";
import { PathLink } from "./path-link.tsx";
import { NeedsScript } from "./script-notes.tsx";

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
export function StopLink<Stopped>({ stop, pending, describe, refused, failedTitle, next }: StopLinkProps<Stopped>) {
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
export function StopLinkPending({ children }: { children: string }) {
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
