import { useQueryClient } from "@tanstack/react-query";
import type { Call } from "contract/core/call.ts";
import { createContext, type ReactNode, use, useMemo } from "react";
import { ApiError, failedWith } from "../../api/api-error.ts";
import { clearSession, storedToken, useCall } from "../../api/session.ts";
import { useReauthentication } from "../accounts/reauthentication.tsx";
import { meKey, useMe } from "./me.ts";

/** Dependencies that tests replace. */
interface Deps {
  token: () => string | null;
  /** Called without a token. The call itself drops a rejected one. */
  onSignedOut: () => void;
  /** Called when a permission is missing. */
  onDenied: () => void;
}

/** The panel's call: requires a token, and fails with the messages of spec/administration 2.3. */
export function adminCall(
  call: Call,
  { token = storedToken, onSignedOut = clearSession, onDenied = () => {} }: Partial<Deps> = {},
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
      const isDenied = error instanceof ApiError && error.status === 403;
      if (isDenied && !failedWith(error, "reauthentication_required")) onDenied();
      throw toPanelError(error);
    }
  };
}

/**
 * The panel's call for components. A 403 refetches the user's permissions; a call that requires re-authentication is
 * repeated after it.
 */
export function useAdminCall(): Call {
  const call = useCall();
  const queryClient = useQueryClient();
  const confirmed = useConfirmed();
  return useMemo(() => {
    const send = adminCall(call, { onDenied: () => void queryClient.invalidateQueries({ queryKey: meKey }) });
    return (route, input, options) => confirmed(() => send(route, input, options));
  }, [call, queryClient, confirmed]);
}

/** The server's message, else `fallback`. */
export function serverMessageOf(error: unknown, fallback: string): string {
  return (error instanceof ApiError && error.serverMessage) || fallback;
}

/** The server's message; one about fields names them as the form does. */
export function namedMessageOf(error: unknown, names: Record<string, string>, fallback: string): string {
  const details = error instanceof ApiError ? error.details : [];
  if (details.length === 0 || details.some(({ path }) => names[path] === undefined)) {
    return serverMessageOf(error, fallback);
  }
  return details.map(({ path, msg }) => `${names[path]}: ${msg}`).join(". ");
}

function toPanelError(error: unknown): unknown {
  if (error instanceof SyntaxError) {
    return new ApiError("Invalid JSON response from server", { status: 0, code: "unreadable" });
  }
  // without a response the message stays
  if (!(error instanceof ApiError) || error.status === 0) return error;
  return new ApiError(panelMessage(error), error);
}

function panelMessage({ status, serverMessage }: ApiError): string {
  if (status === 401) return "Admin authentication required";
  if (status === 403) return serverMessage ?? "Access denied";
  return serverMessage ?? `Request failed with status ${status}`;
}

/** Repeats a call that requires re-authentication once the administrator has confirmed their identity. */
type Confirmed = <T>(send: () => Promise<T>) => Promise<T>;

const ConfirmedContext = createContext<Confirmed>((send) => send());

/** Asks administrators to re-authenticate when a call of the panel requires it. */
export function PanelReauthentication({ children }: { children: ReactNode }) {
  const { confirmed, dialog } = useReauthentication(useMe().user);
  return (
    <ConfirmedContext value={confirmed}>
      {children}
      {dialog}
    </ConfirmedContext>
  );
}

export function useConfirmed(): Confirmed {
  return use(ConfirmedContext);
}
