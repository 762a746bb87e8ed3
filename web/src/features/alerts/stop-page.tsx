import { useQueryClient } from "@tanstack/react-query";
import { announceChange } from "../../api/cross-tab-sync.ts";
import { useCall } from "../../api/session.ts";
import { StopLink, StopLinkPending } from "../../page/stop-link.tsx";
import { useAlertText } from "./alert-text.ts";

/** Stops one alert or all alert mail when a mail's signed link is opened. */
export function StopPage() {
  const text = useAlertText();
  const call = useCall();
  const queryClient = useQueryClient();

  async function stop(token: string, signal: AbortSignal) {
    const stopped = await call("POST /api/alerts/stop", { body: { token } }, { signal });
    announceChange("alerts");
    void queryClient.invalidateQueries({ queryKey: ["alerts"] });
    return stopped;
  }

  return (
    <StopLink
      stop={stop}
      pending={<StopPending />}
      refused={{ title: text("alerts.stop.refused_title"), text: text("alerts.stop.refused") }}
      failedTitle={text("alerts.stop.failed_title")}
      next={{ path: "/games", name: text("alerts.stop.browse") }}
      describe={({ all, title }) => {
        if (all) return { title: text("alerts.stop.all_title"), text: text("alerts.stop.all") };
        const done = title === null ? text("alerts.stop.gone") : text("alerts.stop.done", { title });
        return { title: text("alerts.stop.done_title"), text: done };
      }}
    />
  );
}

export function StopPending() {
  return <StopLinkPending>{useAlertText()("alerts.stop.loading")}</StopLinkPending>;
}
