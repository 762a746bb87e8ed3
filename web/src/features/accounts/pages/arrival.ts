import { useRouter } from "@tanstack/react-router";
import { safeOrigin } from "contract/accounts/rules.ts";
import type { User } from "contract/accounts/schema.ts";
import { useEffect } from "react";
import { checkCurrentUser } from "../../../api/current-user.ts";
import { useCall, useViewer } from "../../../api/session.ts";
import { startSession } from "../start-session.ts";

/** Signs in and navigates to `from` or home, replacing the form in the history. */
export function useArrival(from: string | undefined): (signedIn: { token: string; user: User }) => Promise<void> {
  const router = useRouter();
  return ({ token, user }) => {
    startSession(token, user);
    return router.navigate({ href: safeOrigin(from), replace: true });
  };
}

/** Navigates signed-in visitors away from sign-in and registration, to `from` or home. */
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
