import { withBase, withoutBase } from "../api/base-path.ts";
import { splitPlace } from "../api/place.ts";
import { handlePush, type PushScope } from "./push.ts";
import {
  cachedAt,
  cacheOf,
  data,
  deleteUserCaches,
  files,
  offlinePage,
  pageCache,
  pages,
  removeOldBuild,
} from "./strategies.ts";
import { isCachedPage, kindOf } from "./what-to-cache.ts";

declare const self: WorkerScope;
/** The paths of this build's files; the build states them here (`web/build/service-worker.ts`). */
declare const BUILD_FILES: readonly string[];

const buildFiles = new Set(BUILD_FILES.map((path) => withBase(`/${path}`)));

/** Resolves once the previous build is removed. */
let cleaned: Promise<void> = Promise.resolve();

/** Sessions that ended while responses may still be pending. */
const endedSessions = new Set<string>();

self.addEventListener("install", (event) => {
  // pages of the previous build work with this worker: their files have other names
  event.waitUntil(self.skipWaiting());
  event.waitUntil(renewOffline());
});

self.addEventListener("activate", (event) => {
  cleaned = removeOldBuild(buildFiles);
  event.waitUntil(cleaned);
  // the page is requested while the worker starts
  event.waitUntil(self.registration.navigationPreload?.enable() ?? Promise.resolve());
  event.waitUntil(self.clients.claim());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== self.location.origin || !url.pathname.startsWith(withBase("/"))) return;
  const pathname = withoutBase(url.pathname);
  const isNavigation = request.mode === "navigate";
  const authorization = request.headers.get("authorization");
  if (request.method === "POST" && /^\/api\/auth\/logout(-all)?$/.test(pathname) && authorization) {
    return event.waitUntil(endSession(authorization));
  }
  const kind = kindOf({ method: request.method, pathname, isNavigation, isSignedIn: authorization !== null });
  const respond = (response: Promise<Response>) => event.respondWith(response);
  if (kind === "file") respond(files.handle({ event: event as never, request }));
  else if (kind === "page") respond(pageOrOffline(event));
  else if (kind === "public") respond(data(ageReporter(event)).handle({ event: event as never, request }));
  else if (kind === "personal") respond(personal(event, authorization!));
  else if (isNavigation) respond(networkOrOffline(event));
});

self.addEventListener("message", (event) => {
  const { type, urls } = Object(event.data) as { type?: unknown; urls?: unknown };
  if (type === "seen" && Array.isArray(urls)) event.waitUntil(cacheSeen(urls.map(String)));
});

handlePush(self as Parameters<typeof handlePush>[0], withBase);

function pageOrOffline(event: FetchEvent): Promise<Response> {
  return pages.handle({ event: event as never, request: event.request }).catch(() => offline(event));
}

async function networkOrOffline(event: FetchEvent): Promise<Response> {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    return offline(event);
  }
}

/** The offline page of the requested place, else that of the page seen last. */
async function offline({ request }: FetchEvent): Promise<Response> {
  const cache = await caches.open(offlinePage);
  const last = (await cache.keys()).at(-1);
  const { prefix } = splitPlace(withoutBase(new URL(request.url).pathname));
  const own = prefix === "" ? undefined : await cache.match(withBase(`${prefix}/offline`), { ignoreVary: true });
  return own ?? (last && (await cache.match(last, { ignoreVary: true }))) ?? Response.error();
}

/** Caches the offline page of the place of the page seen last, in its language. */
async function cacheOffline(pathname: string): Promise<void> {
  const cache = await caches.open(offlinePage);
  const { href } = new URL(withBase(`${splitPlace(pathname).prefix}/offline`), self.location.origin);
  if ((await cache.keys()).at(-1)?.url === href) return;
  const page = (await cache.match(href, { ignoreVary: true })) ?? (await fetch(href));
  // moves it to the end
  if (page.ok) await cache.put(href, page);
}

/** Fetches the offline pages of this build, in the order of the old ones. */
async function renewOffline(): Promise<void> {
  const cache = await caches.open(offlinePage);
  const urls = (await cache.keys()).map(({ url }) => url);
  await cache.addAll(
    (urls.length > 0 ? urls : [withBase("/offline")]).map((url) => new Request(url, { cache: "reload" })),
  );
}

async function personal(event: FetchEvent, authorization: string): Promise<Response> {
  const name = await cacheOf(authorization);
  await deleteUserCaches(name);
  const mayCache = () => !endedSessions.has(authorization);
  const response = await data(ageReporter(event), name, mayCache).handle({
    event: event as never,
    request: event.request,
  });
  if (response.status === 401) await endSession(authorization);
  return response;
}

async function endSession(authorization: string): Promise<void> {
  endedSessions.add(authorization);
  await deleteUserCaches();
}

/** Reports the age of a response to the page that requested it. */
function ageReporter({ clientId }: FetchEvent) {
  return async (asOf: number | null) => (await self.clients.get(clientId))?.postMessage({ type: "as-of", asOf });
}

/**
 * Caches a page that was opened before this worker was active, or without a request for the page itself, and its
 * files, which the browser still has.
 */
async function cacheSeen(urls: readonly string[]): Promise<void> {
  await cleaned;
  for (const address of urls) {
    const url = new URL(address, self.location.origin);
    if (url.origin !== self.location.origin) continue;
    const request = new Request(url, { credentials: "omit" });
    const pathname = withoutBase(url.pathname);
    const isFile = pathname.startsWith("/assets/");
    if (!isFile) await cacheOffline(pathname).catch(() => {});
    const strategy = isFile ? files : isCachedPage(pathname) ? pages : null;
    if (!strategy || (strategy === pages && (await isRecent(url)))) continue;
    const event = { waitUntil() {}, request, preloadResponse: undefined } as never;
    await strategy.handleAll({ event, request })[1].catch(() => {});
  }
}

async function isRecent(url: URL): Promise<boolean> {
  const cached = await caches.match(url, { cacheName: pageCache, ignoreVary: true });
  return cached !== undefined && Date.now() - (cachedAt(cached) ?? 0) < 60_000;
}

interface WorkerEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface FetchEvent extends WorkerEvent {
  readonly request: Request;
  readonly clientId: string;
  readonly preloadResponse: Promise<Response | undefined>;
  respondWith(response: Promise<Response>): void;
}

interface MessageEventOfPage extends WorkerEvent {
  readonly data: unknown;
}

interface OpenPage {
  postMessage(message: unknown): void;
}

/**
 * The parts of `ServiceWorkerGlobalScope` that are needed, stated here because this folder is checked with the types of
 * pages too.
 */
interface WorkerScope extends Omit<PushScope, "addEventListener" | "registration" | "clients"> {
  readonly registration: PushScope["registration"] & { navigationPreload?: { enable(): Promise<void> } };
  readonly clients: PushScope["clients"] & { get(id: string): Promise<OpenPage | undefined>; claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener: PushScope["addEventListener"] & {
    (type: "install" | "activate", listener: (event: WorkerEvent) => void): void;
    (type: "fetch", listener: (event: FetchEvent) => void): void;
    (type: "message", listener: (event: MessageEventOfPage) => void): void;
  };
}
