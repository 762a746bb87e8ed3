import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { freePort } from "../server/src/test/free-port.ts";
import { median } from "./load.ts";
import { benchFolder, repository, watch, watchNpm } from "./process.ts";
import { type Bar, formatMegabytes, formatNumber, type Section } from "./report.ts";

const catalogue = join(repository, "../shared/data/catalogue/games-real.jsonl");
const importFolder = join(benchFolder, "import");
const rows = 31_320;

const bars = { importSeconds: 20, memoryMb: 300, startSeconds: 3 };

interface Run {
  seconds: number;
  peakRss: number;
  /** What the command counted, by its own words. */
  counts: Map<string, number>;
}

/** Importing the real games into an empty database, once more, and starting with them. */
export async function measureImport(starts: number): Promise<Section> {
  const title = "Import and start";
  if (!existsSync(catalogue)) {
    return { title, about: "Skipped: the file of real games is not there.", tables: [], bars: [] };
  }
  await rm(importFolder, { recursive: true, force: true });
  const first = await runImport();
  const second = await runImport();
  const startTimes: number[] = [];
  // the first one is no warm start
  for (let start = 0; start <= starts; start++) startTimes.push(await timeStart());
  const warm = median(startTimes.slice(1));
  const peakRss = Math.max(first.peakRss, second.peakRss);
  return {
    title,
    about: `${formatNumber(rows)} real games on the embedded database. The times are of the whole commands: \`npm run cli -- import
catalogue\` with an empty data folder, so with making the database; and \`npm start\` until the first list is answered.`,
    tables: [
      [
        ["What", "Figure"],
        ["first import", `${formatNumber(first.seconds)} s`],
        ["second import of the same file", `${formatNumber(second.seconds)} s`],
        ["memory of the import's Node process at its peak", formatMegabytes(peakRss)],
        ["first start with these games", `${formatNumber(startTimes[0]!)} s`],
        ["warm start, median", `${formatNumber(warm)} s`],
      ],
    ],
    bars: [
      {
        what: "first import",
        bar: `≤ ${bars.importSeconds} s`,
        measured: `${formatNumber(first.seconds)} s`,
        met: first.seconds <= bars.importSeconds,
      },
      countBar("first import", first, "games added", rows),
      countBar("second import", second, "games unchanged", rows),
      countBar("second import", second, "prices changed", 0),
      {
        what: "memory of the import",
        bar: `≤ ${bars.memoryMb} MB`,
        measured: formatMegabytes(peakRss),
        met: peakRss <= bars.memoryMb * 1024 ** 2,
      },
      {
        what: "warm start",
        bar: `≤ ${bars.startSeconds} s`,
        measured: `${formatNumber(warm)} s`,
        met: warm <= bars.startSeconds,
      },
    ],
  };
}

function countBar(what: string, { counts }: Run, name: string, wanted: number): Bar {
  const counted = counts.get(name);
  return { what: `${what}: ${name}`, bar: String(wanted), measured: String(counted), met: counted === wanted };
}

async function runImport(): Promise<Run> {
  const start = performance.now();
  const importing = watch("server/src/cli.ts", ["import", "catalogue", catalogue], { DATA_DIR: importFolder });
  let peakRss = 0;
  let isRunning = true;
  const ended = importing.ended.finally(() => {
    isRunning = false;
  });
  while (isRunning) {
    const vitals = await Promise.race([importing.vitals(), ended]);
    if (vitals && typeof vitals === "object") peakRss = Math.max(peakRss, vitals.peakRss);
    await Promise.race([delay(100), ended]);
  }
  const code = await ended;
  if (code !== 0) throw new Error(`The import failed:\n${importing.output()}`);
  const counted = importing.output().matchAll(/^ {2}(\D+?) +([\d,.]+)$/gm);
  return {
    seconds: (performance.now() - start) / 1000,
    peakRss,
    counts: new Map(Array.from(counted, ([, name, count]) => [name!, Number(count!.replaceAll(",", ""))])),
  };
}

/** Seconds from `npm start` to the first list. */
async function timeStart(): Promise<number> {
  const port = String(await freePort());
  const start = performance.now();
  const site = watchNpm(["start"], { PORT: port, DATA_DIR: importFolder, LOG_LEVEL: "warn" });
  try {
    await site.says(/ is at http/);
    const answer = await fetch(`http://127.0.0.1:${port}/api/games`);
    if (!answer.ok) throw new Error(`The site answered ${answer.status}`);
    await answer.text();
    return (performance.now() - start) / 1000;
  } finally {
    await site.stop();
  }
}
