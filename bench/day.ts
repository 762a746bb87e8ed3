import { createHistogram } from "node:perf_hooks";
import { setTimeout as delay } from "node:timers/promises";
import { recordOffers } from "../server/src/features/prices/offers/commands.ts";
import type { Db } from "../server/src/platform/db/connect.ts";
import { pick, type Random, randomFrom, wholeBetween } from "../server/src/platform/process/random.ts";
import { createMembers, isRead, kinds, planDay, type Step } from "./day-mix.ts";
import { type Arrivals, openLoop, percentileMs, toMicroseconds } from "./load.ts";
import { atMost, formatMegabytes, formatNumber, type Section, type Target } from "./report.ts";
import { findSubjects } from "./requests.ts";
import type { Options } from "./run.ts";
import { openGenerated, type Server, type Site, startSite } from "./site.ts";

const maxReadP99Ms = 40;
/** Memory counts as flat if the minimum of the last fifth exceeds that of the middle fifth by at most this share. */
const flatShare = 0.05;
const minMinutesForMemory = 20;
const samples = 100;
const problemsShown = 5;

/** Sends a day's mix in an open loop while one price changes per second. */
export async function day({ games, minutes, rate }: Options): Promise<Section> {
  const { db, dataDir } = await openGenerated(games);
  const subjects = await findSubjects(db);
  const members = await createMembers(db, subjects);
  const site = await startSite(dataDir);
  const random = randomFrom(6);
  const next = planDay(subjects, members, random);
  const seconds = minutes * 60;
  const warmUp = Math.min(20, seconds / 2);
  console.log(`  warm-up for ${warmUp} s, then ${minutes} min`);
  await openLoop(site.url, next, { rate, seconds: warmUp, random }, () => {});

  const over = new AbortController();
  const pricing = changePrices(db, subjects.ids, random, over.signal);
  const watching = sampleMemory(site, (seconds * 1_000) / samples, over.signal);
  const before = await site.stats();
  const { latencies, errors, late } = await sendDay(site, next, { rate, seconds, random });
  const after = await site.stats();
  over.abort();
  const changed = await pricing;
  const memory = await watching;

  const reads = createHistogram();
  for (const kind of kinds.filter(isRead)) reads.add(latencies.get(kind)!);
  const all = [...latencies.values()].reduce((sum, { count }) => sum + count, 0);
  const failed = [...errors.values()].reduce((sum, count) => sum + count, 0);
  const cpu = ((after.cpuSeconds - before.cpuSeconds) / all) * 1_000;
  const fifths = Array.from({ length: 5 }, (_, nth) =>
    memory.slice(Math.floor((nth * memory.length) / 5), Math.floor(((nth + 1) * memory.length) / 5)),
  );
  return {
    title: "A day's mix, one process",
    about: [
      `${formatNumber(games)} generated games, one process \`all\` on the embedded database.`,
      `${formatNumber(rate)} requests per second in an open loop for ${formatNumber(minutes)} min,`,
      `after a warm-up of ${warmUp} s, with ${changed} changed prices.`,
      "Latencies in ms from the moment a request is due;",
      `they include the client's own delay (p99 ${formatNumber(percentileMs(late, 99))} ms).`,
      `The site used **${formatNumber(cpu)} CPU seconds per 1,000 requests**.`,
    ],
    tables: [
      [
        ["Requests", "Count", "Errors", "p50", "p95", "p99", "Max"],
        ...[...latencies, ["all reads", reads] as const].flatMap(([kind, latency]) => {
          if (latency.count === 0) return [];
          const count = [latency.count, kind === "all reads" ? "" : errors.get(kind)!].map(String);
          return [[kind, ...count, ...[50, 95, 99, 100].map((at) => formatNumber(percentileMs(latency, at)))]];
        }),
      ],
      [
        ["Memory", "1st fifth", "2nd", "3rd", "4th", "5th"],
        ["minimum", ...fifths.map((part) => formatMegabytes(Math.min(...part)))],
        ["maximum", ...fifths.map((part) => formatMegabytes(Math.max(...part)))],
      ],
    ],
    targets: [
      atMost(`reads at ${formatNumber(rate)} requests per second: p99`, percentileMs(reads, 99), maxReadP99Ms, "ms"),
      { what: "errors", target: "0", measured: String(failed), met: failed === 0 },
      memoryTarget(fifths, minutes),
    ],
  };
}

/** What a day's requests took in µs, those that failed, and the client's own delay in µs. */
export async function sendDay(site: Server, next: () => Step, arrivals: Arrivals) {
  const latencies = new Map(kinds.map((kind) => [kind, createHistogram()]));
  const errors = new Map(kinds.map((kind) => [kind, 0]));
  const problems: string[] = [];
  const late = await openLoop(site.url, next, arrivals, ({ kind, method = "GET", path }, ms, problem) => {
    latencies.get(kind)!.record(toMicroseconds(ms));
    if (problem === null) return;
    errors.set(kind, errors.get(kind)! + 1);
    if (problems.length < problemsShown) problems.push(`${method} ${path}: ${problem}`);
  });
  for (const problem of problems) console.log(`  ${problem}`);
  return { latencies, errors, late };
}

/** Compares minima, which exclude most uncollected garbage. */
function memoryTarget(fifths: readonly number[][], minutes: number): Target {
  const growth = Math.min(...fifths[4]!) / Math.min(...fifths[2]!) - 1;
  return {
    what: `memory, last fifth compared with the middle one, ${minMinutesForMemory} min`,
    target: `≤ +${flatShare * 100} %`,
    measured: `${growth < 0 ? "" : "+"}${formatNumber(growth * 100)} % in ${formatNumber(minutes)} min`,
    met: minutes < minMinutesForMemory ? null : growth <= flatShare,
  };
}

async function sampleMemory(site: Site, everyMs: number, signal: AbortSignal): Promise<number[]> {
  const memory: number[] = [];
  while (!signal.aborted) {
    memory.push((await site.stats()).memory);
    await delay(everyMs, undefined, { signal }).catch(() => {});
  }
  return memory;
}

/** Changes one price per second, which invalidates the cached lists. Returns the number of changes. */
export async function changePrices(
  db: Db,
  ids: readonly number[],
  random: Random,
  signal: AbortSignal,
): Promise<number> {
  let changed = 0;
  while (!signal.aborted) {
    const offer = { gameId: pick(random, ids), store: "gog", priceMinor: wholeBetween(random, 100, 6_000) } as const;
    await recordOffers(db, [offer], { now: new Date() });
    changed += 1;
    await delay(1_000, undefined, { signal }).catch(() => {});
  }
  return changed;
}
