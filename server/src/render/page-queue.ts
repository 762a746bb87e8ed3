import type { Call } from "contract/core/call.ts";
import { AppError } from "contract/core/errors.ts";
import type { PostedForm } from "contract/core/posted-form.ts";
import type { FastifyBaseLogger } from "fastify";
import type { Encoding } from "../platform/http/body.ts";
import { callTimeoutMs } from "../platform/http/limits/limits.ts";
import { createSemaphore } from "../platform/process/semaphore.ts";
import type { FinishedPage, PageThreadData } from "./page-messages.ts";
import { type PageThread, startPageThread } from "./page-thread.ts";

/**
 * Pages rendered in a worker thread, which is started on demand and restarted when it dies. Rejects pages that cannot
 * be rendered.
 */
export interface PageQueue {
  /** As `PageThread.keyOf`, for a client's address. */
  keyOf(url: string, client: string): Promise<string>;
  /** As `PageThread.render`, for a client's address: waiting clients take turns. */
  render(url: string, encoding: Encoding, call: Call, client: string, posted?: PostedForm): Promise<FinishedPage>;
  /** As `PageThread.forgetCalls`. */
  forgetCalls(): void;
  /** Starts the thread before the first request. */
  start(): void;
  close(): Promise<void>;
}

export interface PageQueueOptions extends PageThreadData {
  log: Pick<FastifyBaseLogger, "warn" | "error">;
  /** Waiting pages. */
  maxWaiting?: number;
  /** Pages in progress and waiting per client. */
  maxPerClient?: number;
  /** Time limit of a page, in ms. */
  timeoutMs?: number;
}

/** One renders while others wait for their calls; more would delay each other. */
const maxConcurrent = 4;

/** A thread that dies before it has rendered anything will do so again: visitors must not wait for that. */
const restMs = 1_000;

export function openPageQueue({
  log,
  maxWaiting = 200,
  maxPerClient = 50,
  timeoutMs = callTimeoutMs,
  ...data
}: PageQueueOptions): PageQueue {
  let thread: PageThread | null = null;
  let restUntil = 0;
  let isClosed = false;
  const tooMany = () => new AppError("unavailable", "Too many pages are asked for", { retryAfter: 5 });
  const pageSlots = createSemaphore(maxConcurrent, {
    maxWaiting,
    maxPerClient,
    refuse(isFirst) {
      if (isFirst) log.warn("render queue is full; rejecting requests");
      return tooMany();
    },
  });
  const keySlots = createSemaphore(maxWaiting, { maxWaiting: 0, maxPerClient, refuse: tooMany });

  function running(): PageThread {
    if (isClosed || Date.now() < restUntil) throw new AppError("unavailable", "Pages cannot be made just now");
    if (thread) return thread;
    const started = startPageThread(data, timeoutMs);
    thread = started;
    void started.ended.then(({ error, hasWorked }) => {
      thread = null;
      if (isClosed) return;
      log.error({ err: error }, "the render thread died; restarting it");
      if (hasWorked) running();
      else restUntil = Date.now() + restMs;
    });
    return thread;
  }

  return {
    keyOf: (url, client) => keySlots.run(() => running().keyOf(url), client),
    render: (url, encoding, call, client, posted) =>
      pageSlots.run(() => running().render(url, encoding, call, posted), client),
    forgetCalls: () => thread?.forgetCalls(),
    start: () => void running(),
    async close() {
      isClosed = true;
      await thread?.stop();
    },
  };
}
