import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useCall } from "../accounts/session.ts";
import { AccessDenied, CheckingAccess, DesktopRequired, VerificationFailed } from "./gate-screens.tsx";
import { MeContext } from "./me.ts";
import { PanelLayout } from "./panel-layout.tsx";
import { meQuery } from "./queries.ts";
import { ToLogin } from "./to-login.tsx";
import { useDesktop } from "./use-desktop.ts";

/** The administrator panel behind its gate (admin.md section 2): first who asks, then on what kind of screen. */
export function AdminPanel({ children }: { children: ReactNode }) {
  const { data: me, isError, isFetching, refetch } = useQuery(meQuery(useCall()));
  const desktop = useDesktop();
  const retry = () => void refetch();

  // a check that fails later does not take the panel away: every call is checked by itself
  if (!me || typeof me === "string") {
    if (isFetching) return <CheckingAccess />;
    if (me === "anonymous") return <ToLogin />;
    return isError ? <VerificationFailed onRetry={retry} /> : <AccessDenied onRetry={retry} />;
  }
  if (!desktop) return <DesktopRequired />;
  return (
    <MeContext value={me}>
      <PanelLayout>{children}</PanelLayout>
    </MeContext>
  );
}
