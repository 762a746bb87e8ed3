import { useRouter } from "@tanstack/react-router";
import type { User } from "contract/accounts/schema.ts";
import type { Call } from "contract/core/call.ts";
import { useSyncExternalStore } from "react";
import { withBase } from "./base-path.ts";
import { readCache, removeCache, writeCache } from "./browser-cache.ts";

/** `unknown` on the server and during hydration, without access to the browser's storage; `null` when signed out. */
export type Viewer = User | null | "unknown";

/** Where the token is stored. */
export const tokenKey = "authToken";
const userKey = "user";
/** The cached time of the last check. */
const checkName = "checked_at";

/** The call of this environment: in process on the server, over HTTP in the browser. */
export function useCall(): Call {
  return useRouter().options.context.call;
}

/** The current user. Follows sign-in and sign-out, also in other tabs. */
export function useViewer(): Viewer {
  return useSyncExternalStore<Viewer>(subscribe, storedUser, () => "unknown");
}

/** Whether there is a token, valid or not. Follows other tabs. */
export function useHasToken(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => storedToken() !== null,
    () => false,
  );
}

/** The bearer token of the session; `null` when signed out. */
export function storedToken(): string | null {
  return read(tokenKey);
}

/** Signs in: stores the token and its user. */
export function setSession(token: string, user: User): void {
  write(tokenKey, token);
  setUser(user);
}

/** Stores the user and invalidates the last check. */
export function setUser(user: User): void {
  write(userKey, JSON.stringify(user));
  removeCache("user", checkName);
  askForUncachedPages(user.isAdmin);
  announce();
}

/** Administrators see their own changes at once: their pages come from no cache (docs/caching.md). */
function askForUncachedPages(wanted: boolean): void {
  // unit tests have no document
  if (!globalThis.document) return;
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is missing outside of secure origins
  document.cookie = `uncached=1; path=${withBase("/")}; samesite=lax; max-age=${wanted ? 31_536_000 : 0}`;
}

/** Signs out: removes token, user and check. */
export function clearSession(): void {
  write(tokenKey, null);
  write(userKey, null);
  removeCache("user", checkName);
  deleteUserCaches();
  askForUncachedPages(false);
  announce();
}

/** Deletes the service worker's caches of users (`service-worker/offline-caches.ts`). */
function deleteUserCaches(): void {
  // missing where the page is not from a secure origin
  const storage = globalThis.caches;
  storage
    ?.keys()
    .then((names) => names.filter((name) => name.includes("-kept-user-")).map((name) => storage.delete(name)));
}

/** Signs out after the server rejected this token, unless another has replaced it. */
export function endSession(token: string): void {
  if (storedToken() === token) clearSession();
}

/** The time of the last successful check in milliseconds, or `null`. */
export function lastCheck(): number | null {
  return readCache<number>("user", checkName);
}

/** Forces the next check to query the server. */
export function invalidateCheck(): void {
  removeCache("user", checkName);
}

/** Stores the result of a check, unless the session has changed meanwhile. */
export function storeCheck(token: string, user: User, at: number): void {
  if (storedToken() !== token) return;
  setUser(user);
  writeCache("user", checkName, at);
}

// memoized: a snapshot must stay the same object while nothing changes
let snapshot: { text: string | null; user: User | null } = { text: null, user: null };

/** The stored user; `null` when signed out. */
export function storedUser(): User | null {
  // a user without a token cannot do anything, and is not signed in
  const text = storedToken() === null ? null : read(userKey);
  if (text !== snapshot.text) snapshot = { text, user: parsed(text) };
  return snapshot.user;
}

function parsed(text: string | null): User | null {
  try {
    return text === null ? null : (JSON.parse(text) as User | null);
  } catch {
    return null;
  }
}

const listeners = new Set<() => void>();

/** Events after which the storage may have changed. */
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

// where storage is blocked, nothing is stored
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
