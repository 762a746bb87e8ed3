import { setTimeout as delay } from "node:timers/promises";
import type { Db } from "../server/src/db/connect.ts";
import { recordOffers } from "../server/src/prices/commands.ts";
import { type Random, randomFrom } from "../server/src/random.ts";
import { arrive, type Day, figuresOf, type KindFigures } from "./arrivals.ts";
import type { FilledDatabase } from "./catalogues.ts";
import { type DaySubjects, isRead, planDay } from "./day.ts";
import { formatMegabytes, formatNumber, type Section } from "./report.ts";
import { run, type Topology } from "./topologies.ts";

export interface SoakEffort {
  minutes: number;
  /** Requests a second. */
  rate: number;
}

/** Less than this share of itself is no growth of memory. */
const noise = 0.03;

/** Each takes about as long as it takes until all memory is gone through again. */
const stretchCount = 15;
const samplesPerStretch = 24;
const pricesPerSecond = 1;

const topology: Topology = { name: "`all`, server", database: "server", roles: ["all"], withProxy: false };

/** Memory of the process at a moment, in bytes. */
interface Sample {
  rss: number;
  heapUsed: number;
}

/** A part of the long day. */
interface Stretch {
  requests: number;
  errors: number;
  reads: KindFigures;
  /** When little waits to be collected. */
  least: Sample;
  /** In bytes. */
  most: number;
}

/** A long day at a moderate rate with prices that change, and what it leaves in memory. */
export async function measureSoak(
  database: FilledDatabase,
  subjects: DaySubjects,
  { minutes, rate }: SoakEffort,
): Promise<Section> {
  const running = await run(topology, database);
  const ending = new AbortController();
  const pricing = changePrices(database.db, subjects.ids, randomFrom(31), ending.signal);
  try {
    const random = randomFrom(30);
    const next = planDay(subjects, random);
    const seconds = (minutes * 60) / stretchCount;
    const stretches: Stretch[] = [];
    while (stretches.length < stretchCount) {
      const day = arrive(running.urls, next, { perSecond: rate, seconds, random });
      stretches.push(await observe(day, running.sites[0]!.vitals, (seconds * 1_000) / samplesPerStretch));
    }
    ending.abort();
    return describeSoak(stretches, { minutes, rate, changed: await pricing, version: database.version });
  } finally {
    ending.abort();
    await pricing.finally(running.stop);
  }
}

/** Looks at memory until the stretch is over. */
async function observe(going: Promise<Day>, vitals: () => Promise<Sample>, everyMs: number): Promise<Stretch> {
  const over = new AbortController();
  const samples: Sample[] = [];
  const looking = (async () => {
    while (!over.signal.aborted) {
      samples.push(await vitals());
      await delay(everyMs, undefined, { signal: over.signal }).catch(() => {});
    }
  })();
  const day = await going.finally(() => over.abort());
  await looking;
  for (const complaint of day.complaints) console.log(`  ${complaint}`);
  return {
    requests: day.answered.length,
    errors: day.answered.filter(({ isGood }) => !isGood).length,
    reads: figuresOf(day, isRead)!,
    least: samples.reduce((least, one) => (one.rss < least.rss ? one : least)),
    most: Math.max(...samples.map(({ rss }) => rss)),
  };
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

interface Circumstances extends SoakEffort {
  /** Prices. */
  changed: number;
  /** PostgreSQL's. */
  version: string;
}

function describeSoak(stretches: readonly Stretch[], { minutes, rate, changed, version }: Circumstances): Section {
  const { growth, doubt } = growthOf(stretches.slice(Math.floor(stretches.length / 2)).map(({ least }) => least.rss));
  const errors = stretches.reduce((sum, stretch) => sum + stretch.errors, 0);
  return {
    title: "Memory over a long day",
    about: `150,000 games on PostgreSQL ${version}, one process \`all\`: ${rate} requests a second of a day's mix for ${minutes} min, sign-ins and changes of
wishlists among them, ${formatNumber(changed)} changed prices meanwhile, each of which ends all lists that are kept. Memory is that of the whole process, looked at ${samplesPerStretch} times in each of
${stretchCount} stretches. What counts is the lowest of each, when least waits to be collected, and of that a line of least squares through the later half. Memory
grows when that line rises by more than ${noise * 100} % until the end, and by more than twice its standard error, which is what stands behind ±. Times in ms.`,
    tables: [
      [
        [
          "Until minute",
          "Requests",
          "Errors",
          "Reads: p50",
          "p95",
          "p99",
          "Least memory",
          "JavaScript objects then",
          "Most memory",
        ],
        ...stretches.map(({ requests, errors, reads: { p50, p95, p99 }, least, most }, nth) => [
          formatNumber(((nth + 1) * minutes) / stretchCount),
          ...[String(requests), String(errors), ...[p50, p95, p99].map(formatNumber)],
          ...[least.rss, least.heapUsed, most].map(formatMegabytes),
        ]),
      ],
    ],
    bars: [
      {
        what: `memory of one process in the later half of ${minutes} min`,
        bar: "no growth",
        measured: `${inPercent(growth)} ± ${inPercent(doubt)}`,
        met: growth <= noise || growth <= doubt,
      },
      { what: "requests that failed", bar: "0", measured: String(errors), met: errors === 0 },
    ],
  };
}

const inPercent = (share: number) => `${formatNumber(share * 100)} %`;

/**
 * How much a line of least squares through these rises from the first to the last, as a share of their mean, and twice the standard error of
 * that.
 */
function growthOf(floors: readonly number[]): { growth: number; doubt: number } {
  const sum = (of: (floor: number, at: number) => number) =>
    floors.reduce((total, floor, at) => total + of(floor, at), 0);
  const middle = (floors.length - 1) / 2;
  const mean = sum((floor) => floor) / floors.length;
  const spread = sum((_, at) => (at - middle) ** 2);
  const slope = sum((floor, at) => (at - middle) * (floor - mean)) / spread;
  const scatter = sum((floor, at) => (floor - mean - slope * (at - middle)) ** 2) / (floors.length - 2);
  const share = (perStretch: number) => (perStretch * (floors.length - 1)) / mean;
  return { growth: share(slope), doubt: 2 * share(Math.sqrt(scatter / spread)) };
}
