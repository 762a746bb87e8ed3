import type { User } from "contract/accounts/schema.ts";
import type { Call } from "contract/call.ts";
import { ApiError } from "../api-error.ts";
import { freshFor } from "../query.ts";
import { clearSession, endSession, forgetCheck, keepCheck, lastCheck, storedToken, storedUser } from "./session.ts";

/** The check under way, so that header and page share one. */
let checking: { token: string; answer: Promise<User | null> } | undefined;

/**
 * The signed-in user as the server knows them, asked at most once in five minutes; `null` = nobody is signed in (any more).
 * A 401 or 403 signs out here. Any other failure is thrown, and the stored user stays (spec/accounts 4.2).
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
    const answer = ask(call, token).finally(() => {
      if (checking?.answer === answer) checking = undefined;
    });
    checking = { token, answer };
  }
  return checking.answer;
}

/** `checkCurrentUser`, however lately it was asked: something has just changed the user or ended the session. */
export function refreshCurrentUser(call: Call): Promise<User | null> {
  forgetCheck();
  return checkCurrentUser(call);
}

/** Whether a check of that time still counts. One from the future is a clock that was set back. */
export function isFresh(checkedAt: number, now: number): boolean {
  return checkedAt <= now && now - checkedAt < freshFor.user;
}

async function ask(call: Call, token: string): Promise<User | null> {
  try {
    const { user } = await call("GET /api/auth/me", {});
    keepCheck(token, user, Date.now());
    return user;
  } catch (error) {
    if (!(error instanceof ApiError) || (error.status !== 401 && error.status !== 403)) throw error;
    endSession(token);
    return null;
  }
}
