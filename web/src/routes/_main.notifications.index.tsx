import { createFileRoute } from "@tanstack/react-router";
import { accountHead } from "../features/accounts/account-head.ts";
import { readNotificationSearch } from "../features/notifications/notification-search.ts";
import { NotificationsPage, NotificationsPending } from "../features/notifications/notifications-page.tsx";

export const Route = createFileRoute("/_main/notifications/")({
  ssr: false,
  validateSearch: readNotificationSearch,
  head: ({ match }) => accountHead(match.context, "notifications.title", "/notifications"),
  component: NotificationsPage,
  pendingComponent: NotificationsPending,
});
