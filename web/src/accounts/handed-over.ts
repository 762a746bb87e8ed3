/** Where a sign-in with Google or Steam ends. */
const callbackPath = "/auth/callback";

/** What the server handed to the callback page in its address. */
export interface HandedOver {
  token: string | null;
  error: string | null;
  provider: string | null;
}

let handedOver: HandedOver = { token: null, error: null, provider: null };

/**
 * Takes the answer of a sign-in elsewhere out of the address bar and the history. Runs before anything else of the page,
 * so that nothing that keeps or sends addresses ever sees the token.
 */
export function takeHandedOver(): void {
  if (location.pathname !== callbackPath || location.search === "") return;
  const answer = new URLSearchParams(location.search);
  history.replaceState(history.state, "", callbackPath);
  handedOver = { token: answer.get("token"), error: answer.get("error"), provider: answer.get("provider") };
}

/** The answer taken from the address. */
export function readHandedOver(): HandedOver {
  return handedOver;
}
