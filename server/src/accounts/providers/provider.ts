import type { Provider, SignInFailure } from "contract/accounts/rules.ts";
import { normalizeText } from "contract/unicode.ts";

/** Who somebody is, in the word of a provider that was checked. */
export interface Identity {
  provider: Provider;
  /** Google's `sub`, Steam's 64-bit id in digits. */
  id: string;
  /** Only an address that the provider says is this person's. */
  email: string | null;
  name: string | null;
  /** https only. */
  avatarUrl: string | null;
}

/** A sign-in that was begun: what its answer is checked against. */
export interface Begun {
  /** Random, good once, and bound to the browser that began. */
  state: string;
  /** What the provider's module wants to remember from its `begin`. Never leaves the server. */
  secret: string;
}

/** A place where people can prove who they are. */
export interface SignInProvider {
  name: Provider;
  /** Where the browser goes. Throws `SignInRefused`. */
  begin(state: string): Promise<{ url: string; secret: string }>;
  /** Checks what the browser brought back, all of it. Throws `SignInRefused`. */
  finish(answer: URLSearchParams, begun: Begun): Promise<Identity>;
}

/** A sign-in elsewhere that comes to nothing. `reason` is for the log and holds nothing secret. */
export class SignInRefused extends Error {
  readonly failure: SignInFailure;

  constructor(failure: SignInFailure, reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.name = "SignInRefused";
    this.failure = failure;
  }
}

/** An address of a picture that a browser may load from an https page, or nothing. */
export function pictureUrl(value: unknown): string | null {
  if (typeof value !== "string" || value.length > 500 || !URL.canParse(value)) return null;
  const url = new URL(value);
  return url.protocol === "https:" && !url.username && !url.password ? url.href : null;
}

/** The name that a provider gives, in the form of our display names, or nothing. */
export function givenName(value: unknown): string | null {
  if (typeof value !== "string") return null;
  const name = normalizeText(value.replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, ""), "NFC").trim();
  return [...name].slice(0, 32).join("") || null;
}
