import type { PasskeyCredential } from "contract/accounts/schema.ts";

/** Options of a WebAuthn call, as the server sends them. */
type Options = Readonly<Record<string, unknown>>;

export function hasPasskeys(): boolean {
  return typeof window !== "undefined" && typeof window.PublicKeyCredential === "function";
}

/** Opens the browser's dialog that creates a passkey. Rejects when it is closed. */
export async function createPasskey(options: Options): Promise<PasskeyCredential> {
  const { startRegistration } = await import("@simplewebauthn/browser");
  return (await startRegistration({ optionsJSON: options as never })) as unknown as PasskeyCredential;
}

/** Opens the browser's dialog that uses a passkey. Rejects when it is closed. */
export async function askForPasskey(options: Options): Promise<PasskeyCredential> {
  const { startAuthentication } = await import("@simplewebauthn/browser");
  return (await startAuthentication({ optionsJSON: options as never })) as unknown as PasskeyCredential;
}
