import { brand } from "contract/brand.ts";
import { Client, DatabaseError } from "pg";
import type { Connection } from "../connect.ts";

/** The ids that changed, or `*` for "anything may have". */
export type Change = number[] | "*";

/** By topic. A promise resolves when the change has been applied. */
export type Subscribers = Record<string, (change: Change) => void | Promise<void>>;

export interface ListenerEvents {
  /** The connection ended, and is being reopened: changes may be missed meanwhile. */
  onLost(error: Error): void;
  /** The database is unreachable. Called once, not per attempt. */
  onUnreachable?(error: Error): void;
  onReachable?(): void;
  /** The connection is back: every subscriber gets `*`. */
  onCatchUp?(): void;
  /** When the database last served anyone else, in ms since 1970: then it is busy, not frozen. */
  lastSuccess?(): number;
}

export interface ChangeListener {
  /** Dispatches changes from now on and since the listening began. After a lost connection all get `*`. */
  follow(subscribers: Subscribers): void;
  /** Since when changes may have been missed, in ms since 1970; `null` = none was. */
  staleSince(): number | null;
  isUnreachable(): boolean;
  close(): Promise<void>;
}

const applicationName = { application_name: `${brand.slug} changes` };

const retryAfterMs = 500;
const firstTimeoutMs = 5_000;
/** A frozen server serves the current attempt when it wakes, so attempts may take long. */
const timeoutMs = 2_000;
const closeTimeoutMs = 1_000;

const heartbeatMs = 500;
/**
 * The database is frozen or cut off. Heartbeats are counted, so that a process that was blocked itself does not
 * misjudge.
 */
const maxMissedHeartbeats = 5;

/** For the listener's own statements. */
const limits = { statement_timeout: 10_000, lock_timeout: 1_000 };

/**
 * Receives every committed change that the database's triggers announce (migration `announce_changes`). Listen first,
 * then read, then follow: nothing is missed. Heartbeats detect a database that keeps the connection open without
 * serving it. Rejects when the first connection fails.
 */
export async function listenForChanges(connection: Connection, events: ListenerEvents): Promise<ChangeListener> {
  let closed = false;
  let subscribers: Subscribers | undefined;
  /** Notifications from before `follow`. */
  const early: string[] = [];
  /** Changes may have been missed. */
  let hasMissed = false;
  let isUnreachable = false;
  let staleSince: number | null = null;
  let lastContactAt = Date.now();
  let losses = 0;
  let retry: NodeJS.Timeout | undefined;
  let heartbeats: NodeJS.Timeout | undefined;
  let missedHeartbeats = 0;
  let silentSince = Date.now();

  function receive(payload = ""): void {
    if (!subscribers) {
      early.push(payload);
      return;
    }
    const [topic = "", ids = "*"] = payload.split(" ");
    void subscribers[topic]?.(ids === "*" ? "*" : ids.split(",").map(Number));
  }

  /** When the connection is lost meanwhile, reopening it leads here again. */
  async function dispatchMissed(): Promise<void> {
    if (!hasMissed || !subscribers) return;
    const lossesBefore = losses;
    hasMissed = false;
    events.onCatchUp?.();
    await Promise.allSettled(Object.values(subscribers).map((notify) => notify("*")));
    if (losses === lossesBefore) staleSince = null;
  }

  async function heartbeat(): Promise<void> {
    const used = client;
    silentSince = Date.now();
    try {
      await used.query("select");
    } catch (error) {
      // a refusal is a sign of life too
      if (!isRefusal(error)) return;
    }
    if (used !== client) return;
    missedHeartbeats = 0;
    lastContactAt = Date.now();
  }

  function onHeartbeat(): void {
    if (missedHeartbeats === 0) void heartbeat();
    missedHeartbeats += 1;
    if (missedHeartbeats !== maxMissedHeartbeats) return;
    if ((events.lastSuccess?.() ?? 0) > silentSince) {
      missedHeartbeats = 1;
      silentSince = Date.now();
    } else {
      // with a query under way this cuts the connection, which leads to `lose`
      void client.end().catch(() => {});
    }
  }

  async function open(timeout: number): Promise<Client> {
    const opened = new Client({
      ...connection,
      ...applicationName,
      ...limits,
      connectionTimeoutMillis: timeout,
      keepAlive: true,
    });
    let reason = new Error("The connection ended");
    opened.on("notification", ({ payload }) => receive(payload));
    opened.on("error", (error) => {
      reason = error;
    });
    try {
      await opened.connect();
      await opened.query({ text: "listen changes", query_timeout: timeout } as { text: string });
    } catch (error) {
      void opened.end().catch(() => {});
      throw error;
    }
    opened.once("end", () => lose(reason));
    missedHeartbeats = 0;
    lastContactAt = Date.now();
    heartbeats = setInterval(onHeartbeat, heartbeatMs);
    return opened;
  }

  function lose(reason: Error): void {
    clearInterval(heartbeats);
    if (closed) return;
    losses += 1;
    staleSince ??= lastContactAt;
    hasMissed = true;
    const isFrozen = missedHeartbeats >= maxMissedHeartbeats;
    const error = isFrozen ? new Error("The database does not respond") : reason;
    events.onLost(error);
    if (isFrozen) markUnreachable(error);
    void reopen();
  }

  async function reopen(): Promise<void> {
    try {
      client = await open(timeoutMs);
    } catch (error) {
      if (closed) return;
      if (!isRefusal(error)) markUnreachable(error as Error);
      retry = setTimeout(reopen, retryAfterMs);
      return;
    }
    if (closed) return void client.end().catch(() => {});
    if (isUnreachable) events.onReachable?.();
    isUnreachable = false;
    void dispatchMissed();
  }

  function markUnreachable(error: Error): void {
    if (isUnreachable) return;
    isUnreachable = true;
    events.onUnreachable?.(error);
  }

  let client = await open(firstTimeoutMs);
  return {
    follow(given) {
      subscribers = given;
      for (const payload of early.splice(0)) receive(payload);
      void dispatchMissed();
    },
    staleSince: () => staleSince,
    isUnreachable: () => isUnreachable,
    async close() {
      closed = true;
      clearTimeout(retry);
      clearInterval(heartbeats);
      // a frozen database does not close connections
      const timeout = Promise.withResolvers<void>();
      const timer = setTimeout(timeout.resolve, closeTimeoutMs);
      await Promise.race([client.end(), timeout.promise]);
      clearTimeout(timer);
    },
  };
}

/** Whether the database is there and refuses, for instance with too many connections; not while it starts or stops. */
function isRefusal(error: unknown): boolean {
  return error instanceof DatabaseError && !error.code?.startsWith("57P");
}
