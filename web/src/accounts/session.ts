import { useRouter } from "@tanstack/react-router";
import type { User } from "contract/accounts/schema.ts";
import type { Call } from "contract/call.ts";
import { useSyncExternalStore } from "react";
import { dropCopy, keepCopy, keptCopy } from "../browser-cache.ts";

/** `unknown` on the server and while a page hydrates, which cannot see the browser's storage; `null` = nobody is signed in. */
export type Viewer = User | null | "unknown";

/** Where the token is stored. */
export const tokenKey = "authToken";
const userKey = "user";
/** The copy that tells for how long the stored user needs no check. */
const checkName = "checked_at";

/** The call of this side: in process while the server renders, by HTTP in the browser. */
export function useCall(): Call {
  return useRouter().options.context.call;
}

/** Who looks at the page. Follows sign-in and sign-out, in other tabs too. */
export function useViewer(): Viewer {
  return useSyncExternalStore<Viewer>(subscribe, storedUser, () => "unknown");
}

/** Whether anybody is signed in here, known or not; follows other tabs, too. */
export function useHasToken(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => storedToken() !== null,
    () => false,
  );
}

/** The bearer token of the session, `null` when nobody is signed in. */
export function storedToken(): string | null {
  return read(tokenKey);
}

/** Signs in here: keeps the token and its user. */
export function setSession(token: string, user: User): void {
  write(tokenKey, token);
  setUser(user);
}

/** Keeps what the server now says of the signed-in user; when that was checked last no longer counts. */
export function setUser(user: User): void {
  write(userKey, JSON.stringify(user));
  dropCopy("user", checkName);
  announce();
}

/** Signs out here: forgets token, user and cache. */
export function clearSession(): void {
  write(tokenKey, null);
  write(userKey, null);
  dropCopy("user", checkName);
  announce();
}

/** Signs out here because the server refused this token, unless another one has taken its place. */
export function endSession(token: string): void {
  if (storedToken() === token) clearSession();
}

/** When a current-user check last found the session good, in milliseconds; `null` = never. */
export function lastCheck(): number | null {
  return keptCopy<number>("user", checkName);
}

/** Has the stored user checked the next time that somebody asks. */
export function forgetCheck(): void {
  dropCopy("user", checkName);
}

/** Keeps what a check of this token found, unless the session has changed meanwhile. */
export function keepCheck(token: string, user: User, at: number): void {
  if (storedToken() !== token) return;
  setUser(user);
  keepCopy("user", checkName, at);
}

// the stored text and what it means: a snapshot must stay the same object while nothing changes
let known: { text: string | null; user: User | null } = { text: null, user: null };

/** The user of the session as last heard of, `null` when nobody is signed in. */
export function storedUser(): User | null {
  // a user without a token cannot do anything, and is not signed in
  const text = storedToken() === null ? null : read(userKey);
  if (text !== known.text) known = { text, user: parsed(text) };
  return known.user;
}

function parsed(text: string | null): User | null {
  try {
    return text === null ? null : (JSON.parse(text) as User | null);
  } catch {
    return null;
  }
}

const listeners = new Set<() => void>();

/** When the storage may have changed: another tab wrote, or the visitor comes back to this one. */
const storageEvents = ["storage", "focus", "pageshow"];

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) for (const type of storageEvents) window.addEventListener(type, announce);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) for (const type of storageEvents) window.removeEventListener(type, announce);
  };
}

function announce(): void {
  for (const listener of listeners) listener();
}

// a browser that refuses storage is one where nobody is signed in for longer than the page
function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {}
}
