import { createFileRoute, Outlet } from "@tanstack/react-router";
import { MainLayout } from "../layouts/main-layout.tsx";

/** The layout of all pages but sign-in and administration. */
export const Route = createFileRoute("/_main")({
  component: () => (
    <MainLayout>
      <Outlet />
    </MainLayout>
  ),
});
