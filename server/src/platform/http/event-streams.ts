import { Readable } from "node:stream";
import { AppError } from "contract/core/errors.ts";

export interface StreamedEvent {
  event: string;
  data: unknown;
}

export interface EventStreamLimits {
  perUser: number;
  /** Of all users without an administrator's role who share an address. */
  perAddress: number;
  /** Of all users. */
  perProcess: number;
  /** Those of a process that only administrators get. */
  forAdmins: number;
  heartbeatMs: number;
  /** A caller who reads nothing for so long is cut off. */
  stalledMs: number;
  /** After so long the caller opens another one. */
  lifetimeMs: number;
}

const second = 1_000;

const defaultLimits: EventStreamLimits = {
  perUser: 6,
  perAddress: 30,
  perProcess: 200,
  forAdmins: 50,
  heartbeatMs: 5 * second,
  stalledMs: 30 * second,
  lifetimeMs: 3_600 * second,
};

/** Bytes that wait for a caller; no further event is taken meanwhile. */
const maxBuffered = 4_096;

interface EventStreamOptions {
  userId: number;
  isAdmin: boolean;
  /** As `addressKey` writes it. */
  address: string;
  /** Whether the caller may still read the stream; looked at with each heartbeat. */
  isAllowed(): Promise<boolean>;
  /** The events until the signal is aborted. The next one is taken when the caller has read those before. */
  read(signal: AbortSignal): AsyncIterable<StreamedEvent>;
}

type Owner = Pick<EventStreamOptions, "userId" | "isAdmin" | "address">;

/** The open streams of server-sent events of a process. */
export interface EventStreams {
  /**
   * The body of a response. Throws `rate_limited` when the caller or their address has too many, and `unavailable` when
   * the process has.
   */
  open(options: EventStreamOptions): Readable;
  /** Ends all streams. */
  close(): void;
}

export function createEventStreams(changed: Partial<EventStreamLimits> = {}): EventStreams {
  const limits = { ...defaultLimits, ...changed };
  /** How each stream is ended, and whose it is. */
  const streams = new Map<() => void, Owner>();

  function requireSlot({ userId, isAdmin, address }: Owner): void {
    const owners = [...streams.values()];
    const members = owners.filter((owner) => !owner.isAdmin);
    if (owners.filter((owner) => owner.userId === userId).length >= limits.perUser) {
      throw new AppError("rate_limited", "You have too many streams open", { retryAfter: 60 });
    }
    if (!isAdmin && members.filter((owner) => owner.address === address).length >= limits.perAddress) {
      throw new AppError("rate_limited", "Your network has too many streams open", { retryAfter: 60 });
    }
    const isFull = owners.length >= limits.perProcess;
    if (isFull || (!isAdmin && members.length >= limits.perProcess - limits.forAdmins)) {
      throw new AppError("unavailable", "Too many streams are open", { retryAfter: 60 });
    }
  }

  return {
    open(options) {
      requireSlot(options);
      const { stream, end } = openStream(options, limits);
      streams.set(end, options);
      stream.once("close", () => streams.delete(end));
      return stream;
    },
    close() {
      for (const end of streams.keys()) end();
    },
  };
}

function openStream(
  { isAllowed, read }: EventStreamOptions,
  { heartbeatMs, stalledMs, lifetimeMs }: EventStreamLimits,
): { stream: Readable; end: () => void } {
  const ending = new AbortController();
  const openedAt = Date.now();
  let readAt = openedAt;
  let onRead: (() => void) | null = null;
  const stream = new Readable({
    highWaterMark: maxBuffered,
    read() {
      readAt = Date.now();
      onRead?.();
    },
  });
  const timer = setInterval(() => void heartbeat(), heartbeatMs);
  stream.once("close", () => {
    clearInterval(timer);
    ending.abort();
    onRead?.();
  });

  function end(): void {
    if (ending.signal.aborted) return;
    ending.abort();
    if (stream.readableLength === 0) stream.push(null);
    else stream.destroy();
  }

  async function heartbeat(): Promise<void> {
    const isStalled = stream.readableLength > 0 && Date.now() - readAt > stalledMs;
    if (isStalled || Date.now() - openedAt > lifetimeMs) return end();
    // while the database is unreachable, the stream stays
    if (!(await isAllowed().catch(() => true))) return end();
    if (!ending.signal.aborted && stream.readableLength === 0) stream.push(":\n\n");
  }

  async function pump(): Promise<void> {
    for await (const event of read(ending.signal)) {
      if (ending.signal.aborted) return;
      if (stream.push(toText(event))) continue;
      await new Promise<void>((resolve) => {
        onRead = resolve;
      });
    }
    end();
  }

  // headers leave with the first bytes
  stream.push(":\n\n");
  pump().catch((error) => stream.destroy(error));
  return { stream, end };
}

function toText({ event, data }: StreamedEvent): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}
