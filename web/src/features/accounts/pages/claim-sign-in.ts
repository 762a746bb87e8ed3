import type { Call } from "contract/core/call.ts";
import { browserCall } from "../../../api/call.ts";
import { startSession } from "../start-session.ts";

/**
 * Signs in with a token from an address, but only if this browser started that sign-in and the token is valid. Rejects
 * otherwise, and changes nothing.
 */
export async function claimSignIn(call: Call, token: string): Promise<void> {
  await call("POST /api/auth/callback", { body: { token } });
  const asNewUser = browserCall({ token: () => token, onRejected: () => {} });
  const { user } = await asNewUser("GET /api/auth/me", {});
  startSession(token, user);
}
