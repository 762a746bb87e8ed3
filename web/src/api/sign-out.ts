import { useRouter } from "@tanstack/react-router";
import { clearSession, useCall } from "./session.ts";

/** Signs out in this browser and navigates to the top of the home page. */
export function useLeave(): () => Promise<void> {
  const router = useRouter();
  return async () => {
    // first away from a page that would ask to sign in again
    const arrived = router.navigate({ to: "/" });
    clearSession();
    await arrived;
    window.scrollTo({ top: 0 });
  };
}

/** Signs out (spec/accounts 4.3). */
export function useSignOut(): () => void {
  const call = useCall();
  const leave = useLeave();
  return () => {
    // the call takes its token along at once; where it fails, the token dies at its expiry (spec/accounts 4.3)
    call("POST /api/auth/logout", {}).catch(() => {});
    void leave();
  };
}
