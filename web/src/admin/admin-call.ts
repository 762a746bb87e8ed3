import { useQueryClient } from "@tanstack/react-query";
import type { Call } from "contract/call.ts";
import { useMemo } from "react";
import { clearSession, storedToken, useCall } from "../accounts/session.ts";
import { ApiError } from "../api-error.ts";
import { meKey } from "./queries.ts";

/** Ways to the surroundings that tests replace. */
interface Surroundings {
  token: () => string | null;
  /** Runs when there is no token. One that the server refuses is dropped by the call itself. */
  onSignedOut: () => void;
  /** Hears that the server refused a call for want of a permission. */
  onDenied: () => void;
}

/** The call as the panel makes it: refused here without a token, and failing in the words of spec/administration 2.3. */
export function adminCall(
  call: Call,
  { token = storedToken, onSignedOut = clearSession, onDenied = () => {} }: Partial<Surroundings> = {},
): Call {
  return async (route, input, options) => {
    if (token() === null) {
      onSignedOut();
      const signedOut = { status: 401, code: "unauthenticated" };
      throw new ApiError("Authentication required - no token found", signedOut);
    }
    try {
      return await call(route, input, options);
    } catch (error) {
      if (error instanceof ApiError && error.status === 403) onDenied();
      throw inPanelWords(error);
    }
  };
}

/** The panel's call for components. A refusal makes the panel ask anew what its user may do. */
export function useAdminCall(): Call {
  const call = useCall();
  const queryClient = useQueryClient();
  return useMemo(
    () => adminCall(call, { onDenied: () => void queryClient.invalidateQueries({ queryKey: meKey }) }),
    [call, queryClient],
  );
}

/** What the server said of a failed call, else `otherwise`. */
export function serverWords(error: unknown, otherwise: string): string {
  return (error instanceof ApiError && error.serverMessage) || otherwise;
}

function inPanelWords(error: unknown): unknown {
  if (error instanceof SyntaxError) {
    return new ApiError("Invalid JSON response from server", { status: 0, code: "unreadable" });
  }
  // without an answer there is nothing to put into other words
  if (!(error instanceof ApiError) || error.status === 0) return error;
  return new ApiError(wordsOf(error), error);
}

function wordsOf({ status, serverMessage }: ApiError): string {
  if (status === 401) return "Admin authentication required";
  if (status === 403) return serverMessage ?? "Access denied";
  return serverMessage ?? `Request failed with status ${status}`;
}
