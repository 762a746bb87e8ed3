import { setTimeout as delay } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { Db } from "../server/src/db/connect.ts";
import { pressUntil } from "./arrivals.ts";
import { listCases } from "./cases.ts";
import type { Act } from "./day.ts";
import { median } from "./load.ts";
import type { Vitals } from "./probe.ts";
import { formatMegabytes, formatNumber, type Section } from "./report.ts";
import type { Site } from "./site.ts";

const bars = { buildMs: 2_000, blockMs: 50, memoryMb: 400 };

interface Rebuild {
  ms: number;
  blockMs: number;
  workMs: number;
  longestAnswer: number;
}

/** What the catalogue in memory costs: time to read it, waits while it is read anew, memory. */
export async function measureMemory(
  site: Site,
  db: Db,
  { atStart, rebuilds }: { atStart: Vitals; rebuilds: number },
): Promise<Section> {
  const startMs = await readingTime(site, 1);
  const idle = await quietBlocks(site);
  const done: Rebuild[] = [];
  for (let round = 0; round < rebuilds; round++) done.push(await rebuild(site, db, round + 2));
  const afterwards = await site.vitals();
  const slowest = Math.max(startMs, ...done.map(({ ms }) => ms));
  const longestBlock = Math.max(...done.map(({ blockMs }) => blockMs));
  const longestWork = Math.max(...done.map(({ workMs }) => workMs));
  const longestAnswer = Math.max(...done.map((rebuild) => rebuild.longestAnswer));
  return {
    title: "The catalogue in memory",
    about: `150,000 games. It is read at the start and then ${rebuilds} times anew while one connection goes on asking for lists,
each another one, 3 ms after the last answer. A block is a time in which the process could do nothing else, because it
computed or because the machine was busy with something else. Memory is that of the site's whole Node process; "after everything" is after all other parts of this run.`,
    tables: [
      [
        ["What", "Figure"],
        ["read at the start", `${formatNumber(startMs)} ms`],
        ["read anew under load, median", `${formatNumber(median(done.map(({ ms }) => ms)))} ms`],
        ["read anew under load, slowest", `${formatNumber(Math.max(...done.map(({ ms }) => ms)))} ms`],
        ["longest block of the event loop in 3 s of doing nothing", `${formatNumber(idle)} ms`],
        ["longest block of the event loop while it is read anew", `${formatNumber(longestBlock)} ms`],
        ["of it computing, at most", `${formatNumber(longestWork)} ms`],
        ["longest answer meanwhile", `${formatNumber(longestAnswer)} ms`],
        ["memory after the start", formatMegabytes(atStart.rss)],
        ["memory at its peak until then", formatMegabytes(atStart.peakRss)],
        ["memory after everything", formatMegabytes(afterwards.rss)],
        ["memory at its peak", formatMegabytes(afterwards.peakRss)],
        ["of it JavaScript objects after everything", formatMegabytes(afterwards.heapUsed)],
      ],
    ],
    bars: [
      {
        what: "reading 150,000 games",
        bar: `≤ ${bars.buildMs} ms`,
        measured: `${formatNumber(startMs)} ms at the start, ${formatNumber(slowest)} ms at most`,
        met: startMs <= bars.buildMs,
      },
      {
        what: "requests blocked at a time",
        bar: `≤ ${bars.blockMs} ms`,
        measured: `${formatNumber(longestBlock)} ms, of it computing ${formatNumber(longestWork)} ms`,
        met: longestBlock <= bars.blockMs,
      },
      {
        what: "memory of Node with it",
        bar: `≤ ${bars.memoryMb} MB`,
        measured: `${formatMegabytes(atStart.rss)}; ${formatMegabytes(afterwards.rss)} after everything`,
        met: Math.max(atStart.rss, afterwards.rss) <= bars.memoryMb * 1024 ** 2,
      },
    ],
  };
}

/** How long the site says that its n-th reading of the catalogue took, in ms; waits for it. */
async function readingTime(site: Site, nth: number): Promise<number> {
  const [line] = await site.says(new RegExp(`(?:[^]*?"msg":"catalogue read"){${nth}}`));
  const times = [...line.matchAll(/"ms":(\d+),"msg":"catalogue read"/g)];
  return Number(times.at(-1)![1]);
}

async function quietBlocks(site: Site): Promise<number> {
  await site.vitals();
  await delay(3_000);
  return (await site.vitals()).longestBlock;
}

async function rebuild(site: Site, db: Db, nth: number): Promise<Rebuild> {
  const [list] = listCases();
  let n = 0;
  let isReading = true;
  await site.vitals();
  await db.execute(sql`select pg_notify('changes', 'games *')`);
  const reading = readingTime(site, nth).finally(() => {
    isReading = false;
  });
  // One client for all of it, without haste and without going first: it shall not be what the site waits for.
  const next = (): Act => ({ kind: "browse: call", ...list!.varied(n++) });
  const { answered, complaints } = await pressUntil([site.url], next, {
    visitors: 1,
    pauseMs: 3,
    isOver: () => !isReading,
  });
  if (complaints.length > 0) throw new Error(complaints.join("; "));
  const { longestBlock, longestWork } = await site.vitals();
  return {
    ms: await reading,
    blockMs: longestBlock,
    workMs: longestWork,
    longestAnswer: Math.max(...answered.map(({ ms }) => ms)),
  };
}
