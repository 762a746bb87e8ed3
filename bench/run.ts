import { parseArgs } from "node:util";
import { compare } from "./compare.ts";
import { day } from "./day.ts";
import { growth } from "./growth.ts";
import { lighthouse } from "./lighthouse.ts";
import { markets } from "./markets.ts";
import { matching } from "./matching.ts";
import { type Section, writeSection } from "./report.ts";
import { stopAll } from "./site.ts";
import { small } from "./small.ts";
import { upgrade } from "./upgrade.ts";

const help = `npm run bench -- [part …] [options]

  compare     lists, searches and filters compared with straightforward SQL
  day         a day's mix of requests to one process
  growth      import, start, price feed, restore, list pages and memory by catalogue size
  markets     memory and time of markets that are enabled, and of those that are used
  small       a day's mix and backups on one core with 1 GB (as root, with control groups)
  matching    how many matches of products with games are right, with real games and key shops
  upgrade     a start that rewrites 5 million past prices
  lighthouse  Lighthouse on a phone, and the scripts of a first load

Without a part all of them run. Results go to bench/results.md.

  --games <n>    size of the generated catalogue, from 1000 (150000)
  --rounds <n>   rounds of compare, starts of growth, runs of lighthouse (5)
  --minutes <n>  duration of day (2; memory is judged from 20 on)
  --rate <n>     requests per second of day (1000)
  --help`;

export interface Options {
  games: number;
  rounds: number;
  minutes: number;
  /** Requests per second. */
  rate: number;
}

const defaults: Options = { games: 150_000, rounds: 5, minutes: 2, rate: 1_000 };
const official: Options = { ...defaults, minutes: 20 };
const min: Options = { games: 1_000, rounds: 1, minutes: 0.05, rate: 1 };
const optionNames = Object.keys(defaults) as (keyof Options)[];

/** `sizes` are the options that must reach their official value for an official result. */
const parts: Record<string, { run(options: Options): Promise<Section>; sizes: (keyof Options)[] }> = {
  compare: { run: compare, sizes: ["games", "rounds"] },
  day: { run: day, sizes: ["games", "minutes", "rate"] },
  growth: { run: growth, sizes: ["games", "rounds"] },
  markets: { run: markets, sizes: ["games"] },
  small: { run: small, sizes: ["minutes"] },
  matching: { run: matching, sizes: [] },
  upgrade: { run: upgrade, sizes: ["games"] },
  lighthouse: { run: lighthouse, sizes: ["rounds"] },
};

const { names, options } = parse();

// Ctrl-C arrives twice: from the terminal and from npm.
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => void stopAll().finally(() => process.exit(1)));
}
for (const name of names) {
  const { run, sizes } = parts[name]!;
  console.log(`${name} …`);
  const section = await run(options).finally(stopAll);
  const isOfficial = sizes.every((size) => options[size] >= official[size]);
  console.log(writeSection(section, isOfficial));
}
process.exit();

function parse(): { names: string[]; options: Options } {
  try {
    const texts = Object.fromEntries(optionNames.map((name) => [name, { type: "string" as const }]));
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { ...texts, help: { type: "boolean" } },
    });
    if (values.help) {
      console.log(help);
      process.exit();
    }
    const unknown = positionals.find((name) => !Object.hasOwn(parts, name));
    if (unknown !== undefined) throw new Error(`Unknown part: ${unknown}`);
    const options = { ...defaults };
    for (const name of optionNames) {
      options[name] = Number((values as Partial<Record<string, string>>)[name] ?? defaults[name]);
      if (!(options[name] >= min[name])) throw new Error(`--${name} must be a number of at least ${min[name]}`);
    }
    return { names: positionals.length > 0 ? positionals : Object.keys(parts), options };
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${help}`);
    process.exit(2);
  }
}
