import autocannon from "autocannon";
import { goFirst } from "./go-first.ts";

/** One request. */
export interface Ask {
  path: string;
  method?: "GET" | "POST" | "DELETE";
  body?: string;
  headers?: Record<string, string>;
}

/** What a number of connections got, each asking again as soon as it has its answer. Times in ms. */
export interface Figures {
  perSecond: number;
  p50: number;
  p99: number;
  longest: number;
}

/** Plain SQL takes its time on a busy machine. */
const timeoutSeconds = 60;

export interface Load {
  connections: number;
  /** In all; at least one for each connection. */
  requests: number;
}

/**
 * Asks a server so many times, and waits for every answer: a slow server that is left in the middle of its work would
 * disturb what is measured next. Rejects when any answer is not a good one.
 */
export async function load(url: string, nextAsk: () => Ask, { connections, requests }: Load): Promise<Figures> {
  using _ = goFirst();
  const times: number[] = [];
  const statuses = new Set<number>();
  const start = performance.now();
  let last = start;
  const { promise: done, resolve, reject } = Promise.withResolvers<autocannon.Result>();
  const run = autocannon(
    {
      url,
      connections,
      amount: requests,
      timeout: timeoutSeconds,
      // How often it looks whether all are done.
      sampleInt: 50,
      requests: [{ setupRequest: (request) => ({ ...request, ...toRequest(nextAsk()) }) }],
    },
    (error, result) => (error ? reject(error) : resolve(result)),
  );
  run.on("response", (_, status, __, time) => {
    statuses.add(status);
    times.push(time);
    last = performance.now();
  });
  const { errors } = await done;
  if (errors > 0 || [...statuses].some((status) => status !== 200)) {
    throw new Error(`${url}, such as ${nextAsk().path}: ${errors} errors, statuses ${[...statuses].join(", ")}`);
  }
  times.sort((a, b) => a - b);
  return {
    perSecond: (times.length / (last - start)) * 1000,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    longest: times.at(-1)!,
  };
}

/** The median of each figure over several rounds, but the longest of all times. */
export function medianFigures(rounds: readonly Figures[]): Figures {
  return {
    perSecond: median(rounds.map(({ perSecond }) => perSecond)),
    p50: median(rounds.map(({ p50 }) => p50)),
    p99: median(rounds.map(({ p99 }) => p99)),
    longest: Math.max(...rounds.map(({ longest }) => longest)),
  };
}

export function median(values: readonly number[]): number {
  return percentile(
    values.toSorted((a, b) => a - b),
    0.5,
  );
}

/** The value that this share of all does not pass; they must be ascending. */
export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)]!;
}

/** A new object each time: autocannon writes into the headers. */
function toRequest({ path, method, body, headers }: Ask): Partial<autocannon.Request> {
  return {
    path,
    ...(method && { method }),
    headers: { ...headers, ...(body !== undefined && { "content-type": "application/json" }) },
    ...(body !== undefined && { body }),
  };
}
