import { Worker } from "node:worker_threads";
import type { Call } from "contract/core/call.ts";
import { AppError } from "contract/core/errors.ts";
import type { PostedForm } from "contract/core/posted-form.ts";
import type { Encoding } from "../platform/http/body.ts";
import { toAppError } from "../platform/http/errors.ts";
import {
  type CallEnd,
  type CallOrder,
  type FinishedPage,
  type FromThread,
  gather,
  type Outcome,
  type PageRequest,
  type PageThreadData,
  type ToThread,
} from "./page-messages.ts";

/** A thread that renders pages. Its pending requests are rejected when it ends. */
export interface PageThread {
  /** The key of the page at an address. */
  keyOf(url: string): Promise<string>;
  /** The page at an address, compressed; `posted` is the form it responds to. */
  render(url: string, encoding: Encoding, call: Call, posted?: PostedForm): Promise<FinishedPage>;
  /** Forgets the results of repeated calls. */
  forgetCalls(): void;
  /** Resolves when the thread has ended, with the error if there is one. */
  ended: Promise<ThreadEnd>;
  stop(): Promise<void>;
}

interface ThreadEnd {
  error: unknown;
  /** Whether it was ready for requests. */
  hasWorked: boolean;
}

/** The build takes 20. */
const resourceLimits = { maxOldGenerationSizeMb: 128 };

type PageResult = Extract<FromThread, { key: string } | { page: FinishedPage }>;

interface Job {
  call: Call;
  resolve(message: PageResult): void;
  reject(error: unknown): void;
}

/** `timeoutMs` limits the silence of a busy thread and the calls of a page. */
export function startPageThread(workerData: PageThreadData, timeoutMs: number): PageThread {
  const worker = new Worker(new URL("./page-worker.ts", import.meta.url), {
    name: "pages",
    workerData,
    resourceLimits,
  });
  const jobs = new Map<number, Job>();
  let lastId = 0;
  let received = 0;
  let cause: unknown = null;
  /** Why it accepts no more requests. */
  let refusal: AppError | null = null;

  const ready = Promise.withResolvers<void>();
  // it may die while no request is waiting
  ready.promise.catch(() => {});
  const post = (message: ToThread) => worker.postMessage(message);
  const endCall = gather<CallEnd>((ended) => {
    try {
      post({ ended });
    } catch {
      // one of them cannot be posted
      for (const one of ended) postOne(one);
    }
  });
  const postOne = (ended: CallEnd) => {
    try {
      post({ ended: [ended] });
    } catch (error) {
      post({ ended: [{ call: ended.call, outcome: failureOf(error) }] });
    }
  };

  async function request(order: PageRequest, call: Call): Promise<PageResult> {
    await ready.promise;
    if (refusal) throw refusal;
    const id = ++lastId;
    const receivedBefore = received;
    const { promise, resolve, reject } = Promise.withResolvers<PageResult>();
    post({ id, ...order });
    jobs.set(id, { call, resolve, reject });
    return inTime(promise, () => {
      if (received === receivedBefore) end(new Error(`Rendering ${order.url.split("?", 1)[0]} never ended`));
    }).finally(() => jobs.delete(id));
  }

  async function handleCall({ call: id, page, route, input }: CallOrder): Promise<void> {
    const call = jobs.get(page)?.call ?? abandoned;
    try {
      endCall({ call: id, outcome: { result: await call(route as never, input as never) } });
    } catch (error) {
      endCall({ call: id, outcome: failureOf(error) });
    }
  }

  /** Result of the work; after the time limit it rejects and calls `onLate`. */
  async function inTime<Result>(work: Promise<Result>, onLate: () => void): Promise<Result> {
    const { promise: deadline, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      reject(new AppError("unavailable", "The page took too long"));
      onLate();
    }, timeoutMs);
    return Promise.race([work, deadline]).finally(() => clearTimeout(timer));
  }

  function end(error: unknown): Promise<unknown> {
    cause ??= error;
    return worker.terminate();
  }

  worker.on("message", (message: FromThread) => {
    received++;
    if ("ready" in message) return ready.resolve();
    if ("calls" in message) return message.calls.forEach((order) => void handleCall(order));
    const job = jobs.get(message.id);
    if ("error" in message) job?.reject(message.error);
    else job?.resolve(message);
  });
  worker.on("error", (error) => {
    cause ??= error;
  });
  const ended = new Promise<ThreadEnd>((resolve) => {
    worker.once("exit", (code) => {
      // before callers are notified, who may retry at once
      resolve({ error: cause ?? new Error(`It ended with code ${code}`), hasWorked: received > 0 });
      refusal = new AppError("unavailable", "Pages cannot be made just now");
      ready.reject(refusal);
      for (const { reject } of jobs.values()) reject(refusal);
    });
  });

  return {
    keyOf: async (url) => ((await request({ kind: "key", url }, noCalls)) as { key: string }).key,
    async render(url, encoding, call, posted) {
      const { page } = (await request({ kind: "page", url, encoding, posted }, call)) as { page: FinishedPage };
      return { ...page, body: { ...page.body, bytes: asBuffer(page.body.bytes) } };
    },
    forgetCalls: () => post({ forget: true }),
    ended,
    async stop() {
      await end(null);
      await ended;
    },
  };
}

function failureOf(error: unknown): Outcome {
  const { code, message, details, retryAfter, current } = toAppError(error);
  return { error: { code, message, details, retryAfter, current } };
}

const abandoned: Call = () => Promise.reject(new AppError("unavailable", "The page is no longer needed"));
const noCalls: Call = () => Promise.reject(new Error("Addresses are read without any call"));

/** A buffer arrives from another thread as a plain Uint8Array. */
function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
