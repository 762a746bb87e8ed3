import { AppError } from "contract/errors.ts";
import type { FastifyBaseLogger } from "fastify";
import { callTimeoutMs } from "../http/limits.ts";
import { createTurns } from "../turns.ts";
import type { PageThreadData } from "./page-messages.ts";
import { type PageThread, startPageThread } from "./page-thread.ts";

/** Pages from a thread of their own: started when first needed, and anew when it dies. Refused are pages that it cannot make. */
export interface PageQueue extends Pick<PageThread, "keyOf" | "render"> {
  /** Begins before the first page is asked for. */
  start(): void;
  close(): Promise<void>;
}

export interface PageQueueOptions extends PageThreadData {
  log: Pick<FastifyBaseLogger, "warn" | "error">;
  /** Pages that may wait, for 5 to 10 ms each. */
  mostWaiting?: number;
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
  timeoutMs = callTimeoutMs,
  ...data
}: PageQueueOptions): PageQueue {
  let thread: PageThread | null = null;
  let restUntil = 0;
  let isClosed = false;
  const tooMany = () => new AppError("unavailable", "Too many pages are asked for", { retryAfter: 5 });
  const pageTurns = createTurns(mostAtOnce, {
    longest: mostWaiting,
    refuse(isFirst) {
      if (isFirst) log.warn("too many pages wait to be made: more are refused");
      return tooMany();
    },
  });
  const keyTurns = createTurns(mostWaiting, { longest: 0, refuse: tooMany });

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
    keyOf: (url) => keyTurns.run(() => running().keyOf(url)),
    render: (url, encoding, call) => pageTurns.run(() => running().render(url, encoding, call)),
    start: () => void running(),
    async close() {
      isClosed = true;
      await thread?.stop();
    },
  };
}
