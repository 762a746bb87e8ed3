import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useCall, useHasToken } from "../../api/session.ts";
import { useHasUnsaved } from "./editing/unsaved.ts";
import {
  AccessDenied,
  CheckingAccess,
  DesktopRequired,
  SecondFactorRequired,
  ToLogin,
  VerificationFailed,
} from "./gate-screens.tsx";
import { MeContext } from "./me.ts";
import { PanelLayout } from "./panel-layout.tsx";
import { type Me, meQuery, type PanelAccess } from "./queries.ts";
import { PanelReauthentication } from "./reauthentication.tsx";
import { SessionEnded } from "./session-ended.tsx";
import type { Tab } from "./tabs/tab-page.tsx";
import { useDesktop } from "./use-desktop.ts";

/** The administrator panel, after checks of permissions and screen size (spec/administration 1.1). */
export function AdminPanel({ tabs, children }: { tabs: readonly Tab[]; children: ReactNode }) {
  const { data: access, isError, isFetching, refetch } = useQuery(meQuery(useCall()));
  const hasToken = useHasToken();
  const desktop = useDesktop();
  const unsaved = useHasUnsaved();
  const [latest, setLatest] = useState<Me>();
  if (isAdministrator(access) && access !== latest) setLatest(access);
  const retry = () => void refetch();

  // edits survive the end of the session, and a later failing check: the server checks every call
  const ended = !hasToken || !isAdministrator(access);
  const me = ended ? (unsaved && access !== "denied" ? latest : undefined) : access;
  if (!me) {
    if (!hasToken) return <ToLogin />;
    if (isFetching) return <CheckingAccess />;
    if (access === "anonymous") return <ToLogin />;
    if (access === "needs_second_factor") return <SecondFactorRequired onRetry={retry} />;
    return isError ? <VerificationFailed onRetry={retry} /> : <AccessDenied onRetry={retry} />;
  }
  if (!desktop) return <DesktopRequired />;
  return (
    // the edits of one administrator must not reach the next one
    <MeContext key={me.user.id} value={me}>
      <PanelReauthentication>
        <PanelLayout tabs={tabs}>{children}</PanelLayout>
      </PanelReauthentication>
      {ended && <SessionEnded />}
    </MeContext>
  );
}

function isAdministrator(access: PanelAccess | undefined): access is Me {
  return typeof access === "object";
}
