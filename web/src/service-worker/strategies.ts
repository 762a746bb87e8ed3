import { CacheFirst, NetworkFirst } from "workbox-strategies";
import { cachedAt, dataCache, datedPage, fileCache, pageCache, trim, withDate } from "./offline-caches.ts";

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
