import { useQuery, useQueryClient } from "@tanstack/react-query";
import Bell from "lucide-static/icons/bell.svg?react";
import { useEffect } from "react";
import { followEvents } from "../../api/follow-events.ts";
import { PathLink } from "../../page/links.tsx";
import { buttonStyle } from "../../ui/button-style.ts";
import { useNotificationText } from "./notification-text.ts";
import { setUnread, unreadQuery } from "./queries.ts";

/** Leads to the notifications, and shows live how many are unread. */
export default function NotificationBell() {
  const text = useNotificationText();
  const { data: unread = 0 } = useQuery(unreadQuery);
  useFollowedInbox();
  return (
    <PathLink
      path="/notifications"
      aria-label={unread > 0 ? text("notifications.bell_unread", { count: unread }) : text("notifications.bell")}
      className={buttonStyle("quiet", "icon", "relative max-md:-mx-1.5")}
    >
      <Bell aria-hidden className="size-5" />
      {unread > 0 && (
        <span
          aria-hidden
          className={
            "figures absolute top-1 end-0.5 min-w-4.5 rounded-full bg-accent px-1 text-center text-xs/4.5 " +
            "font-semibold text-on-accent"
          }
        >
          {unread > 99 ? "99+" : unread}
        </span>
      )}
    </PathLink>
  );
}

/** Follows the inbox while the page is visible: browsers limit the connections to one site. */
function useFollowedInbox(): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    let controller: AbortController | undefined;
    const follow = () => {
      controller?.abort();
      if (document.hidden) return;
      controller = new AbortController();
      void followEvents("GET /api/inbox/events", {
        signal: controller.signal,
        onEvent: ({ data }) => setUnread(queryClient, data.unread),
      });
    };
    follow();
    document.addEventListener("visibilitychange", follow);
    return () => {
      document.removeEventListener("visibilitychange", follow);
      controller?.abort();
    };
  }, [queryClient]);
}
