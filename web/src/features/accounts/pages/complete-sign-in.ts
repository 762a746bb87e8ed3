import { useRouter } from "@tanstack/react-router";
import { safeOrigin } from "contract/accounts/rules.ts";
import type { User } from "contract/accounts/schema.ts";
import { useEffect } from "react";
import { checkCurrentUser } from "../../../api/current-user.ts";
import { hasChosenCountry, rememberCountry } from "../../../api/remembered-country.ts";
import { setSession, useCall, useViewer } from "../../../api/session.ts";

/** Signs in and navigates to `from` or home, replacing the form in the history. */
export function useCompleteSignIn(
  from: string | undefined,
): (signedIn: { token: string; user: User }) => Promise<void> {
  const router = useRouter();
  return ({ token, user }) => {
    startSession(token, user);
    return router.navigate({ href: safeOrigin(from), replace: true });
  };
}

/** Navigates signed-in visitors away from sign-in and registration, to `from` or home. */
export function useRedirectSignedIn(from: string | undefined): void {
  const router = useRouter();
  const call = useCall();
  const viewer = useViewer();
  const isSignedIn = viewer !== null && viewer !== "unknown";
  useEffect(() => {
    if (!isSignedIn) return;
    let active = true;
    const redirect = () => {
      if (active) void router.navigate({ href: safeOrigin(from), replace: true });
    };
    // an invalid session ends here, and its owner needs the form
    checkCurrentUser(call).then((user) => user && redirect(), redirect);
    return () => {
      active = false;
    };
  }, [isSignedIn, call, router, from]);
}

/** Signs in, and takes over the country of the profile unless another was chosen in this browser. */
export function startSession(token: string, user: User): void {
  if (user.country && !hasChosenCountry()) rememberCountry(user.country);
  setSession(token, user);
}
