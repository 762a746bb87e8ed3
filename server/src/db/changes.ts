import { Client } from "pg";
import type { Connection } from "./connect.ts";

/** What is told about a topic: the ids that changed, or `*` for "anything may have". */
export type Change = number[] | "*";

export interface ChangeListener {
  close(): Promise<void>;
}

/** How long to wait before each try to get a lost connection back. */
const retryAfterMs = 500;

/**
 * Hears of every committed change that the database's triggers announce (migration `announce_changes`).
 * After a lost connection anything may have been missed, so every topic is told `*` once it is back.
 * Rejects when the first connection fails.
 */
export async function listenForChanges(
  connection: Connection,
  topics: Record<string, (change: Change) => void>,
  onError: (error: Error) => void,
): Promise<ChangeListener> {
  let closed = false;
  let client: Client;
  let retry: NodeJS.Timeout | undefined;

  function retryLater() {
    clearTimeout(retry);
    if (!closed) retry = setTimeout(reopen, retryAfterMs);
  }

  function hear(payload = "") {
    const [topic = "", detail = "*"] = payload.split(" ");
    topics[topic]?.(detail === "*" ? "*" : detail.split(",").map(Number));
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
      for (const tell of Object.values(topics)) tell("*");
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
    async close() {
      closed = true;
      clearTimeout(retry);
      await client.end();
    },
  };
}
