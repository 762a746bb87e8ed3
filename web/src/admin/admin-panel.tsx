import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useCall, useHasToken } from "../accounts/session.ts";
import { AccessDenied, CheckingAccess, DesktopRequired, VerificationFailed } from "./gate-screens.tsx";
import { MeContext } from "./me.ts";
import { PanelLayout } from "./panel-layout.tsx";
import { type Asker, type Me, meQuery } from "./queries.ts";
import { SessionEnded } from "./session-ended.tsx";
import { ToLogin } from "./to-login.tsx";
import { useHasUnsaved } from "./unsaved.ts";
import { useDesktop } from "./use-desktop.ts";

/** The administrator panel behind its gate (spec/administration 1.1): first who asks, then on what kind of screen. */
export function AdminPanel({ children }: { children: ReactNode }) {
  const { data: asker, isError, isFetching, refetch } = useQuery(meQuery(useCall()));
  const hasToken = useHasToken();
  const desktop = useDesktop();
  const unsaved = useHasUnsaved();
  const [latest, setLatest] = useState<Me>();
  if (isAdministrator(asker) && asker !== latest) setLatest(asker);
  const retry = () => void refetch();

  // a session that ends does not take along what is typed; nor does a check that fails later: every call is checked
  const ended = !hasToken || !isAdministrator(asker);
  const me = ended ? (unsaved && asker !== "denied" ? latest : undefined) : asker;
  if (!me) {
    if (!hasToken) return <ToLogin />;
    if (isFetching) return <CheckingAccess />;
    if (asker === "anonymous") return <ToLogin />;
    return isError ? <VerificationFailed onRetry={retry} /> : <AccessDenied onRetry={retry} />;
  }
  if (!desktop) return <DesktopRequired />;
  return (
    // what one administrator has typed is not for the next one
    <MeContext key={me.user.id} value={me}>
      <PanelLayout>{children}</PanelLayout>
      {ended && <SessionEnded />}
    </MeContext>
  );
}

function isAdministrator(asker: Asker | undefined): asker is Me {
  return typeof asker === "object";
}
