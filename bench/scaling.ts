import { randomFrom } from "../server/src/random.ts";
import { press } from "./arrivals.ts";
import type { FilledDatabase } from "./catalogues.ts";
import { type Act, type DaySubjects, planPublicDay } from "./day.ts";
import { median } from "./load.ts";
import { formatNumber, type Section } from "./report.ts";
import { run, type Topology } from "./topologies.ts";
import { canPin, pin, processorSeconds } from "./usage.ts";
import { hasWrk, type Pressed, runWrk, writeRequests } from "./wrk.ts";

export interface ScalingEffort {
  rounds: number;
  /** Of one round with one number of processes. */
  seconds: number;
}

/** Two processes on two cores answer so many times what one does. */
const leastGain = 1.7;

const connections = 32;
/** More than a process answers in a round. */
const addresses = 60_000;

const twoWebs: Topology = { name: "2 `web`", database: "server", roles: ["web", "web"], withProxy: false };

/** What runs in a round, and on which cores. */
const settings = ["one on one core", "two on a core each", "one on both cores"] as const;
type Setting = (typeof settings)[number];

interface Round {
  perSecond: number;
  perProcessorSecond: number;
  /** Of the web processes, of two cores. */
  cores: number;
  errors: number;
}

/** What a second web process with a second core adds, measured in turns with one alone. */
export async function measureScaling(
  database: FilledDatabase,
  subjects: DaySubjects,
  { rounds, seconds }: ScalingEffort,
): Promise<Section> {
  const running = await run(twoWebs, database);
  try {
    const pids = running.sites.map(({ pid }) => pid);
    const prepareDay = openDays(running.urls, subjects);
    const measure = async (urls: readonly string[]): Promise<Round> => {
      const clients = await Promise.all(urls.map(prepareDay));
      const before = processorSeconds(pids);
      const start = performance.now();
      const pressed = await Promise.all(clients.map((ask) => ask(connections / urls.length, seconds)));
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
    const measured: Record<Setting, Round[]> = {
      "one on one core": [],
      "two on a core each": [],
      "one on both cores": [],
    };
    for (let round = 0; round < rounds; round++) {
      const alone = [running.urls[round % 2]!];
      for (const [nth, pid] of pids.entries()) pin(pid, String(nth));
      measured["one on one core"].push(await measure(alone));
      measured["two on a core each"].push(await measure(running.urls));
      for (const pid of pids) pin(pid, "0,1");
      measured["one on both cores"].push(await measure(alone));
    }
    return describe(measured, { rounds, seconds, version: database.version });
  } finally {
    await running.stop();
  }
}

/** Asks a process over so many connections at once. */
type Client = (visitors: number, seconds: number) => Promise<Pressed>;

/**
 * What each process is asked for in its next round. It has a day of its own, which goes on from round to round: it finds ready what it was
 * asked for earlier on such a day, and nothing only because a round is repeated or because the other one was asked for it.
 */
function openDays(urls: readonly string[], subjects: DaySubjects): (url: string) => Promise<Client> {
  const days = new Map(urls.map((url, nth) => [url, planPublicDay(subjects, randomFrom(nth + 1))]));
  return async (url) => {
    const next = days.get(url)!;
    if (!hasWrk) return (visitors, seconds) => pressWith(url, next, { visitors, seconds });
    const script = await writeRequests(`day-${urls.indexOf(url)}`, Array.from({ length: addresses }, next));
    return (visitors, seconds) => runWrk(url, script, { connections: visitors, seconds });
  };
}

async function pressWith(url: string, next: () => Act, effort: { visitors: number; seconds: number }) {
  const { answered } = await press([url], next, effort);
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

function describe(
  measured: Record<Setting, readonly Round[]>,
  { rounds, seconds, version }: ScalingEffort & { version: string },
): Section {
  const one = medianOf(measured["one on one core"]);
  const two = medianOf(measured["two on a core each"]);
  const gain = two.perSecond / one.perSecond;
  const errors = one.errors + two.errors;
  return {
    title: "Two web processes on two cores",
    about: `150,000 games on PostgreSQL ${version}; what of a day's mix anybody may see, ${connections} connections in all, asked by
${hasWrk ? "wrk" : "a client on Node"}, which runs on the same two cores, as does the database. Medians of ${rounds} rounds of ${seconds} s each, in turn.
${
  canPin
    ? `A process is held to its core, with all its threads: left alone on two it renders and compresses on the other one
meanwhile, which the last line shows, so that a second process has less left to add.`
    : "Processes cannot be held to cores here: one alone uses the second core, too."
}`,
    tables: [
      [
        ["Web processes", "Requests/s", "Cores that they used", "Requests for a processor second", "Errors"],
        ...settings.map((setting) => {
          const { perSecond, cores, perProcessorSecond, errors } = medianOf(measured[setting]);
          return [setting, ...[perSecond, cores, perProcessorSecond].map(formatNumber), String(errors)];
        }),
      ],
    ],
    bars: [
      {
        what: "requests a second of two on a core each, beside one on one core",
        bar: `≥ ${leastGain}×, no errors`,
        measured: `${formatNumber(gain)}×, ${errors} errors`,
        met: gain >= leastGain && errors === 0,
      },
    ],
  };
}
