import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { cpus, loadavg, totalmem } from "node:os";

/** The results of one part. */
export interface Section {
  title: string;
  /** Lines that describe the method. */
  about: string[];
  /** The first row of each is its header. */
  tables: string[][][];
  targets: Target[];
}

export interface Target {
  what: string;
  target: string;
  measured: string;
  /** Null if not measured. */
  met: boolean | null;
  /** The value is in a table too: listed only if the target is missed. */
  isInTable?: boolean;
}

const file = new URL("./results.md", import.meta.url);
const preface = `# Benchmark results

Written by \`npm run bench\`, which replaces the sections that it measures. The site, its database and the client share
one machine.`;
const trialNote = "**Trial run**: too small or short for official figures.";

const numbers = new Intl.NumberFormat("en-US", { maximumSignificantDigits: 3 });

/** Three significant digits below 1,000, whole numbers above. */
export function formatNumber(value: number): string {
  return value >= 1_000 ? Math.round(value).toLocaleString("en-US") : numbers.format(value);
}

export function formatMegabytes(bytes: number): string {
  return `${formatNumber(Math.round(bytes / 1024 ** 2))} MB`;
}

/** A target with an upper bound. */
export function atMost(what: string, measured: number, max: number, unit: string): Target {
  return {
    what,
    target: `≤ ${formatNumber(max)} ${unit}`,
    measured: `${formatNumber(measured)} ${unit}`,
    met: measured <= max,
  };
}

/** Replaces this section in results.md and returns its text. */
export function writeSection({ title, about, tables, targets }: Section, isOfficial: boolean): string {
  const machine = [
    new Date().toISOString().slice(0, 16).replace("T", " "),
    `${cpus().length} cores, ${Math.round(totalmem() / 1024 ** 3)} GB of memory`,
    `Node ${process.versions.node}`,
    `load average ${loadavg()[0]!.toFixed(1)}`,
  ].join("; ");
  const listed = targets.filter(({ met, isInTable }) => !(met && isInTable));
  const verdicts = listed.map(({ what, target, measured, met }) => {
    const verdict = met === null ? "not measured" : met ? "met" : "**missed**";
    return `- ${what}: ${measured} (${target}), ${verdict}`;
  });
  const others = targets.length - listed.length;
  if (others > 0) verdicts.push(`- in the table: ${others} met`);
  const status = `${machine}.${isOfficial ? "" : ` ${trialNote}`}`;
  const results = [...tables.map(formatTable), `Targets:\n${verdicts.join("\n")}`];
  const text = [`## ${title}`, status, about.join("\n"), ...results].join("\n\n");
  const previous = existsSync(file)
    ? readFileSync(file, "utf8")
        .split(/^(?=## )/m)
        .slice(1)
    : [];
  const sections = new Map([...previous, text].map((section) => [section.split("\n")[0]!, section.trim()]));
  writeFileSync(file, `${[preface, ...sections.values()].join("\n\n")}\n`);
  return text;
}

function formatTable([header = [], ...rows]: string[][]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(header), line(header.map((_, index) => (index === 0 ? "---" : "---:"))), ...rows.map(line)].join("\n");
}
