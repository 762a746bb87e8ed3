import { setTimeout as delay } from "node:timers/promises";
import type { Connection, Db } from "../server/src/db/connect.ts";
import { listSnapshotRows } from "../server/src/games/queries.ts";
import { applyChanges, createSnapshot } from "../server/src/games/snapshot-model.ts";
import { buildInThread } from "../server/src/games/snapshot-thread.ts";
import { recordOffers } from "../server/src/prices/commands.ts";
import { combine } from "./addresses.ts";
import { gameCases, listCases, searchCases } from "./cases.ts";
import type { FilledDatabase } from "./catalogues.ts";
import { timeChanges } from "./changes.ts";
import type { DaySubjects } from "./day.ts";
import { type Figures, load, median, percentile } from "./load.ts";
import { type Bar, formatMegabytes, formatNumber, type Section } from "./report.ts";
import { type Site, spawnSite } from "./site.ts";

export interface GrowthEffort {
  starts: number;
  /** Price changes whose merging is timed, and those that are waited for. */
  deltas: number;
  prices: number;
  /** Of each kind. */
  questions: number;
}

const bars = { readyMs: 8_000, deltaMs: 5, shownMs: 1_000 };

/** What one size of the catalogue costs. */
export interface Growth {
  games: number;
  /** Until `/api/ready` says so, in ms, from the moment that the process is started. */
  readyMs: number[];
  /** Everything that `/api/ready` answered before. */
  refusals: Set<number>;
  /** In bytes, once it is ready. */
  memoryAtStart: number;
  memoryAfter: number;
  answers: ({ name: string } & Figures)[];
  /** How long the catalogue in memory takes for one changed price, in ms. */
  deltaMs: number[];
  /** How late any process shows it anywhere, in ms. */
  shownMs: number[];
}

/** One size. The database already runs; a process that comes to it is new. */
export async function measureGrowth(
  games: number,
  { db, connection, env }: FilledDatabase,
  subjects: Pick<DaySubjects, "ids" | "terms">,
  effort: GrowthEffort,
): Promise<Growth> {
  const readyMs: number[] = [];
  const refusals = new Set<number>();
  await using open = new AsyncDisposableStack();
  const sites: Site[] = [];
  // the last two stay
  for (let start = 0; start <= effort.starts; start++) {
    const begun = performance.now();
    const site = await spawnSite({ ...env, ROLE: "web" });
    await untilReady(site, refusals);
    // the first one warms up the files of the machine
    if (start > 0) readyMs.push(performance.now() - begun);
    if (start < effort.starts - 1) await site.stop();
    else {
      open.defer(site.stop);
      sites.push(site);
    }
  }
  const [site] = sites;
  const { rss: memoryAtStart } = await site!.vitals();
  const deltaMs = await timeDeltas(db, connection, subjects.ids, effort.deltas);
  const answers = await askAlone(site!, subjects, effort.questions);
  const shownMs = [...(await timeChanges(sites, db, effort.prices)).values()].flat();
  const { rss: memoryAfter } = await site!.vitals();
  return { games, readyMs, refusals, memoryAtStart, memoryAfter, answers, deltaMs, shownMs };
}

/** Notes what the process answers until then; that nobody listens yet is no answer. Rejects when the process ends. */
function untilReady(site: Site, refusals: Set<number>): Promise<void> {
  const askAgain = async () => {
    for (;;) {
      const answer = await fetch(`${site.url}/api/ready`).catch(() => null);
      await answer?.text();
      if (answer?.ok) return;
      if (answer) refusals.add(answer.status);
      await delay(10);
    }
  };
  const ended = site.ended.then((code) => {
    throw new Error(`The site ended with ${code}:\n${site.output()}`);
  });
  return Promise.race([askAgain(), ended]);
}

/** Lists, searches and games at addresses that no cache knows, over one connection. */
async function askAlone(
  { url }: Site,
  { ids, terms }: Pick<DaySubjects, "ids" | "terms">,
  questions: number,
): Promise<Growth["answers"]> {
  const subjects = { ids, terms, signedIn: {} };
  const [list, common, rare, game] = [listCases()[0]!, ...searchCases(subjects).slice(0, 2), gameCases(subjects)[0]!];
  const answers: Growth["answers"] = [];
  for (const { name, varied } of [list!, common!, rare!, game!]) {
    let n = 0;
    const ask = (requests: number) => load(url, () => varied(n++), { connections: 1, requests });
    await ask(Math.ceil(questions / 4));
    answers.push({ name, ...(await ask(questions)) });
  }
  return answers;
}

/**
 * What each process does when it hears of a changed price, done here: the catalogue in memory takes up the changed row.
 * Only that is timed, not the reading of the row. The prices are as before afterwards.
 */
async function timeDeltas(db: Db, connection: Connection, ids: readonly number[], count: number): Promise<number[]> {
  const snapshot = createSnapshot(await buildInThread(connection, new AbortController().signal));
  const times: number[] = [];
  for (let nth = 0; nth < count; nth++) {
    const [id] = combine(nth, ids);
    const [before] = await listSnapshotRows(db, [id]);
    for (const priceCents of [nth + 1, before!.steamCents]) {
      await recordOffers(db, [{ gameId: id, store: "steam", priceCents }], { now: new Date() });
      const rows = await listSnapshotRows(db, [id]);
      const start = performance.now();
      applyChanges(snapshot, [id], rows);
      times.push(performance.now() - start);
    }
  }
  return times;
}

/** The sizes beside each other. */
export function describeGrowth(sizes: readonly Growth[], { starts, prices }: GrowthEffort): Section {
  const highest = (values: readonly number[]) => Math.max(...values);
  const row = (name: string, figure: (size: Growth) => string) => [name, ...sizes.map(figure)];
  const ms = (values: readonly number[]) => `${formatNumber(median(values))}, at most ${formatNumber(highest(values))}`;
  const largest = sizes.at(-1)!;
  const names = largest.answers.map(({ name }) => name);
  const refusing: Bar = {
    what: "what `/api/ready` says until then",
    bar: "503",
    measured: [...new Set(sizes.flatMap(({ refusals }) => [...refusals]))].join(", "),
    met: largest.refusals.has(503) && sizes.every(({ refusals }) => [...refusals].every((status) => status === 503)),
  };
  return {
    title: "Growing catalogues",
    about: `A \`web\` process on the embedded database, which runs already. Ready is counted from the start of the process to the first 200
of \`/api/ready\`, ${starts} times, files warm. Questions come over one connection, each for another address, so that each is worked
out; times in ms. A delta is what the catalogue in memory takes to merge one changed price; shown is when the last of two
processes shows it in list, game and both pages, of ${prices} changes, counted from the answer to the commit.`,
    tables: [
      [
        ["What", ...sizes.map(({ games }) => `${formatNumber(games)} games`)],
        row("ready, ms", ({ readyMs }) => ms(readyMs)),
        row("memory once ready", ({ memoryAtStart }) => formatMegabytes(memoryAtStart)),
        row("memory after all questions", ({ memoryAfter }) => formatMegabytes(memoryAfter)),
        ...names.flatMap((name, nth) => [
          row(`${name}: p50`, ({ answers }) => formatNumber(answers[nth]!.p50)),
          row(`${name}: p99`, ({ answers }) => formatNumber(answers[nth]!.p99)),
        ]),
        row("delta of one price, ms", ({ deltaMs }) => ms(deltaMs)),
        row("a price shown everywhere, ms", ({ shownMs }) => ms(shownMs)),
      ],
    ],
    bars: [
      bar("ready", largest, largest.readyMs, bars.readyMs),
      refusing,
      bar(
        "delta of one price, 95 of 100",
        largest,
        [
          percentile(
            largest.deltaMs.toSorted((a, b) => a - b),
            0.95,
          ),
        ],
        bars.deltaMs,
      ),
      bar("a price shown everywhere", largest, largest.shownMs, bars.shownMs),
    ],
  };
}

function bar(what: string, { games }: Growth, values: readonly number[], most: number): Bar {
  const measured = Math.max(...values);
  return {
    what: `${what}, ${formatNumber(games)} games`,
    bar: `≤ ${formatNumber(most)} ms`,
    measured: `${formatNumber(measured)} ms`,
    met: measured <= most,
  };
}
