import { createFileRoute } from "@tanstack/react-router";
import { AdminPage } from "../app/admin-page.tsx";
import { CheckingAccess } from "../features/admin/gate-screens.tsx";

/** The panel with all its tabs, which set their own titles. A short route, because visitors load it too. */
export const Route = createFileRoute("/admin/{-$tab}")({
  ssr: false,
  head: () => ({ meta: [{ name: "robots", content: "noindex" }] }),
  component: () => <AdminPage tab={Route.useParams().tab} />,
  pendingComponent: CheckingAccess,
});
