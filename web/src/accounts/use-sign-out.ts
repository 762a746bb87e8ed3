import { useCall } from "./session.ts";
import { useLeave } from "./use-leave.ts";

/** Signs out (storefront.md section 2). */
export function useSignOut(): () => void {
  const call = useCall();
  const leave = useLeave();
  return () => {
    // the call takes its token along at once; where it fails, the token dies at its expiry (decisions.md section 10)
    call("POST /api/auth/logout", {}).catch(() => {});
    void leave();
  };
}
