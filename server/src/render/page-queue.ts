import type { Call } from "contract/call.ts";
import { AppError } from "contract/errors.ts";
import type { PostedForm } from "contract/posted-form.ts";
import type { FastifyBaseLogger } from "fastify";
import type { Encoding } from "../http/body.ts";
import { callTimeoutMs } from "../http/limits.ts";
import { createTurns } from "../turns.ts";
import type { FinishedPage, PageThreadData } from "./page-messages.ts";
import { type PageThread, startPageThread } from "./page-thread.ts";

/** Pages from a thread of their own: started when first needed, and anew when it dies. Refused are pages that it cannot make. */
export interface PageQueue {
  /** As `PageThread.keyOf`, for a client's address. */
  keyOf(url: string, client: string): Promise<string>;
  /** As `PageThread.render`, for a client's address: clients who wait take turns. */
  render(url: string, encoding: Encoding, call: Call, client: string, posted?: PostedForm): Promise<FinishedPage>;
  /** Begins before the first page is asked for. */
  start(): void;
  close(): Promise<void>;
}

export interface PageQueueOptions extends PageThreadData {
  log: Pick<FastifyBaseLogger, "warn" | "error">;
  /** Pages that may wait, for 5 to 10 ms each. */
  mostWaiting?: number;
  /** Pages that may be made and wait for one client. */
  maxPerClient?: number;
  /** For how many milliseconds a page may be made. */
  timeoutMs?: number;
}

/** One is rendered while others wait for their calls. More would only delay each other. */
const mostAtOnce = 4;

/** One that dies before it has done anything will do so again: visitors are not made to wait for that. */
const restMs = 1_000;

export function openPageQueue({
  log,
  mostWaiting = 200,
  maxPerClient = 50,
  timeoutMs = callTimeoutMs,
  ...data
}: PageQueueOptions): PageQueue {
  let thread: PageThread | null = null;
  let restUntil = 0;
  let isClosed = false;
  const tooMany = () => new AppError("unavailable", "Too many pages are asked for", { retryAfter: 5 });
  const pageTurns = createTurns(mostAtOnce, {
    longest: mostWaiting,
    maxPerClient,
    refuse(isFirst) {
      if (isFirst) log.warn("too many pages wait to be made: more are refused");
      return tooMany();
    },
  });
  const keyTurns = createTurns(mostWaiting, { longest: 0, maxPerClient, refuse: tooMany });

  function running(): PageThread {
    if (isClosed || Date.now() < restUntil) throw new AppError("unavailable", "Pages cannot be made just now");
    if (thread) return thread;
    const started = startPageThread(data, timeoutMs);
    thread = started;
    void started.ended.then(({ error, hasWorked }) => {
      thread = null;
      if (isClosed) return;
      log.error({ err: error }, "the thread that makes pages died");
      if (hasWorked) running();
      else restUntil = Date.now() + restMs;
    });
    return thread;
  }

  return {
    keyOf: (url, client) => keyTurns.run(() => running().keyOf(url), client),
    render: (url, encoding, call, client, posted) =>
      pageTurns.run(() => running().render(url, encoding, call, posted), client),
    start: () => void running(),
    async close() {
      isClosed = true;
      await thread?.stop();
    },
  };
}
