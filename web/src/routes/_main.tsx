import { createFileRoute, Outlet } from "@tanstack/react-router";
import { MainLayout } from "../layouts/main-layout.tsx";

/** Everything but sign-in and administration stands between header and footer. */
export const Route = createFileRoute("/_main")({
  component: () => (
    <MainLayout>
      <Outlet />
    </MainLayout>
  ),
});
