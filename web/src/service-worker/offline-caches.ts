import { brand } from "contract/brand.ts";

/** Names of the worker's caches; those of users end with a hash of their session. */
const prefix = `${brand.slug}-kept-`;
export const fileCache = `${prefix}files`;
export const pageCache = `${prefix}pages`;
export const dataCache = `${prefix}data`;
export const offlinePage = `${prefix}offline-page`;
const ofUsers = `${prefix}user-`;

/** Responses in a cache; the oldest make room. */
export const maxEntries = 60;

/** When a response was cached, in milliseconds since 1970. */
const cachedAtHeader = "x-kept-at";

/** The cache of the user with this `Authorization` header. It is named by a hash: no token is stored. */
export async function cacheOf(authorization: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(authorization));
  const hex = [...new Uint8Array(digest.slice(0, 16))].map((byte) => byte.toString(16).padStart(2, "0"));
  return ofUsers + hex.join("");
}

/** Deletes the caches of all users except one. */
export async function deleteUserCaches(except?: string): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith(ofUsers) && name !== except);
  await Promise.all(names.map((name) => caches.delete(name)));
}

export async function withDate(response: Response, now: number): Promise<Response> {
  const headers = new Headers(response.headers);
  headers.set(cachedAtHeader, String(now));
  return new Response(await response.blob(), { status: response.status, headers });
}

export function cachedAt(response: Response): number | null {
  return Number(response.headers.get(cachedAtHeader)) || null;
}

/** Adds to a cached page when it was cached, for the page's own script. */
export async function datedPage(page: Response): Promise<Response> {
  const html = (await page.text()).replace("<html", `<html data-as-of="${cachedAt(page)}"`);
  return new Response(html, { headers: page.headers });
}

/** Deletes all but the newest responses. */
export async function trim(name: string): Promise<void> {
  const cache = await caches.open(name);
  const requests = await cache.keys();
  await Promise.all(requests.slice(0, -maxEntries).map((request) => cache.delete(request)));
}

/** Deletes the pages of the previous build and its files that this build no longer has. */
export async function removeOldBuild(files: ReadonlySet<string>): Promise<void> {
  await caches.delete(pageCache);
  const cache = await caches.open(fileCache);
  const old = (await cache.keys()).filter(({ url }) => !files.has(new URL(url).pathname));
  await Promise.all(old.map((request) => cache.delete(request)));
}
