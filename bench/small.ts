import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, rmdir, writeFile } from "node:fs/promises";
import { createHistogram, type RecordableHistogram } from "node:perf_hooks";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { listBackups } from "../server/src/platform/backup/jobs.ts";
import type { Db } from "../server/src/platform/db/connect.ts";
import { enqueue } from "../server/src/platform/jobs/enqueue.ts";
import { pick, randomFrom } from "../server/src/platform/process/random.ts";
import { changePrices, sendDay } from "./day.ts";
import { createMembers, kinds, planDay, type Step } from "./day-mix.ts";
import { openLoop, percentileMs } from "./load.ts";
import { fillMarkets } from "./markets-data.ts";
import { atMost, formatNumber, type Section } from "./report.ts";
import { findSubjects } from "./requests.ts";
import type { Options } from "./run.ts";
import { benchFolder, openData, openGenerated, type Site, startSite, stopAll } from "./site.ts";

const run = promisify(execFile);

const games = 31_320;
const countries = ["US", "GB", "DE"] as const;
const rate = 100;
const memoryLimit = 1024 ** 3;
const megabyte = 1024 ** 2;
const warmUp = 20;

const isSecondVersion = existsSync("/sys/fs/cgroup/cgroup.controllers");
const group = `/sys/fs/cgroup/${isSecondVersion ? "" : "memory/"}lootwise-bench`;
/** Puts the shell into the group, then becomes the command on the first core. */
const limited = ["sh", "-c", `echo $$ > ${group}/cgroup.procs && exec taskset --cpu-list 0 "$@"`, "sh"];

/** A site and its database on one core with 1 GB, set by the system; backups follow one another meanwhile. */
export async function small({ minutes }: Options): Promise<Section> {
  const { db, dataDir } = await openGenerated(games, "small");
  await fillMarkets(db, { countries, offersPerGame: 4 });
  const subjects = await findSubjects(db);
  const members = await createMembers(db, subjects);
  await stopAll();

  await run("taskset", ["--all-tasks", "--pid", "--cpu-list", "1", String(process.pid)]);
  await mkdir(group, { recursive: true });
  const backups = await mkdtemp(`${benchFolder}backups-`);
  try {
    await writeFile(`${group}/${isSecondVersion ? "memory.max" : "memory.limit_in_bytes"}`, String(memoryLimit));
    // the site starts the database, which is limited with it
    const site = await startSite(dataDir, { BACKUP_DIR: backups, CATALOGUE_SYNC: "off" }, limited);
    const { db: shared } = await openData(dataDir);
    return await measure(site, shared, { backups, minutes, subjects, members });
  } finally {
    await stopAll();
    await rm(backups, { recursive: true });
    await rmdir(group);
  }
}

interface Measured {
  backups: string;
  minutes: number;
  subjects: Awaited<ReturnType<typeof findSubjects>>;
  members: Awaited<ReturnType<typeof createMembers>>;
}

async function measure(site: Site, db: Db, { backups, minutes, subjects, members }: Measured): Promise<Section> {
  const random = randomFrom(6);
  const plan = planDay(subjects, members, random);
  const next = () => inMarket(plan(), pick(random, countries));
  console.log(`  warm-up for ${warmUp} s, then ${minutes} min without backups and ${minutes} min with`);
  await openLoop(site.url, next, { rate, seconds: warmUp, random }, () => {});
  const over = new AbortController();
  const pricing = changePrices(db, subjects.ids, random, over.signal);
  const memory = watchMemory(over.signal);
  const before = await site.stats();
  const arrivals = { rate, seconds: minutes * 60, random };
  const without = await sendDay(site, next, arrivals);
  const sent = merged([...without.latencies.values()]).count;
  const cpu = (((await site.stats()).cpuSeconds - before.cpuSeconds) / sent) * 1_000;
  const writing = new AbortController();
  const written = repeatBackups(db, backups, writing.signal);
  const during = await sendDay(site, next, arrivals);
  writing.abort();
  const times = await written;
  over.abort();
  await pricing;

  const p99 = ({ latencies }: typeof without) => percentileMs(merged([...latencies.values()]), 99);
  const row = (name: string, histograms: RecordableHistogram[]) => {
    const histogram = merged(histograms);
    return [name, histogram.count, ...[50, 95, 99, 100].map((at) => formatNumber(percentileMs(histogram, at)))].map(
      String,
    );
  };
  const rowsOf = (name: string, { latencies }: typeof without) => [
    ...kinds.map((kind) => row(`${name}, ${kind}`, [latencies.get(kind)!])),
    row(`${name}, all`, [...latencies.values()]),
  ];
  const failed = [...without.errors.values(), ...during.errors.values()].reduce((sum, count) => sum + count, 0);
  return {
    title: "One core, 1 GB",
    about: [
      `${formatNumber(games)} generated games, ${countries.length} countries, one process \`all\` and the embedded`,
      `database on one core (\`taskset\`) with 1 GB (control groups ${isSecondVersion ? 2 : 1}), the client on the`,
      `other core; ${rate} requests per second in an open loop, all of them counted; one price changes per second.`,
      `The site used ${formatNumber(cpu)} CPU seconds per 1,000 requests; the client's own delay has a p99 of`,
      `${formatNumber(percentileMs(during.late, 99))} ms. ${times.length} backups, one after the other, took`,
      `${formatNumber(Math.max(...times))} s at most.`,
    ],
    tables: [
      [
        ["Requests", "Count", "p50", "p95", "p99", "Max"],
        ...rowsOf("without", without),
        ...rowsOf("with backups", during),
      ],
    ],
    targets: [
      atMost("until the first list", site.startMs / 1_000, 15, "s"),
      atMost("memory, shared buffers included", (await memory) / megabyte, 600, "MB"),
      atMost("p99", p99(without), 60, "ms"),
      atMost("p99 during backups", p99(during), 60, "ms"),
      { what: "errors", target: "0", measured: String(failed), met: failed === 0 },
    ],
  };
}

function merged(histograms: readonly RecordableHistogram[]): RecordableHistogram {
  const all = createHistogram();
  for (const one of histograms) all.add(one);
  return all;
}

/** The same list or page in another market. */
function inMarket(step: Step, country: (typeof countries)[number]): Step {
  if (country === countries[0] || (step.method ?? "GET") !== "GET") return step;
  if (step.path.startsWith("/games")) return { ...step, path: `/${country.toLowerCase()}${step.path}` };
  if (!/^\/api\/games(?:\?|$)/.test(step.path)) return step;
  return { ...step, path: `${step.path}${step.path.includes("?") ? "&" : "?"}country=${country}` };
}

/** Has the site write one backup after the other; returns their times in seconds. */
async function repeatBackups(db: Db, folder: string, signal: AbortSignal): Promise<number[]> {
  const times: number[] = [];
  while (!signal.aborted) {
    const begin = performance.now();
    await enqueue(db, "backup", [{}]);
    let found = await listBackups(folder);
    for (; found.length === 0; found = await listBackups(folder)) await delay(50);
    times.push((performance.now() - begin) / 1_000);
    for (const { folder: written } of found) await rm(written, { recursive: true });
  }
  return times;
}

/** The most that the group used in bytes, without files that the system may drop from memory. */
async function watchMemory(signal: AbortSignal): Promise<number> {
  let most = 0;
  while (!signal.aborted) {
    const stat = await readFile(`${group}/memory.stat`, "utf8");
    const read = (name: string) => Number(stat.match(new RegExp(`^${name} (\\d+)`, "m"))?.[1] ?? 0);
    most = Math.max(
      most,
      read(isSecondVersion ? "anon" : "total_rss") + read(isSecondVersion ? "shmem" : "total_shmem"),
    );
    await delay(500, undefined, { signal }).catch(() => {});
  }
  return most;
}
