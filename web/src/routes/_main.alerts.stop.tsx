import { createFileRoute, redirect } from "@tanstack/react-router";

/** Links in mails from before price alerts were rules. */
export const Route = createFileRoute("/_main/alerts/stop")({
  ssr: false,
  beforeLoad: ({ location }) => {
    throw redirect({ href: `/notifications/stop${location.searchStr}`, replace: true });
  },
});
