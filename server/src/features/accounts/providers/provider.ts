import type { Provider, SignInFailure } from "contract/accounts/rules.ts";
import { normalizeText } from "contract/core/text.ts";

/** A person's identity, as a provider vouched for it. */
export interface Identity {
  provider: Provider;
  /** Google's `sub`, Steam's 64-bit id in digits. */
  id: string;
  /** Only an address that the provider has verified. */
  email: string | null;
  name: string | null;
  /** https only. */
  avatarUrl: string | null;
}

/** A sign-in that is under way at a provider; its response is checked against this. */
export interface PendingSignIn {
  /** Random, valid once, and bound to the browser. */
  state: string;
  /** The provider module's own state. Never leaves the server. */
  secret: string;
}

export interface SignInProvider {
  name: Provider;
  /** Returns the URL to redirect to. Throws `SignInRejected`. */
  begin(state: string): Promise<{ url: string; secret: string }>;
  /** Checks the parameters of the callback. Throws `SignInRejected`. */
  finish(params: URLSearchParams, pending: PendingSignIn): Promise<Identity>;
}

/** A failed sign-in at a provider. `reason` is for the log and contains no secrets. */
export class SignInRejected extends Error {
  readonly failure: SignInFailure;

  constructor(failure: SignInFailure, reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.name = "SignInRejected";
    this.failure = failure;
  }
}

/** The address of a picture that an https page may load, or `null`. */
export function pictureUrl(value: unknown): string | null {
  if (typeof value !== "string" || value.length > 500 || !URL.canParse(value)) return null;
  const url = new URL(value);
  return url.protocol === "https:" && !url.username && !url.password ? url.href : null;
}

/** A provider's name for the user in the form of our display names, or `null`. */
export function cleanName(value: unknown): string | null {
  if (typeof value !== "string") return null;
  const name = normalizeText(value.replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, ""), "NFC").trim();
  return [...name].slice(0, 32).join("") || null;
}
