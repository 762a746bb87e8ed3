import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from "@simplewebauthn/browser";
import { useHydrated } from "@tanstack/react-router";
import type { PasskeyCredential } from "contract/accounts/schema.ts";
import { ApiError } from "../../api/api-error.ts";
import { useAccountText } from "./account-text.ts";

/** Options of a WebAuthn call as the API sends them. */
type Options = Readonly<Record<string, unknown>>;

/** Whether this browser supports passkeys; `unknown` until the page is hydrated. */
export function usePasskeySupport(): boolean | "unknown" {
  return useHydrated() ? "PublicKeyCredential" in window : "unknown";
}

/** Asks the browser for a passkey of its user. Rejects with `PasskeyCancelled` when it returns none. */
export async function getPasskey(options: Options): Promise<PasskeyCredential> {
  const { startAuthentication } = await import("@simplewebauthn/browser");
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  return toCredential(await startAuthentication({ optionsJSON }).catch(rejectCancelled));
}

/** Asks the browser to create a passkey. Rejects with `PasskeyCancelled` or `PasskeyExists`. */
export async function createPasskey(options: Options): Promise<PasskeyCredential> {
  const { startRegistration } = await import("@simplewebauthn/browser");
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  return toCredential(await startRegistration({ optionsJSON }).catch(rejectCancelled));
}

/** The user closed the dialog, let it time out, or has no matching passkey: browsers do not report which. */
export class PasskeyCancelled extends Error {}

/** This device already has a passkey of the account. */
export class PasskeyExists extends Error {}

/** Replaces the errors of the browser's dialog. */
export function rejectCancelled(error: unknown): never {
  const { name } = error as Partial<Error>;
  if (name === "NotAllowedError" || name === "AbortError") throw new PasskeyCancelled();
  if (name === "InvalidStateError") throw new PasskeyExists();
  throw error;
}

/** Copies, because the interfaces of the library are not assignable to records. */
function toCredential(credential: AuthenticationResponseJSON | RegistrationResponseJSON): PasskeyCredential {
  const { id, rawId, type, response, clientExtensionResults, authenticatorAttachment } = credential;
  return {
    ...{ id, rawId, type, authenticatorAttachment },
    response: Object.fromEntries(Object.entries(response)),
    clientExtensionResults: Object.fromEntries(Object.entries(clientExtensionResults)),
  };
}

/** Explains why a passkey was not used or created. */
export function usePasskeyFailure(): (error: unknown) => string {
  const text = useAccountText();
  return (error) => {
    if (error instanceof ApiError) return error.message;
    return text(error instanceof PasskeyExists ? "security.passkey_exists" : "login.passkey_failed");
  };
}
