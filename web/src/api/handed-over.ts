/** Where a sign-in with Google or Steam ends. */
const callbackPath = "/auth/callback";

/** The result of a sign-in, passed in the callback page's address. */
export interface HandedOver {
  token: string | null;
  error: string | null;
  provider: string | null;
}

let handedOver: HandedOver = { token: null, error: null, provider: null };

/**
 * Moves the result of a Google or Steam sign-in from the address bar and the history into memory. Runs first, so that
 * nothing that stores or sends addresses sees the token.
 */
export function takeHandedOver(): void {
  if (location.pathname !== callbackPath || location.search === "") return;
  const parameters = new URLSearchParams(location.search);
  history.replaceState(history.state, "", callbackPath);
  handedOver = { token: parameters.get("token"), error: parameters.get("error"), provider: parameters.get("provider") };
}

/** The result read by `takeHandedOver`. */
export function readHandedOver(): HandedOver {
  return handedOver;
}
