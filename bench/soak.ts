import { setTimeout as delay } from "node:timers/promises";
import type { Db } from "../server/src/db/connect.ts";
import { recordOffers } from "../server/src/prices/commands.ts";
import { type Random, randomFrom } from "../server/src/random.ts";
import { arrive, figuresOf } from "./arrivals.ts";
import type { FilledDatabase } from "./catalogues.ts";
import { type DaySubjects, isRead, kinds, planDay } from "./day.ts";
import { formatMegabytes, formatNumber, type Section } from "./report.ts";
import { run, type Topology } from "./topologies.ts";

export interface SoakEffort {
  minutes: number;
  /** Requests a second. */
  rate: number;
}

/** Less than this share of itself is no growth of memory. */
const noise = 0.03;

const sampleMs = 5_000;
const pricesPerSecond = 1;

const topology: Topology = {
  name: "`all` beside `web`",
  database: "server",
  roles: ["all", "web"],
  withProxy: false,
};

/** Memory of a process at a moment. */
interface Sample {
  /** Since the beginning, in s. */
  at: number;
  /** In bytes. */
  rss: number;
  heapUsed: number;
}

/** A long day at a moderate rate with prices that change, and what it leaves in memory. */
export async function measureSoak(
  database: FilledDatabase,
  subjects: DaySubjects,
  { minutes, rate }: SoakEffort,
): Promise<Section> {
  const running = await run(topology, database);
  try {
    const random = randomFrom(30);
    const ending = new AbortController();
    const sampling = running.sites.map((site) => sample(site.vitals, ending.signal));
    const pricing = changePrices(database.db, subjects.ids, randomFrom(31), ending.signal);
    const arrivals = { perSecond: rate, seconds: minutes * 60, random };
    const day = await arrive(running.urls, planDay(subjects, random), arrivals).finally(() => ending.abort());
    const samples = await Promise.all(sampling);
    const changed = await pricing;
    const processes = running.sites.map(({ role }, nth) => ({ role, ...judge(samples[nth]!, minutes * 60) }));
    const errors = day.answered.filter(({ isGood }) => !isGood).length;
    for (const complaint of day.complaints) console.log(`  ${complaint}`);
    return {
      title: "Memory over a long day",
      about: `150,000 games on PostgreSQL ${database.version}, \`all\` and \`web\` asked in turn: ${rate} requests a second of a day's mix for
${minutes} min, sign-ins and changes of wishlists among them, ${formatNumber(changed)} changed prices meanwhile. Memory is looked at every
${sampleMs / 1_000} s. What counts is the lowest of each minute, when little waits to be collected, and of that a line of least squares
through the later half. Memory grows when that line rises by more than ${noise * 100} %, and by more than twice its standard error, which is
what stands behind ±.`,
      tables: [
        [
          [
            "Process",
            "After 1 minute",
            "In the middle",
            "At the end",
            "Most",
            "JavaScript objects at the end",
            "The later half grows by",
          ],
          ...processes.map(({ role, first, middle, last, most, heap, growth, doubt }) => [
            `\`${role}\``,
            ...[first, middle, last, most, heap].map(formatMegabytes),
            `${inPercent(growth)} ± ${inPercent(doubt)}`,
          ]),
        ],
        [
          ["What", "Requests", "Errors", "p50", "p95", "p99", "Longest"],
          ...kinds.flatMap((kind) => {
            const figures = figuresOf(day, (other) => other === kind);
            if (!figures) return [];
            const { requests, p50, p95, p99, longest } = figures;
            return [[kind, String(requests), String(figures.errors), ...[p50, p95, p99, longest].map(formatNumber)]];
          }),
          ["all reads", ...readsOf(day)],
        ],
      ],
      bars: [
        ...processes.map(({ role, growth, doubt, grows }) => ({
          what: `memory of \`${role}\` in the later half of ${minutes} min`,
          bar: "no growth",
          measured: `${inPercent(growth)} ± ${inPercent(doubt)}`,
          met: !grows,
        })),
        { what: "requests that failed", bar: "0", measured: String(errors), met: errors === 0 },
      ],
    };
  } finally {
    await running.stop();
  }
}

const inPercent = (share: number) => `${formatNumber(share * 100)} %`;

function readsOf(day: Parameters<typeof figuresOf>[0]): string[] {
  const { requests, errors, p50, p95, p99, longest } = figuresOf(day, isRead)!;
  return [String(requests), String(errors), ...[p50, p95, p99, longest].map(formatNumber)];
}

async function sample(
  vitals: () => Promise<{ rss: number; heapUsed: number }>,
  signal: AbortSignal,
): Promise<Sample[]> {
  const start = performance.now();
  const samples: Sample[] = [];
  while (!signal.aborted) {
    const { rss, heapUsed } = await vitals();
    samples.push({ at: (performance.now() - start) / 1_000, rss, heapUsed });
    await delay(sampleMs, undefined, { signal }).catch(() => {});
  }
  return samples;
}

/** As a poll does, one after the other; answers how many. */
async function changePrices(db: Db, ids: readonly number[], random: Random, signal: AbortSignal): Promise<number> {
  let changed = 0;
  while (!signal.aborted) {
    const gameId = ids[Math.floor(random() * ids.length)]!;
    const priceCents = 100 + Math.floor(random() * 6_000);
    await recordOffers(db, [{ gameId, store: "gog", priceCents }], { now: new Date() });
    changed += 1;
    await delay(1_000 / pricesPerSecond, undefined, { signal }).catch(() => {});
  }
  return changed;
}

function judge(samples: readonly Sample[], seconds: number) {
  const floors = floorsOf(samples, Math.min(60, seconds / 10));
  const later = floors.filter(({ at }) => at >= seconds / 2);
  const line = lineThrough(later);
  const share = (bytesPerSecond: number) => (bytesPerSecond * (seconds / 2)) / line.mean;
  const growth = share(line.slope);
  const doubt = 2 * share(line.slopeError);
  return {
    first: floors[0]!.rss,
    middle: later[0]!.rss,
    last: floors.at(-1)!.rss,
    most: Math.max(...samples.map(({ rss }) => rss)),
    heap: floors.at(-1)!.heapUsed,
    growth,
    doubt,
    grows: growth > noise && growth > doubt,
  };
}

/** Of each stretch of so many seconds the sample with the least memory. */
function floorsOf(samples: readonly Sample[], seconds: number): Sample[] {
  const stretches = Map.groupBy(samples, ({ at }) => Math.floor(at / seconds));
  return Array.from(stretches.values(), (some) => some.reduce((least, one) => (one.rss < least.rss ? one : least)));
}

/** The line of least squares: its mean in bytes, its slope and the standard error of that in bytes a second. */
function lineThrough(samples: readonly Sample[]): { mean: number; slope: number; slopeError: number } {
  const sum = (of: (sample: Sample) => number) => samples.reduce((total, sample) => total + of(sample), 0);
  const middle = sum(({ at }) => at) / samples.length;
  const mean = sum(({ rss }) => rss) / samples.length;
  const spread = sum(({ at }) => (at - middle) ** 2);
  const slope = sum(({ at, rss }) => (at - middle) * (rss - mean)) / spread;
  const scatter = sum(({ at, rss }) => (rss - mean - slope * (at - middle)) ** 2) / (samples.length - 2);
  return { mean, slope, slopeError: Math.sqrt(scatter / spread) };
}
