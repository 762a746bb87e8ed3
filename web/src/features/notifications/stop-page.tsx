import { useQueryClient } from "@tanstack/react-query";
import { announceChange } from "../../api/cross-tab-sync.ts";
import { useCall } from "../../api/session.ts";
import { StopLink, StopLinkPending } from "../../page/stop-link.tsx";
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
