import { useRouter } from "@tanstack/react-router";
import { clearSession, useCall } from "./session.ts";

/** Signs out, leads to the home page and to its top (storefront.md section 2). */
export function useSignOut(): () => void {
  const router = useRouter();
  const call = useCall();
  return () => {
    // the call takes its token along at once; where it fails, the token dies at its expiry (decisions.md section 10)
    call("POST /api/auth/logout", {}).catch(() => {});
    // first away from a page that would ask to sign in again
    const arrived = router.navigate({ to: "/" });
    clearSession();
    void arrived.then(() => window.scrollTo({ top: 0 }));
  };
}
