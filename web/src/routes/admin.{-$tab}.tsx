import { createFileRoute } from "@tanstack/react-router";
import { CheckingAccess } from "../admin/gate-screens.tsx";
import { AdminPage } from "../admin-page.tsx";
import { pageHead } from "../head.ts";

/** The panel with all its tabs. One route: visitors load these lines of it, and nothing more. */
export const Route = createFileRoute("/admin/{-$tab}")({
  ssr: false,
  head: ({ match }) =>
    pageHead(match.context, { title: "Administration", description: "", path: "/admin", noIndex: true }),
  component: () => <AdminPage tab={Route.useParams().tab} />,
  pendingComponent: CheckingAccess,
});
