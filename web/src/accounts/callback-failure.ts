import { signInFailureText } from "contract/accounts/rules.ts";
import type { HandedOver } from "./handed-over.ts";

/** Why a sign-in elsewhere came to nothing, in words; `null` when there is a token to try (spec/accounts 7.2). */
export function callbackFailure({ token, error, provider }: HandedOver, noToken: string): string | null {
  if (error !== null) return signInFailureText(error, provider ?? undefined);
  return token ? null : noToken;
}
