import { useRouter } from "@tanstack/react-router";
import type { Call } from "contract/call.ts";
import { useSyncExternalStore } from "react";

/** Who is signed in, as the server describes them (storefront.md section 3). */
export interface User {
  id: number;
  username: string;
  displayName: string | null;
  email: string | null;
  birthday: string | null;
  showExplicitContent: boolean;
  avatarUrl: string | null;
  role: "admin" | "moderator" | "member";
  isAdmin: boolean;
  isSuperAdmin?: boolean;
  createdAt: string;
}

/** `unknown` on the server and while a page hydrates, which cannot see the browser's storage; `null` = nobody is signed in. */
export type Viewer = User | null | "unknown";

const tokenKey = "authToken";
const userKey = "user";

/** The call of this side: in process while the server renders, by HTTP in the browser. */
export function useCall(): Call {
  return useRouter().options.context.call;
}

/** Who looks at the page. Follows sign-in and sign-out, in other tabs too. */
export function useViewer(): Viewer {
  return useSyncExternalStore<Viewer>(subscribe, storedUser, () => "unknown");
}

/** The bearer token of the session, `null` when nobody is signed in. */
export function storedToken(): string | null {
  return read(tokenKey);
}

/** Signs in here: keeps the token and its user. */
export function setSession(token: string, user: User): void {
  write(tokenKey, token);
  write(userKey, JSON.stringify(user));
  announce();
}

/** Signs out here: forgets token and user. */
export function clearSession(): void {
  write(tokenKey, null);
  write(userKey, null);
  announce();
}

// the stored text and what it means: a snapshot must stay the same object while nothing changes
let known: { text: string | null; user: User | null } = { text: null, user: null };

function storedUser(): User | null {
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

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener("storage", announce);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener("storage", announce);
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
