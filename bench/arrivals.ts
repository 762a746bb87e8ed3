import { setTimeout as delay } from "node:timers/promises";
import type { Random } from "../server/src/random.ts";
import { openClient } from "./client.ts";
import type { Act, Kind } from "./day.ts";
import { goFirst } from "./go-first.ts";
import { percentile } from "./load.ts";

/** What came of one request. */
interface Answered {
  kind: Kind;
  /** From the moment it was due, or sent, if that was a little earlier, to the last byte of the answer. */
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

const fewComplaints = 5;

/** Timers tell whole milliseconds: what is due within half of one is sent at once, so that the client is early as often as late. */
const nearlyDueMs = 0.5;

/**
 * Sends requests when they are due, by chance at the stated rate, whether those before are answered or not. An answer
 * that keeps others waiting is so counted for each of them. `urls` are asked in turn.
 */
export async function arrive(urls: readonly string[], next: () => Act, arrivals: Arrivals): Promise<Day> {
  const { perSecond, seconds, random } = arrivals;
  using _ = goFirst();
  const visitors = openVisitors(urls);
  const sent: Promise<void>[] = [];
  const late: number[] = [];
  const start = performance.now();
  const end = start + seconds * 1_000;
  let due = start;
  while (due < end) {
    const now = performance.now();
    if (due - now > nearlyDueMs) {
      await delay(Math.floor(due - now));
      continue;
    }
    late.push(now - due);
    sent.push(visitors.ask(next(), Math.min(due, now)));
    due -= (Math.log(1 - random()) * 1_000) / perSecond;
  }
  await Promise.all(sent);
  late.sort((a, b) => a - b);
  return { ...visitors.close(), seconds: (performance.now() - start) / 1_000, lateness: percentile(late, 0.99) };
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
  const { ask, close } = openVisitors(urls);
  const start = performance.now();
  const visit = async () => {
    while (!isOver()) {
      await ask(next(), performance.now());
      if (pauseMs > 0) await delay(pauseMs);
    }
  };
  await Promise.all(Array.from({ length: visitors }, visit));
  return { ...close(), seconds: (performance.now() - start) / 1_000, lateness: 0 };
}

/** Asks the processes in turn, and remembers what came of it. */
function openVisitors(urls: readonly string[]) {
  const clients = urls.map(openClient);
  const answered: Answered[] = [];
  const complaints: string[] = [];
  let asked = 0;

  const isGood = async (act: Act): Promise<boolean> => {
    const client = clients[asked++ % clients.length]!;
    const result = await client.ask(act).catch((error: Error) => error.message);
    if (typeof result === "number" && result >= 200 && result < 300) return true;
    if (complaints.length < fewComplaints) complaints.push(`${act.method ?? "GET"} ${act.path}: ${result}`);
    return false;
  };

  return {
    async ask(act: Act, due: number): Promise<void> {
      const good = await isGood(act);
      answered.push({ kind: act.kind, ms: performance.now() - due, isGood: good });
    },
    close() {
      for (const client of clients) client.close();
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
