import { randomFrom } from "../server/src/random.ts";
import { arrive, type Day, figuresOf, type KindFigures, press } from "./arrivals.ts";
import type { FilledDatabase } from "./catalogues.ts";
import { type DaySubjects, isRead, kinds, planDay } from "./day.ts";
import { formatMegabytes, formatNumber, type Section, type Table } from "./report.ts";
import { stayAwake } from "./stay-awake.ts";
import { type Running, run, type Topology, type Usage } from "./topologies.ts";

export interface DayEffort {
  /** Seconds of coming to the boil. */
  warmUp: number;
  rounds: number;
  /** Of each round: seconds of finding the maximum, then of the day at its rate. */
  press: number;
  arrive: number;
}

/** 99 of 100 reads are answered within that, in ms. */
const longestWait = 10;

/** At this part of its own maximum. */
const busyShare = 0.6;

const visitors = 16;

interface Round {
  /** Requests a second at most, and at the rate that was asked for. */
  most: number;
  rate: number;
  day: Day;
  /** Processor seconds for 1,000 requests. */
  cost: Usage;
  reads: KindFigures;
}

/** A topology's day: the round whose p99 is the median of all. */
export interface MeasuredDay extends Round {
  topology: Topology;
  /** PostgreSQL's. */
  version: string;
  /** Of the reads of each round, in turn. */
  p99s: number[];
  /** Of all rounds together. */
  errors: number;
  /** Of all processes of the site together, in bytes. */
  memory: number;
  /** Whether the machine's processors were kept from sleeping. */
  isAwake: boolean;
}

/** Finds out what the processes can do at most, and how they do at 60 % of it. */
export async function measureDay(
  topology: Topology,
  database: FilledDatabase,
  subjects: DaySubjects,
  effort: DayEffort,
): Promise<MeasuredDay> {
  const running = await run(topology, database);
  try {
    return { topology, version: database.version, ...(await spend(running, subjects, effort)) };
  } finally {
    await running.stop();
  }
}

async function spend({ urls, sites, usage }: Running, subjects: DaySubjects, effort: DayEffort) {
  const random = randomFrom(6);
  const next = planDay(subjects, random);
  using machine = stayAwake();
  await press(urls, next, { visitors, seconds: effort.warmUp });
  const rounds: Round[] = [];
  for (let nth = 0; nth < effort.rounds; nth++) {
    const pressed = await press(urls, next, { visitors, seconds: effort.press });
    const most = pressed.answered.length / pressed.seconds;
    const rate = most * busyShare;
    const before = usage();
    const day = await arrive(urls, next, { perSecond: rate, seconds: effort.arrive, random });
    for (const complaint of day.complaints) console.log(`    ${complaint}`);
    const cost = costOf(before, usage(), day.answered.length);
    rounds.push({ most, rate, day, cost, reads: figuresOf(day, isRead)! });
  }
  const vitals = await Promise.all(sites.map((site) => site.vitals()));
  const byWait = rounds.toSorted((a, b) => a.reads.p99 - b.reads.p99);
  return {
    ...byWait[Math.floor(byWait.length / 2)]!,
    p99s: rounds.map(({ reads }) => reads.p99),
    errors: rounds.flatMap(({ day }) => day.answered).filter(({ isGood }) => !isGood).length,
    memory: vitals.reduce((sum, { rss }) => sum + rss, 0),
    isAwake: machine.isAwake,
  };
}

function costOf(before: Usage, after: Usage, requests: number): Usage {
  const per = (name: keyof Usage) => ((after[name] - before[name]) / requests) * 1_000;
  return { site: per("site"), database: per("database"), proxy: per("proxy") };
}

/** The figures of all topologies beside each other, and those of each by kind. */
export function describeDay(days: readonly MeasuredDay[], effort: DayEffort, skipped: string | null): Section {
  return {
    title: "A day's mix of requests",
    about: `150,000 games. Of 100 requests 60 browse, 20 search, 15 look at a game, 5 are for price history, wishlist and sign-in;
10 are for pages in HTML, with which visits begin, the others are calls. Addresses follow Zipf's law, but for one request in ten,
which goes anywhere at all. After ${effort.warmUp} s of the same there are ${effort.rounds} rounds, as the machine's speed changes. In each ${visitors} visitors ask without a pause
for ${effort.press} s: the most. Then requests arrive by chance at 60 % of that for ${effort.arrive} s, and wait for no answer of another. The round whose p99 is the median
is told of, beside the p99 of all. Times in ms count from when a request was due, and so hold the client's own lateness, which is shown. Processor seconds are for 1,000 requests, by the kernel's count, with all threads;
the client shares the two cores, and goes first where it may. ${describeSleep(days)} "Server" is PostgreSQL ${days.at(-1)!.version}, over its socket. Memory is of all processes of the site together.
Reads are all but sign-ins and changes of wishlists.${skipped ? `\nWithout nginx: ${skipped}.` : ""}`,
    tables: [overview(days), ...days.map(byKind)],
    bars: days
      .filter(({ topology }) => topology.roles.length === 1 && !topology.withProxy)
      .map(({ topology, reads: { p99 }, p99s, errors }) => {
        return {
          what: `reads at 60 % of its own maximum, ${topology.name}`,
          bar: `p99 ≤ ${longestWait} ms, no errors`,
          measured: `${formatNumber(p99)} ms, median of ${p99s.length} rounds; ${errors} errors`,
          met: p99 <= longestWait && errors === 0,
        };
      }),
  };
}

/** How long an idle processor takes to wake is a matter of the machine, and of its host. */
function describeSleep(days: readonly MeasuredDay[]): string {
  return days.every(({ isAwake }) => isAwake)
    ? "Processors are kept from sleeping meanwhile."
    : "Processors may sleep meanwhile, and are woken in the machine's own time.";
}

function overview(days: readonly MeasuredDay[]): Table {
  return [
    [
      "Processes",
      "Most/s",
      "Asked/s",
      "Reads: p50",
      "p95",
      "p99",
      "of all rounds",
      "Errors",
      "Client late, p99",
      "Site: s/1,000",
      "Database: s/1,000",
      "nginx: s/1,000",
      "Memory",
    ],
    ...days.map(({ topology, most, rate, reads: { p50, p95, p99 }, p99s, errors, day, cost, memory }) => [
      topology.name,
      ...[most, rate, p50, p95, p99].map(formatNumber),
      p99s.map(formatNumber).join(", "),
      String(errors),
      ...[day.lateness, cost.site, cost.database].map(formatNumber),
      topology.withProxy ? formatNumber(cost.proxy) : "",
      formatMegabytes(memory),
    ]),
  ];
}

function byKind({ topology, day }: MeasuredDay): Table {
  return [
    [topology.name, "Requests", "Errors", "p50", "p95", "p99", "Longest"],
    ...kinds.flatMap((kind) => {
      const figures = figuresOf(day, (other) => other === kind);
      if (!figures) return [];
      const { requests, errors, p50, p95, p99, longest } = figures;
      return [[kind, String(requests), String(errors), ...[p50, p95, p99, longest].map(formatNumber)]];
    }),
  ];
}
