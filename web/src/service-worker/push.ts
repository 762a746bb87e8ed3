/** What a push message of the site holds. */
interface PushMessage {
  /** The same when it is sent again: the later one replaces the earlier one. */
  id: string;
  title: string;
  body: string;
  /** What a click opens: an address of this site. */
  url: string;
}

interface Waiting {
  waitUntil(work: Promise<unknown>): void;
}

interface PushEvent extends Waiting {
  readonly data: { json(): unknown } | null;
}

interface ClickEvent extends Waiting {
  readonly notification: { readonly data: unknown; close(): void };
}

interface WindowOfSite {
  readonly url: string;
  focus(): Promise<unknown>;
  postMessage(message: unknown): void;
}

/**
 * The parts of `ServiceWorkerGlobalScope` that are needed, stated here because this file is checked with the types of
 * pages too.
 */
export interface PushScope {
  readonly location: { readonly origin: string; readonly host: string };
  readonly registration: {
    showNotification(title: string, options: { body: string; tag: string; data: unknown }): Promise<void>;
  };
  readonly clients: {
    matchAll(options: { type: "window"; includeUncontrolled: true }): Promise<readonly unknown[]>;
    openWindow(url: string): Promise<unknown>;
  };
  addEventListener(type: "push", listener: (event: PushEvent) => void): void;
  addEventListener(type: "notificationclick", listener: (event: ClickEvent) => void): void;
}

/** Adds the base path of the site to a path. */
type WithBase = (path: string) => string;

/** Shows push messages, passes them to open pages, and opens what a notification is about when it is clicked. */
export function handlePush(scope: PushScope, withBase: WithBase): void {
  scope.addEventListener("push", (event) => event.waitUntil(show(scope, withBase, event)));
  scope.addEventListener("notificationclick", (event) => {
    event.notification.close();
    event.waitUntil(open(scope, addressOf(event.notification.data, scope, withBase)));
  });
}

/** Browsers want a notification for every message, even for one that cannot be read. */
async function show(scope: PushScope, withBase: WithBase, { data }: PushEvent): Promise<void> {
  const message = readMessage(data, scope, withBase);
  const { title, body, id, url } = message;
  // a page that is adding this browser as a channel waits for it, even if the notification fails
  for (const page of await windowsOf(scope)) page.postMessage({ type: "push", message });
  await scope.registration.showNotification(title, { body, tag: id, data: url });
}

async function open(scope: PushScope, url: string): Promise<void> {
  const page = (await windowsOf(scope)).find((one) => one.url === url);
  await (page ? page.focus() : scope.clients.openWindow(url));
}

async function windowsOf({ clients }: PushScope): Promise<readonly WindowOfSite[]> {
  return (await clients.matchAll({ type: "window", includeUncontrolled: true })) as readonly WindowOfSite[];
}

function readMessage(data: PushEvent["data"], scope: PushScope, withBase: WithBase): PushMessage {
  const { id, title, body, url } = parse(data);
  return {
    id: typeof id === "string" ? id : "",
    title: typeof title === "string" && title !== "" ? title : scope.location.host,
    body: typeof body === "string" ? body : "",
    url: addressOf(url, scope, withBase),
  };
}

function parse(data: PushEvent["data"]): Record<string, unknown> {
  try {
    return Object(data?.json());
  } catch {
    return {};
  }
}

/** The absolute address if it is one of this site, which may share its host with others; otherwise the home page. */
function addressOf(url: unknown, { location }: PushScope, withBase: WithBase): string {
  const home = location.origin + withBase("/");
  const address = typeof url === "string" ? URL.parse(withBase(url), location.origin) : null;
  return address?.href.startsWith(home) ? address.href : home;
}
