import { useRouter } from "@tanstack/react-router";
import { safeOrigin } from "contract/accounts/rules.ts";
import { useEffect } from "react";
import { checkCurrentUser } from "./current-user.ts";
import { useCall, useViewer } from "./session.ts";

/** Leads visitors who are signed in, also in another tab, away from sign-in and registration: to where they came from, else home. */
export function useSignedInAlready(from: string | undefined): void {
  const router = useRouter();
  const call = useCall();
  const viewer = useViewer();
  const isSignedIn = viewer !== null && viewer !== "unknown";
  useEffect(() => {
    if (!isSignedIn) return;
    let wanted = true;
    const leave = () => {
      if (wanted) void router.navigate({ href: safeOrigin(from), replace: true });
    };
    // a session that the server takes no more ends here, and the form is what its owner needs
    checkCurrentUser(call).then((user) => user && leave(), leave);
    return () => {
      wanted = false;
    };
  }, [isSignedIn, call, router, from]);
}
