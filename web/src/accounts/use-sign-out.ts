import { useCall } from "./session.ts";
import { useLeave } from "./use-leave.ts";

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
