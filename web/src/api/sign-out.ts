import { useRouter } from "@tanstack/react-router";
import { clearSession, useCall } from "./session.ts";

/** Signs out in this browser and navigates to the top of the home page. */
export function useLocalSignOut(): () => Promise<void> {
  const router = useRouter();
  return async () => {
    // navigates first: the current page may require a sign-in
    const arrived = router.navigate({ to: "/" });
    clearSession();
    await arrived;
    window.scrollTo({ top: 0 });
  };
}

/** Signs out (spec/accounts 4.3). */
export function useSignOut(): () => void {
  const call = useCall();
  const signOutHere = useLocalSignOut();
  return () => {
    // the request already carries the token; if it fails, the token stays valid until it expires (spec/accounts 4.3)
    call("POST /api/auth/logout", {}).catch(() => {});
    void signOutHere();
  };
}
