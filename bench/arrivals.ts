import { Agent, request } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import type { Random } from "../server/src/random.ts";
import type { Act, Kind } from "./day.ts";
import { goFirst } from "./go-first.ts";
import { percentile } from "./load.ts";

/** What came of one request. */
interface Answered {
  kind: Kind;
  /** From the moment it was due to the last byte of the answer. */
  ms: number;
  isGood: boolean;
}

/** What came of many. */
export interface Day {
  answered: Answered[];
  seconds: number;
  /** How late the client itself was in sending, in ms: 99 of 100 were not later. */
  lateness: number;
  /** The first few that went wrong, in words. */
  complaints: string[];
}

export interface Arrivals {
  perSecond: number;
  seconds: number;
  random: Random;
}

const patienceMs = 30_000;
const fewComplaints = 5;

/**
 * Sends requests when they are due, by chance at the stated rate, whether those before are answered or not. An answer
 * that keeps others waiting is so counted for each of them. `urls` are asked in turn.
 */
export async function arrive(urls: readonly string[], next: () => Act, arrivals: Arrivals): Promise<Day> {
  const { perSecond, seconds, random } = arrivals;
  using _ = goFirst();
  const client = openClient(urls);
  const sent: Promise<void>[] = [];
  const late: number[] = [];
  const start = performance.now();
  const end = start + seconds * 1_000;
  let due = start;
  while (due < end) {
    const now = performance.now();
    if (due > now) {
      await delay(due - now);
      continue;
    }
    late.push(now - due);
    sent.push(client.ask(next(), due));
    due -= (Math.log(1 - random()) * 1_000) / perSecond;
  }
  await Promise.all(sent);
  late.sort((a, b) => a - b);
  return { ...client.close(), seconds: (performance.now() - start) / 1_000, lateness: percentile(late, 0.99) };
}

/** So many visitors ask one thing after the other, each as soon as the last one is answered: what the site can do at most. */
export function press(
  urls: readonly string[],
  next: () => Act,
  { visitors, seconds }: { visitors: number; seconds: number },
): Promise<Day> {
  const end = performance.now() + seconds * 1_000;
  return pressUntil(urls, next, { visitors, isOver: () => performance.now() >= end });
}

/** The same for as long as it is not over, with a pause after each answer. */
export async function pressUntil(
  urls: readonly string[],
  next: () => Act,
  { visitors, pauseMs = 0, isOver }: { visitors: number; pauseMs?: number; isOver: () => boolean },
): Promise<Day> {
  const client = openClient(urls);
  const start = performance.now();
  const visit = async () => {
    while (!isOver()) {
      await client.ask(next(), performance.now());
      if (pauseMs > 0) await delay(pauseMs);
    }
  };
  await Promise.all(Array.from({ length: visitors }, visit));
  return { ...client.close(), seconds: (performance.now() - start) / 1_000, lateness: 0 };
}

function openClient(urls: readonly string[]) {
  const agent = new Agent({ keepAlive: true, maxSockets: 256 });
  const hosts = urls.map((url) => new URL(url));
  const answered: Answered[] = [];
  const complaints: string[] = [];
  let asked = 0;

  function ask({ kind, path, method = "GET", body, headers }: Act, due: number): Promise<void> {
    const { hostname, port } = hosts[asked++ % hosts.length]!;
    const { promise, resolve } = Promise.withResolvers<void>();
    const finish = (isGood: boolean, complaint: string) => {
      answered.push({ kind, ms: performance.now() - due, isGood });
      if (!isGood && complaints.length < fewComplaints) complaints.push(`${method} ${path}: ${complaint}`);
      resolve();
    };
    const sending = request({
      agent,
      hostname,
      port,
      path,
      method,
      timeout: patienceMs,
      headers: {
        ...headers,
        ...(body !== undefined && { "content-type": "application/json", "content-length": Buffer.byteLength(body) }),
      },
    });
    sending.on("response", (response) => {
      const { statusCode = 0 } = response;
      response.resume();
      response.on("end", () => finish(statusCode >= 200 && statusCode < 300, `answered ${statusCode}`));
      response.on("error", (error) => finish(false, error.message));
    });
    sending.on("timeout", () => sending.destroy(new Error(`no answer in ${patienceMs} ms`)));
    sending.on("error", (error) => finish(false, error.message));
    sending.end(body);
    return promise;
  }

  return {
    ask,
    close() {
      agent.destroy();
      return { answered, complaints };
    },
  };
}

/** Times in ms. */
export interface KindFigures {
  requests: number;
  errors: number;
  p50: number;
  p95: number;
  p99: number;
  longest: number;
}

/** Figures of those requests that `wanted` names; `null` where none was made. */
export function figuresOf({ answered }: Day, wanted: (kind: Kind) => boolean): KindFigures | null {
  const some = answered.filter(({ kind }) => wanted(kind));
  if (some.length === 0) return null;
  const times = some.map(({ ms }) => ms).sort((a, b) => a - b);
  return {
    requests: some.length,
    errors: some.filter(({ isGood }) => !isGood).length,
    p50: percentile(times, 0.5),
    p95: percentile(times, 0.95),
    p99: percentile(times, 0.99),
    longest: times.at(-1)!,
  };
}
