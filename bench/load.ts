import { createHistogram, type RecordableHistogram } from "node:perf_hooks";
import { setTimeout as delay } from "node:timers/promises";
import autocannon from "autocannon";
import { Agent, request as sendRequest } from "undici";
import type { Random } from "../server/src/platform/process/random.ts";

export interface Request {
  path: string;
  method?: "GET" | "POST" | "DELETE";
  body?: string;
  headers?: Record<string, string>;
}

/**
 * One connection that sends each request after the last response, `amount` times. A fixed amount lets a slow server
 * finish its work before the next measurement. Returns requests per second, and records latencies in µs. Rejects on any
 * response that is not a 200.
 */
export async function closedLoop(
  url: string,
  next: () => Request,
  amount: number,
  latency = createHistogram(),
): Promise<number> {
  const { promise: done, resolve, reject } = Promise.withResolvers<autocannon.Result>();
  const begin = performance.now();
  let end = begin;
  const run = autocannon(
    {
      url,
      amount,
      connections: 1,
      timeout: 60,
      requests: [{ setupRequest: (request) => ({ ...request, headers: {}, ...next() }) }],
    },
    (error, result) => (error ? reject(error) : resolve(result)),
  );
  run.on("response", (_client, _status, _bytes, ms) => {
    latency.record(toMicroseconds(ms));
    end = performance.now();
  });
  const { errors, non2xx } = await done;
  if (errors + non2xx > 0) throw new Error(`${url}, such as ${next().path}: ${errors + non2xx} errors`);
  return (amount / (end - begin)) * 1_000;
}

export interface Arrivals {
  /** Requests per second. */
  rate: number;
  seconds: number;
  random: Random;
}

/**
 * Sends requests at random moments without waiting for responses; autocannon's rate limit would send them in one burst
 * per second. `report` gets the latency from the moment a request is due, which includes the client's own delay.
 * Returns that delay in µs.
 */
export async function openLoop<Step extends Request>(
  url: string,
  next: () => Step,
  { rate, seconds, random }: Arrivals,
  report: (step: Step, ms: number, problem: string | null) => void,
): Promise<RecordableHistogram> {
  const dispatcher = new Agent({ connections: 256 });
  const late = createHistogram();
  const pending = new Set<Promise<void>>();
  let due = performance.now();
  const end = due + seconds * 1_000;
  while (due < end) {
    const wait = due - performance.now();
    if (wait > 0) await delay(wait);
    late.record(toMicroseconds(performance.now() - due));
    const step = next();
    const dueAt = due;
    const sent = send(url, step, dispatcher).then(
      ({ status }) => report(step, performance.now() - dueAt, status < 300 ? null : String(status)),
      (error: Error) => report(step, performance.now() - dueAt, error.message),
    );
    pending.add(sent);
    sent.then(() => pending.delete(sent));
    due -= (Math.log(1 - random()) * 1_000) / rate;
  }
  await Promise.all(pending);
  await dispatcher.close();
  return late;
}

/** Sends one request; returns the status and the size of the body before it is decompressed. */
export async function send(
  url: string,
  { path, method = "GET", headers, body }: Request,
  dispatcher?: Agent,
): Promise<{ status: number; bytes: number }> {
  const options = { method, headers, body, headersTimeout: 30_000, bodyTimeout: 30_000, dispatcher };
  const response = await sendRequest(url + path, options);
  return { status: response.statusCode, bytes: (await response.body.arrayBuffer()).byteLength };
}

/** A percentile of a histogram in µs, as ms. */
export function percentileMs(histogram: RecordableHistogram, percentile: number): number {
  return histogram.percentile(percentile) / 1_000;
}

/** Histograms hold whole numbers from 1. */
export function toMicroseconds(ms: number): number {
  return Math.max(1, Math.round(ms * 1_000));
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length / 2) - 1]!;
}
