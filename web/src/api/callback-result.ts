import { withBase, withoutBase } from "./base-path.ts";

/** Where a sign-in with Google or Steam ends. */
const callbackPath = "/auth/callback";

/** The result of a sign-in, passed in the callback page's address. */
export interface CallbackResult {
  token: string | null;
  /** In place of a token, where the account has a second factor. */
  challenge: string | null;
  error: string | null;
  provider: string | null;
}

let result: CallbackResult = { token: null, challenge: null, error: null, provider: null };

/**
 * Moves the result of a Google or Steam sign-in from the address bar and the history into memory. Runs first, so that
 * nothing that stores or sends addresses sees the token.
 */
export function captureCallbackResult(): void {
  if (withoutBase(location.pathname) !== callbackPath || location.search === "") return;
  const parameters = new URLSearchParams(location.search);
  history.replaceState(history.state, "", withBase(callbackPath));
  const read = (name: keyof CallbackResult) => parameters.get(name);
  result = { token: read("token"), challenge: read("challenge"), error: read("error"), provider: read("provider") };
}

/** The result read by `captureCallbackResult`. */
export function readCallbackResult(): CallbackResult {
  return result;
}
