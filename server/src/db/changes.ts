import { Client } from "pg";
import type { Connection } from "./connect.ts";

/** What is told about a topic: the ids that changed, or `*` for "anything may have". */
export type Change = number[] | "*";

/** What is done about a change of each topic. */
export type Followers = Record<string, (change: Change) => void>;

export interface ChangeListener {
  /** Tells of changes from now on, those first that were heard since the listening began. */
  follow(followers: Followers): void;
  close(): Promise<void>;
}

/** How long to wait before each try to get a lost connection back. */
const retryAfterMs = 500;

/**
 * Hears of every committed change that the database's triggers announce (migration `announce_changes`). Whoever listens
 * first, reads then and follows in the end misses nothing.
 * After a lost connection anything may have been missed, so every topic is told `*` once it is back.
 * Rejects when the first connection fails.
 */
export async function listenForChanges(
  connection: Connection,
  onError: (error: Error) => void,
): Promise<ChangeListener> {
  let closed = false;
  let client: Client;
  let followers: Followers | undefined;
  const early: string[] = [];
  /** Whether the connection was lost, so that anything may have been missed. */
  let missed = false;
  let retry: NodeJS.Timeout | undefined;

  function retryLater() {
    clearTimeout(retry);
    if (!closed) retry = setTimeout(reopen, retryAfterMs);
  }

  function hear(payload = "") {
    if (!followers) {
      early.push(payload);
      return;
    }
    const [topic = "", detail = "*"] = payload.split(" ");
    followers[topic]?.(detail === "*" ? "*" : detail.split(",").map(Number));
  }

  function tellMissed() {
    if (!missed || !followers) return;
    missed = false;
    for (const tell of Object.values(followers)) tell("*");
  }

  async function open(): Promise<void> {
    client = new Client({ ...connection, connectionTimeoutMillis: 5_000, keepAlive: true });
    client.on("notification", ({ payload }) => hear(payload));
    client.on("error", onError);
    client.once("end", retryLater);
    await client.connect();
    await client.query("listen changes");
  }

  async function reopen(): Promise<void> {
    try {
      await open();
      missed = true;
      tellMissed();
    } catch (error) {
      onError(error as Error);
      retryLater();
    }
  }

  await open().catch((error) => {
    closed = true;
    throw error;
  });
  return {
    follow(given) {
      followers = given;
      for (const payload of early.splice(0)) hear(payload);
      tellMissed();
    },
    async close() {
      closed = true;
      clearTimeout(retry);
      await client.end();
    },
  };
}
