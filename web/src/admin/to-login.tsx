import { useNavigate, useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { CheckingAccess } from "./gate-screens.tsx";

/** Leads to the sign-in, which leads back to this place. */
export function ToLogin() {
  const router = useRouter();
  const navigate = useNavigate();
  useEffect(() => {
    const { pathname, href } = router.history.location;
    // who signs out here is on the way home already
    if (!pathname.startsWith("/admin")) return;
    void navigate({ to: "/login", search: { from: href }, replace: true, ignoreBlocker: true });
  }, [router, navigate]);
  return <CheckingAccess />;
}
