import { useLocation } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { checkCurrentUser } from "./current-user.ts";
import { useCall } from "./session.ts";

/**
 * Checks on every new path whether the stored sign-in still holds (spec/accounts 4.2).
 * Returns whether the check for this path has finished.
 */
export function useSessionCheck(): boolean {
  const call = useCall();
  const pathname = useLocation({ select: (location) => location.pathname });
  const [checked, setChecked] = useState<string>();
  useEffect(() => {
    let wanted = true;
    const finish = () => {
      if (wanted) setChecked(pathname);
    };
    // a failure that says nothing about the sign-in keeps the stored user and shows nothing
    checkCurrentUser(call).then(finish, finish);
    return () => {
      wanted = false;
    };
  }, [call, pathname]);
  return checked === pathname;
}
