import { brand } from "contract/brand.ts";
import { CacheFirst, NetworkFirst } from "workbox-strategies";

/** Names of the worker's caches; those of users end with a hash of their session. */
const prefix = `${brand.slug}-kept-`;
const fileCache = `${prefix}files`;
export const pageCache = `${prefix}pages`;
const dataCache = `${prefix}data`;
export const offlinePage = `${prefix}offline-page`;
const ofUsers = `${prefix}user-`;

/** Responses in a cache; the oldest make room. */
const maxEntries = 60;

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

async function withDate(response: Response, now: number): Promise<Response> {
  const headers = new Headers(response.headers);
  headers.set(cachedAtHeader, String(now));
  return new Response(await response.blob(), { status: response.status, headers });
}

export function cachedAt(response: Response): number | null {
  return Number(response.headers.get(cachedAtHeader)) || null;
}

/** Adds to a cached page when it was cached, for the page's own script. */
async function datedPage(page: Response): Promise<Response> {
  const html = (await page.text()).replace("<html", `<html data-as-of="${cachedAt(page)}"`);
  return new Response(html, { headers: page.headers });
}

/** Deletes all but the newest responses. */
async function trim(name: string): Promise<void> {
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

type Plugin = NonNullable<ConstructorParameters<typeof NetworkFirst>[0]>["plugins"] extends (infer P)[] | undefined
  ? P
  : never;

/** Seconds after which a cached response is used. */
const pageTimeoutSeconds = 4;
const dataTimeoutSeconds = 8;

/** Called with the time at which a response was cached, `null` if it comes from the network. */
export type ReportAge = (asOf: number | null) => void;

/** Keys are addresses alone: a cached request would hold the caller's token. */
const byAddress: Plugin = { cacheKeyWillBeUsed: async ({ request }) => request.url };
const matchOptions = { ignoreVary: true };

const dated: Plugin = {
  cacheWillUpdate: async ({ response }) => (response.status === 200 ? withDate(response, Date.now()) : null),
  cacheDidUpdate: ({ cacheName }) => trim(cacheName),
};

export const files = new CacheFirst({ cacheName: fileCache, matchOptions });

export const pages = new NetworkFirst({
  cacheName: pageCache,
  networkTimeoutSeconds: pageTimeoutSeconds,
  matchOptions,
  plugins: [
    byAddress,
    dated,
    { cachedResponseWillBeUsed: async ({ cachedResponse }) => cachedResponse && datedPage(cachedResponse) },
  ],
});

/** `mayCache` is called once the response has arrived: the user may have signed out meanwhile. */
export function data(reportAge: ReportAge, cacheName = dataCache, mayCache = () => true): NetworkFirst {
  const reporting: Plugin = {
    fetchDidSucceed: async ({ response }) => {
      reportAge(null);
      return response;
    },
    cachedResponseWillBeUsed: async ({ cachedResponse }) => {
      if (cachedResponse) reportAge(cachedAt(cachedResponse));
      return cachedResponse;
    },
  };
  const allowed: Plugin = {
    cacheWillUpdate: async ({ response }) => (mayCache() ? response : null),
  };
  return new NetworkFirst({
    cacheName,
    networkTimeoutSeconds: dataTimeoutSeconds,
    matchOptions,
    plugins: [byAddress, dated, allowed, reporting],
  });
}
