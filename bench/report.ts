import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { cpus, loadavg, totalmem } from "node:os";

/** What one part measured. */
export interface Section {
  title: string;
  /** How it was measured. */
  about: string;
  /** Each begins with its header. */
  tables: string[][][];
  targets: Target[];
}

export interface Target {
  what: string;
  target: string;
  measured: string;
  /** `null` = not measured. */
  met: boolean | null;
}

const file = new URL("./results.md", import.meta.url);
const preface = `# Benchmark results

Written by \`npm run bench\`, which replaces the sections that it measures. The site, its database and the client share one machine.`;
const trialNote = "**Trial run**: too small or short for official figures; it shows that the harness works.";
const noOfficialRun = "**No official run has been made yet**: every section below is a trial run.";

const numbers = new Intl.NumberFormat("en-US", { maximumSignificantDigits: 3 });

/** Three significant digits below 1,000, whole numbers above. */
export function formatNumber(value: number): string {
  return value >= 1_000 ? Math.round(value).toLocaleString("en-US") : numbers.format(value);
}

export function formatMegabytes(bytes: number): string {
  return `${formatNumber(Math.round(bytes / 1024 ** 2))} MB`;
}

/** A target that is met by staying at or below `max`. */
export function atMost(what: string, measured: number, max: number, unit: string): Target {
  return {
    what,
    target: `≤ ${formatNumber(max)} ${unit}`,
    measured: `${formatNumber(measured)} ${unit}`,
    met: measured <= max,
  };
}

/** Replaces this section of results.md, leaves the others, and returns its text. */
export function writeSection({ title, about, tables, targets }: Section, isOfficial: boolean): string {
  const machine = [
    new Date().toISOString().slice(0, 16).replace("T", " "),
    `${cpus().length} cores, ${Math.round(totalmem() / 1024 ** 3)} GB of memory`,
    `Node ${process.versions.node}`,
    `load average ${loadavg()[0]!.toFixed(1)}`,
  ].join("; ");
  const verdicts = targets.map(({ what, target, measured, met }) => {
    return [what, target, measured, met === null ? "not measured" : met ? "yes" : "**no**"];
  });
  const all = verdicts.length > 0 ? [...tables, [["Target", "Value", "Measured", "Met"], ...verdicts]] : tables;
  const text = [`## ${title}`, `${machine}.${isOfficial ? "" : ` ${trialNote}`}`, about, ...all.map(formatTable)].join(
    "\n\n",
  );
  const known = existsSync(file) ? readFileSync(file, "utf8").split(/^(?=## )/m) : [];
  const sections = new Map(
    [...known.filter((section) => section.startsWith("## ")), text].map((section) => [
      section.split("\n")[0]!,
      section.trim(),
    ]),
  );
  const isTrial = [...sections.values()].every((section) => section.includes(trialNote));
  writeFileSync(file, `${[preface, ...(isTrial ? [noOfficialRun] : []), ...sections.values()].join("\n\n")}\n`);
  return text;
}

function formatTable([header = [], ...rows]: string[][]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(header), line(header.map((_, index) => (index === 0 ? "---" : "---:"))), ...rows.map(line)].join("\n");
}
