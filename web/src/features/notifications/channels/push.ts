import { useEffect } from "react";

const pushProblems = ["unsupported", "blocked", "dismissed", "not_ready", "failed"] as const;

/** Why this browser cannot receive push messages. */
export class PushError extends Error {
  readonly problem: (typeof pushProblems)[number];

  constructor(problem: PushError["problem"], options?: ErrorOptions) {
    super(`No push messages: ${problem}`, options);
    this.problem = problem;
  }
}

const workerTimeoutMs = 10_000;

/**
 * Subscribes this browser to the site's push messages with this key; asks for permission if necessary. An earlier
 * subscription is replaced if it was created with another key. Throws PushError.
 */
export async function subscribeToPush(publicKey: string): Promise<PushSubscriptionJSON> {
  if (!("serviceWorker" in navigator && "PushManager" in window && "Notification" in window)) {
    throw new PushError("unsupported");
  }
  // browsers require that the prompt directly follows the click
  await requirePermission();
  const { pushManager } = await readyWorker();
  try {
    const subscription =
      (await currentSubscription(pushManager, publicKey)) ?? (await subscribe(pushManager, publicKey));
    return subscription.toJSON();
  } catch (cause) {
    throw new PushError("failed", { cause });
  }
}

async function requirePermission(): Promise<void> {
  const permission =
    Notification.permission === "default" ? await Notification.requestPermission() : Notification.permission;
  if (permission === "denied") throw new PushError("blocked");
  if (permission !== "granted") throw new PushError("dismissed");
}

/** Pages register the service worker once they are idle, so it may not be there yet. */
async function readyWorker(): Promise<ServiceWorkerRegistration> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new PushError("not_ready")), workerTimeoutMs);
  });
  try {
    return await Promise.race([navigator.serviceWorker.ready, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

async function currentSubscription(manager: PushManager, publicKey: string): Promise<PushSubscription | null> {
  const subscription = await manager.getSubscription();
  if (!subscription) return null;
  const key = subscription.options.applicationServerKey;
  if (key && toBase64Url(key) === publicKey) return subscription;
  await subscription.unsubscribe();
  return null;
}

function subscribe(manager: PushManager, publicKey: string): Promise<PushSubscription> {
  return manager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
}

function toBase64Url(bytes: ArrayBuffer): string {
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes)));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The address in the first push message to a new channel. */
const address = /#verify-(\d{1,10})-(\d{6})$/;

export interface PushCode {
  channelId: number;
  code: string;
}

/** Calls back with the codes of push messages: those that arrive now, and the one that was clicked to open the page. */
export function usePushCodes(onCode: (code: PushCode) => void): void {
  useEffect(() => {
    const read = (url: string): boolean => {
      const [, id, code] = address.exec(url) ?? [];
      if (id && code) onCode({ channelId: Number(id), code });
      return code !== undefined;
    };
    const onMessage = ({ data }: MessageEvent) => {
      if (data?.type === "push") read(String(data.message?.url));
    };
    const onHash = () => {
      // removed, so that a reload does not use it again
      if (read(location.hash)) history.replaceState(history.state, "", location.pathname + location.search);
    };
    onHash();
    navigator.serviceWorker?.addEventListener("message", onMessage);
    window.addEventListener("hashchange", onHash);
    return () => {
      navigator.serviceWorker?.removeEventListener("message", onMessage);
      window.removeEventListener("hashchange", onHash);
    };
  }, [onCode]);
}
