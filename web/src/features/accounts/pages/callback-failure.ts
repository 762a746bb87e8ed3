import { signInFailureText } from "contract/accounts/rules.ts";
import type { CallbackResult } from "../../../api/callback-result.ts";

/** Why a Google or Steam sign-in failed; `null` when there is a token or a challenge (spec/accounts 7.2). */
export function callbackFailure({ token, challenge, error, provider }: CallbackResult, noToken: string): string | null {
  if (error !== null) return signInFailureText(error, provider ?? undefined);
  return token || challenge ? null : noToken;
}
