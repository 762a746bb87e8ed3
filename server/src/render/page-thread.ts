import { Worker } from "node:worker_threads";
import type { Call } from "contract/call.ts";
import { AppError } from "contract/errors.ts";
import type { PostedForm } from "contract/posted-form.ts";
import type { Encoding } from "../http/body.ts";
import { toAppError } from "../http/errors.ts";
import {
  type CallOrder,
  type FinishedPage,
  type FromThread,
  isRepeated,
  type MadeCall,
  type Outcome,
  type PageThreadData,
  type ToThread,
  type Want,
} from "./page-messages.ts";

/** A thread that renders pages, from its start to its end. Whatever it was asked for is refused when it ends. */
export interface PageThread {
  /** The key of the page that the address asks for. */
  keyOf(url: string): Promise<string>;
  /** The page of an address, made by these calls and packed so; `posted` is the form that it answers. */
  render(url: string, encoding: Encoding, call: Call, posted?: PostedForm): Promise<FinishedPage>;
  /** Resolves when it is over, with what it died of. */
  ended: Promise<ThreadEnd>;
  stop(): Promise<void>;
}

export interface ThreadEnd {
  error: unknown;
  /** Whether it had come as far as to take orders. */
  hasWorked: boolean;
}

/** In MB. The build takes 20, and what a page takes is garbage as soon as it is sent: a small nursery is swept often. */
const resourceLimits = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 };

/** What the build exports of `web/src/foreseen-calls.ts`. */
interface Foresight {
  /** Routes and inputs of the calls that the page of an address will make. */
  foreseeCalls(url: string): (readonly [route: string, input: object])[];
}

type Made = Extract<FromThread, { key: string } | { page: FinishedPage }>;

interface Job {
  call: Call;
  resolve(message: Made): void;
  reject(error: unknown): void;
}

/** `timeoutMs`: for how long it may be silent with something to do, and a page may wait for its calls. */
export function startPageThread(workerData: PageThreadData, timeoutMs: number): PageThread {
  const worker = new Worker(new URL("./page-worker.ts", import.meta.url), {
    name: "pages",
    workerData,
    resourceLimits,
  });
  const jobs = new Map<number, Job>();
  /** What it was last told of repeated calls, by their routes. */
  const lastResults = new Map<string, unknown>();
  let lastId = 0;
  let heard = 0;
  let cause: unknown = null;
  /** Why it takes no more orders. */
  let refusal: AppError | null = null;

  const ready = Promise.withResolvers<void>();
  const foresight: Promise<Foresight> = import(new URL("server/foreseen-calls.js", workerData.build).href);
  // nobody need be waiting for it when it dies
  for (const promise of [ready.promise, foresight]) promise.catch(() => {});
  const tell = (message: ToThread) => worker.postMessage(message);

  async function ask(want: Want, call: Call): Promise<Made> {
    await ready.promise;
    if (refusal) throw refusal;
    const id = ++lastId;
    const heardBefore = heard;
    const { promise, resolve, reject } = Promise.withResolvers<Made>();
    const foreseen = "foreseen" in want ? want.foreseen : [];
    tell({ id, ...want, ...("foreseen" in want && { foreseen: foreseen.map(inShort) }) });
    foreseen.forEach(rememberTold);
    jobs.set(id, { call, resolve, reject });
    return inTime(promise, () => {
      if (heard === heardBefore) end(new Error(`Rendering ${want.url.split("?", 1)[0]} never ended`));
    }).finally(() => jobs.delete(id));
  }

  /** Makes the calls that the page of an address will ask for: it is rendered in one go when it need not ask. */
  async function foresee(url: string, call: Call): Promise<MadeCall[]> {
    await ready.promise;
    const { foreseeCalls } = await foresight;
    return inTime(Promise.all(foreseeCalls(url).map(([route, input]) => makeCall(call, route, input))));
  }

  async function answerCall({ call, page, route, input }: CallOrder): Promise<void> {
    const made = await makeCall(jobs.get(page)?.call ?? abandoned, route, input);
    try {
      tell({ call, outcome: inShort(made).outcome });
      rememberTold(made);
    } catch (error) {
      tell({ call, outcome: failureOf(error) });
    }
  }

  /** As the thread is told of it. */
  function inShort({ route, input, outcome }: MadeCall): MadeCall {
    const unchanged = "result" in outcome && isRepeated(input) && lastResults.get(route) === outcome.result;
    return { route, input, outcome: unchanged ? { unchanged } : outcome };
  }

  /** To be called as soon as the thread was told. */
  function rememberTold({ route, input, outcome }: MadeCall): void {
    if ("result" in outcome && isRepeated(input)) lastResults.set(route, outcome.result);
  }

  /** What the work gives. When that takes too long, it is given up, and `onLate` is called. */
  async function inTime<Result>(work: Promise<Result>, onLate = () => {}): Promise<Result> {
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
    heard++;
    if ("ready" in message) return ready.resolve();
    if ("call" in message) return void answerCall(message);
    const job = jobs.get(message.id);
    if ("error" in message) job?.reject(message.error);
    else job?.resolve(message);
  });
  worker.on("error", (error) => {
    cause ??= error;
  });
  const ended = new Promise<ThreadEnd>((resolve) => {
    worker.once("exit", (code) => {
      // before anybody hears of it, who may ask again at once
      resolve({ error: cause ?? new Error(`It ended with code ${code}`), hasWorked: heard > 0 });
      refusal = new AppError("unavailable", "Pages cannot be made just now");
      ready.reject(refusal);
      for (const { reject } of jobs.values()) reject(refusal);
    });
  });

  return {
    keyOf: async (url) => ((await ask({ want: "key", url }, noCalls)) as { key: string }).key,
    async render(url, encoding, call, posted) {
      const foreseen = await foresee(url, call);
      const { page } = (await ask({ want: "page", url, encoding, foreseen, posted }, call)) as { page: FinishedPage };
      return { ...page, body: { ...page.body, bytes: asBuffer(page.body.bytes) } };
    },
    ended,
    async stop() {
      await end(null);
      await ended;
    },
  };
}

async function makeCall(call: Call, route: string, input: unknown): Promise<MadeCall> {
  try {
    return { route, input, outcome: { result: await call(route as never, input as never) } };
  } catch (error) {
    return { route, input, outcome: failureOf(error) };
  }
}

function failureOf(error: unknown): Outcome {
  const { code, message, details, retryAfter, current } = toAppError(error);
  return { error: { code, message, details, retryAfter, current } };
}

const abandoned: Call = () => Promise.reject(new AppError("unavailable", "Nobody waits for the page any more"));
const noCalls: Call = () => Promise.reject(new Error("Addresses are read without any call"));

/** On its way between threads a buffer becomes a plain array of bytes. */
function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
