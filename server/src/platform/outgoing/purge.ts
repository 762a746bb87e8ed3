import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import type { Change, Subscribers } from "../db/changes/changes.ts";
import type { SessionLock } from "../db/session-lock.ts";
import { keysOfChange, type SurrogateKey } from "../http/cache/cache-tags.ts";
import { maxStaleness } from "../http/cache/freshness.ts";

export type PurgeOutcome = "done" | "failed";

/** In ms. */
const defaultDelays = {
  /** For further changes after the first. */
  debounce: 1_000,
  /** Between changes and their purge: by then every process has them, or marks its responses as uncacheable. */
  settle: maxStaleness + 100,
  /** Between attempts; each is twice the one before. */
  firstRetry: 1_000,
  maxRetry: 60_000,
  /** Until everything is purged again: processes that reload the whole catalogue serve the old one until then. */
  repeat: 30_000,
  /** Between attempts to acquire the lock. */
  lock: 5_000,
  timeout: 10_000,
};

export interface PurgeOptions {
  /** Set by the operator, on any network; redirects are not followed. */
  url: string;
  token: string | undefined;
  /** Acquires the lock of the one process that purges; null when another has it. */
  acquireLock(): Promise<SessionLock | null>;
  log: Pick<FastifyBaseLogger, "info" | "warn">;
  onOutcome(outcome: PurgeOutcome): void;
  delays?: Partial<typeof defaultDelays>;
}

export interface Purger {
  /** The same subscribers; the purger receives each change too. */
  listen(subscribers: Subscribers): Subscribers;
  close(): Promise<void>;
}

/** Beyond this, everything is purged. */
const maxKeys = 1_000;

type Purge = Set<SurrogateKey> | "everything";

/**
 * Purges the CDN at least once per change: `{ "surrogate_keys": [...] }`, or `{ "everything": true }`. One process at a
 * time does so; it purges everything first, since it may have missed changes. Changes accumulate while the hook is
 * unreachable.
 */
export function startPurging({ url, token, acquireLock, log, onOutcome, delays }: PurgeOptions): Purger {
  const wait = { ...defaultDelays, ...delays };
  const closing = new AbortController();
  /** `null` in a process without the lock. */
  let pending: Purge | null = null;
  let wake = () => {};
  let mustRepeat = false;
  let repeating: NodeJS.Timeout | undefined;

  function add(keys: Iterable<SurrogateKey> | "everything"): void {
    if (pending === null) return;
    pending = merged(pending, keys);
    if (pending === "everything") mustRepeat = true;
    wake();
  }

  function scheduleRepeat(): void {
    if (!mustRepeat || repeating) return;
    mustRepeat = false;
    repeating = setTimeout(() => {
      repeating = undefined;
      if (pending !== null) pending = "everything";
      wake();
    }, wait.repeat);
  }

  async function run(): Promise<void> {
    while (!closing.signal.aborted) {
      // rejects while the database is unreachable
      const lock = await acquireLock().catch(() => null);
      if (lock) await purgeUntil(AbortSignal.any([lock.lost, closing.signal]));
      await lock?.release().catch(() => {});
      await delay(wait.lock, undefined, { signal: closing.signal }).catch(() => {});
    }
  }

  async function purgeUntil(end: AbortSignal): Promise<void> {
    pending = new Set();
    add("everything");
    try {
      for (;;) {
        if (pending instanceof Set && pending.size === 0) await nextChange(end);
        await delay(wait.debounce, undefined, { signal: end });
        const purge = pending;
        pending = new Set();
        await delay(wait.settle, undefined, { signal: end });
        await sendWithRetries(purge, end);
      }
    } catch (error) {
      if (!end.aborted) throw error;
    } finally {
      pending = null;
      clearTimeout(repeating);
      repeating = undefined;
    }
  }

  async function nextChange(end: AbortSignal): Promise<void> {
    const woken = new EventTarget();
    wake = () => woken.dispatchEvent(new Event("wake"));
    await once(woken, "wake", { signal: end });
  }

  async function sendWithRetries(purge: Purge, end: AbortSignal): Promise<void> {
    for (let pause = wait.firstRetry; ; pause = Math.min(2 * pause, wait.maxRetry)) {
      const problem = await send(purge, end);
      end.throwIfAborted();
      onOutcome(problem === null ? "done" : "failed");
      if (problem === null) break;
      log.warn({ problem }, "failed to purge the cache; retrying");
      await delay(pause, undefined, { signal: end });
    }
    if (purge === "everything") scheduleRepeat();
  }

  /** Returns the problem, without the address or the token in it. */
  async function send(purge: Purge, end: AbortSignal): Promise<string | null> {
    const body = purge === "everything" ? { everything: true } : { surrogate_keys: [...purge] };
    try {
      const response = await fetch(url, {
        method: "POST",
        headers: { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) },
        body: JSON.stringify(body),
        redirect: "manual",
        signal: AbortSignal.any([end, AbortSignal.timeout(wait.timeout)]),
      });
      await response.body?.cancel();
      return response.ok ? null : `responded ${response.status}`;
    } catch (error) {
      const { cause, name } = error as Error & { cause?: { code?: unknown } };
      return String(cause?.code ?? name);
    }
  }

  const running = run();
  return {
    listen: (subscribers) =>
      Object.fromEntries(
        Object.entries(subscribers).map(([topic, notify]) => [
          topic,
          (change: Change) => {
            add(keysOfChange(topic, change));
            return notify(change);
          },
        ]),
      ),
    async close() {
      closing.abort();
      await running;
    },
  };
}

function merged(purge: Purge, keys: Iterable<SurrogateKey> | "everything"): Purge {
  if (purge === "everything" || keys === "everything") return "everything";
  for (const key of keys) purge.add(key);
  return purge.size > maxKeys ? "everything" : purge;
}
