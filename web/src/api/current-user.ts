import { useLocation } from "@tanstack/react-router";
import type { User } from "contract/accounts/schema.ts";
import type { Call } from "contract/core/call.ts";
import { useEffect, useState } from "react";
import { ApiError } from "./api-error.ts";
import { freshFor } from "./query.ts";
import {
  clearSession,
  endSession,
  invalidateCheck,
  lastCheck,
  storeCheck,
  storedToken,
  storedUser,
  useCall,
} from "./session.ts";

/** The pending check, shared by header and page. */
let checking: { token: string; promise: Promise<User | null> } | undefined;

/**
 * The signed-in user, checked with the server at most once in five minutes; `null` without a valid session. A 401 or
 * 403 signs out. Any other failure is thrown, and the stored user stays (spec/accounts 4.2).
 */
export async function checkCurrentUser(call: Call): Promise<User | null> {
  const token = storedToken();
  if (token === null) {
    clearSession();
    return null;
  }
  const user = storedUser();
  const checkedAt = lastCheck();
  if (user && checkedAt !== null && isFresh(checkedAt, Date.now())) return user;
  if (checking?.token !== token) {
    const promise = fetchUser(call, token).finally(() => {
      if (checking?.promise === promise) checking = undefined;
    });
    checking = { token, promise };
  }
  return checking.promise;
}

/** `checkCurrentUser` without the cached result, after a change of the user or the session. */
export function refreshCurrentUser(call: Call): Promise<User | null> {
  invalidateCheck();
  return checkCurrentUser(call);
}

/** Whether a check of that time is still fresh. One in the future means that the clock was set back. */
function isFresh(checkedAt: number, now: number): boolean {
  return checkedAt <= now && now - checkedAt < freshFor.user;
}

async function fetchUser(call: Call, token: string): Promise<User | null> {
  try {
    const { user } = await call("GET /api/auth/me", {});
    storeCheck(token, user, Date.now());
    return user;
  } catch (error) {
    if (!(error instanceof ApiError) || (error.status !== 401 && error.status !== 403)) throw error;
    endSession(token);
    return null;
  }
}

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
