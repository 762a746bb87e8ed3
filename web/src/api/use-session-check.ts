import { useLocation } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { checkCurrentUser } from "./current-user.ts";
import { useCall } from "./session.ts";

/**
 * Checks on every new path whether the session is still valid (spec/accounts 4.2). Returns whether the check has
 * finished.
 */
export function useSessionCheck(): boolean {
  const call = useCall();
  const pathname = useLocation({ select: (location) => location.pathname });
  const [checked, setChecked] = useState<string>();
  useEffect(() => {
    let active = true;
    const finish = () => {
      if (active) setChecked(pathname);
    };
    // on other failures the stored user stays
    checkCurrentUser(call).then(finish, finish);
    return () => {
      active = false;
    };
  }, [call, pathname]);
  return checked === pathname;
}
