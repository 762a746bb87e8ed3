import { randomFrom } from "../server/src/random.ts";
import { press } from "./arrivals.ts";
import type { FilledDatabase } from "./catalogues.ts";
import { type Act, type DaySubjects, planPublicDay } from "./day.ts";
import { median } from "./load.ts";
import { formatNumber, type Section } from "./report.ts";
import { run, type Topology } from "./topologies.ts";
import { processorSeconds } from "./usage.ts";
import { hasWrk, type Pressed, runWrk, writeRequests } from "./wrk.ts";

export interface ScalingEffort {
  rounds: number;
  /** Of one round with one number of processes. */
  seconds: number;
}

/** Two processes on two cores answer so many times what one does. */
const leastGain = 1.7;

const connections = 32;
/** So many that a cache of whole answers holds a part of them. */
const addresses = 30_000;

const twoWebs: Topology = { name: "2 `web`", database: "server", roles: ["web", "web"], withProxy: false };

/** One round. */
interface Round {
  perSecond: number;
  perProcessorSecond: number;
  /** Of the web processes, of two cores. */
  cores: number;
  errors: number;
}

/** What a second web process adds, measured in turns with one alone. */
export async function measureScaling(
  database: FilledDatabase,
  subjects: DaySubjects,
  { rounds, seconds }: ScalingEffort,
): Promise<Section> {
  const running = await run(twoWebs, database);
  try {
    const pids = running.sites.map(({ pid }) => pid);
    const ask = await openClients(running.urls, subjects);
    const measure = async (urls: readonly string[]): Promise<Round> => {
      const before = processorSeconds(pids);
      const start = performance.now();
      const pressed = await Promise.all(urls.map((url) => ask(url, connections / urls.length, seconds)));
      const took = (performance.now() - start) / 1_000;
      const used = processorSeconds(pids) - before;
      const requests = pressed.reduce((sum, one) => sum + one.requests, 0);
      return {
        perSecond: requests / took,
        perProcessorSecond: requests / used,
        cores: used / took,
        errors: pressed.reduce((sum, one) => sum + one.errors, 0),
      };
    };
    // each becomes warm alone
    for (const url of running.urls) await measure([url]);
    const one: Round[] = [];
    const two: Round[] = [];
    for (let round = 0; round < rounds; round++) {
      one.push(await measure([running.urls[round % 2]!]));
      two.push(await measure(running.urls));
    }
    return describe(medianOf(one), medianOf(two), { rounds, seconds, version: database.version });
  } finally {
    await running.stop();
  }
}

type Client = (url: string, connections: number, seconds: number) => Promise<Pressed>;

/** Each process gets a day of its own, so that none finds ready what the other one was asked for. */
async function openClients(urls: readonly string[], subjects: DaySubjects): Promise<Client> {
  const days = new Map(
    urls.map((url, nth) => {
      const next = planPublicDay(subjects, randomFrom(nth + 1));
      return [url, Array.from({ length: addresses }, next)];
    }),
  );
  if (!hasWrk) return (url, visitors, seconds) => pressWith(url, days.get(url)!, { visitors, seconds });
  const scripts = new Map<string, string>();
  for (const [nth, url] of urls.entries()) scripts.set(url, await writeRequests(`day-${nth}`, days.get(url)!));
  return (url, each, seconds) => runWrk(url, scripts.get(url)!, { connections: each, seconds });
}

async function pressWith(url: string, day: readonly Act[], effort: { visitors: number; seconds: number }) {
  let n = 0;
  const { answered } = await press([url], () => day[n++ % day.length]!, effort);
  return { requests: answered.length, errors: answered.filter(({ isGood }) => !isGood).length };
}

function medianOf(rounds: readonly Round[]): Round {
  const of = (figure: keyof Round) => median(rounds.map((round) => round[figure]));
  return {
    perSecond: of("perSecond"),
    perProcessorSecond: of("perProcessorSecond"),
    cores: of("cores"),
    errors: rounds.reduce((sum, { errors }) => sum + errors, 0),
  };
}

function describe(one: Round, two: Round, { rounds, seconds, version }: ScalingEffort & { version: string }): Section {
  const gain = two.perSecond / one.perSecond;
  const gainPerCore = (two.perProcessorSecond * 2) / one.perProcessorSecond;
  const row = (name: string, { perSecond, perProcessorSecond, cores, errors }: Round) => [
    name,
    ...[perSecond, cores, perProcessorSecond].map(formatNumber),
    String(errors),
  ];
  return {
    title: "Two web processes on two cores",
    about: `150,000 games on PostgreSQL ${version}; what of a day's mix anybody may see, ${connections} connections in all, asked by
${hasWrk ? "wrk" : "a client on Node"}. Medians of ${rounds} rounds of ${seconds} s with one process, the other one idle, in turn with both.
Requests a second hold what the client takes of the same two cores: one process leaves it a core of its own, two do not. Requests
for a processor second of the web processes are free of that: twice as many of them, or nearly, is what a second core brings
when the client is elsewhere. What is lost there is that each process keeps its own answers, and that cores share their memory.`,
    tables: [
      [
        ["Web processes", "Requests/s", "Cores that they used", "Requests for a processor second", "Errors"],
        row("1", one),
        row("2", two),
      ],
    ],
    bars: [
      {
        what: "requests a second with two, the client on the same cores",
        bar: `≥ ${leastGain}× one, no errors`,
        measured: `${formatNumber(gain)}×, ${one.errors + two.errors} errors`,
        met: gain >= leastGain && one.errors + two.errors === 0,
      },
      {
        what: "two cores' worth of two processes, beside one core's of one",
        bar: `≥ ${leastGain}×`,
        measured: `${formatNumber(gainPerCore)}×`,
        met: gainPerCore >= leastGain,
      },
    ],
  };
}
