import { createFileRoute } from "@tanstack/react-router";
import { CheckingAccess } from "../admin/gate-screens.tsx";
import { AdminPage } from "../admin-page.tsx";

/** The panel with all its tabs, which title themselves. One short route: visitors load these lines of it, and nothing more. */
export const Route = createFileRoute("/admin/{-$tab}")({
  ssr: false,
  head: () => ({ meta: [{ name: "robots", content: "noindex" }] }),
  component: () => <AdminPage tab={Route.useParams().tab} />,
  pendingComponent: CheckingAccess,
});
