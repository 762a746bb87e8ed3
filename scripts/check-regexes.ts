// Rejects regular expressions that take more than linear time: crafted text would block the process (ReDoS).
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { type ParserPlugin, parse } from "@babel/parser";
import { type AttackPattern, check } from "recheck";
import { readSources, report, root } from "./sources.ts";

export interface FoundRegex {
  path: string;
  line: number;
  /** Missing when the pattern is built at run time. */
  pattern?: string;
  flags: string;
  /** Has `recheck-ignore: <reason>` on its line or the line above. */
  isIgnored: boolean;
}

/** The problem of each `/pattern/flags`; "" when it takes linear time. */
export type Verdicts = Map<string, string>;

interface Node {
  type: string;
  loc: { start: { line: number } };
  [key: string]: unknown;
}

const safeList = join(root, "scripts/linear-regexes.txt");
const checkTimeoutMs = 120_000;
/** Takes milliseconds in linear time, many seconds in quadratic time. */
const attackLength = 400_000;
const slowMs = 200;

/** All regular expressions of a file: literals and calls of `RegExp`. */
export function findRegexes(path: string, text: string): FoundRegex[] {
  const plugins: ParserPlugin[] = path.endsWith("x") ? ["typescript", "jsx"] : ["typescript"];
  const { program, comments } = parse(text, { sourceType: "module", plugins });
  const ignores = (comments ?? []).filter(({ value }) => /^[\s*]*recheck-ignore: *\S/.test(value));
  const ignored = new Set(ignores.flatMap(({ loc }) => (loc ? [loc.start.line, loc.end.line + 1] : [])));
  return regexNodes(program).map((node) => {
    const { line } = node.loc.start;
    return { path, line, ...sourceOf(node), isIgnored: ignored.has(line) };
  });
}

function regexNodes(value: unknown): Node[] {
  if (Array.isArray(value)) return value.flatMap(regexNodes);
  if (!isNode(value)) return [];
  const inner = Object.values(value).flatMap(regexNodes);
  return isRegex(value) ? [value, ...inner] : inner;
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && typeof (value as Partial<Node>).type === "string";
}

function isRegex({ type, callee }: Node): boolean {
  const isCall = type === "NewExpression" || type === "CallExpression";
  return type === "RegExpLiteral" || (isCall && isNode(callee) && callee.name === "RegExp");
}

function sourceOf(node: Node): { pattern?: string; flags: string } {
  if (node.type === "RegExpLiteral") return { pattern: String(node.pattern), flags: String(node.flags) };
  const [pattern, flags] = (node.arguments as Node[]).map(({ type, value }) =>
    type === "StringLiteral" ? String(value) : undefined,
  );
  return { ...(pattern !== undefined && { pattern }), flags: flags ?? "" };
}

/** The verdicts of all patterns; those that are known to be safe are not checked again. */
export async function judge(
  regexes: readonly FoundRegex[],
  isSafe: (name: string) => boolean = () => false,
): Promise<Verdicts> {
  const verdicts: Verdicts = new Map();
  const wanted = new Map(regexes.filter(isCheckable).map((regex) => [nameOf(regex), regex]));
  await Promise.all(
    [...wanted].map(async ([name, { pattern, flags }]) =>
      verdicts.set(name, isSafe(name) ? "" : await judgeOne(pattern, flags)),
    ),
  );
  return verdicts;
}

async function judgeOne(pattern: string, flags: string): Promise<string> {
  const found = await check(pattern, flags, { timeout: checkTimeoutMs, randomSeed: 1 });
  if (found.status === "safe") return "";
  if (found.status === "unknown") return `could not be checked (${found.error.kind})`;
  // recheck simulates a simpler engine, so confirm the attack on this one.
  if (!isSlow(pattern, flags, found.attack)) return "";
  return `takes ${found.complexity.type} time, for example on ${found.attack.pattern}`;
}

function isSlow(pattern: string, flags: string, { pumps, suffix }: AttackPattern): boolean {
  const length = pumps.reduce((sum, { pump }) => sum + pump.length, 0);
  const times = Math.ceil(attackLength / Math.max(length, 1));
  const text = pumps.map(({ prefix, pump }) => prefix + pump.repeat(times)).join("") + suffix;
  // Only CPU time counts, because other processes may slow this one down.
  for (let timeout = slowMs + 50; ; timeout *= 2) {
    const before = process.threadCpuUsage();
    try {
      runInNewContext("text.replace(new RegExp(pattern, flags), '')", { text, pattern, flags }, { timeout });
      return false;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ERR_SCRIPT_EXECUTION_TIMEOUT") throw error;
      const { user, system } = process.threadCpuUsage(before);
      if (user + system > slowMs * 1_000) return true;
    }
  }
}

type Checkable = FoundRegex & { pattern: string };

const isCheckable = (regex: FoundRegex): regex is Checkable => regex.pattern !== undefined && !regex.isIgnored;
const nameOf = ({ pattern, flags }: Checkable) => `/${pattern}/${flags}`;

/** One line for each regular expression that is not known to take linear time. */
export function findProblems(regexes: readonly FoundRegex[], verdicts: Verdicts): string[] {
  return regexes.flatMap((regex) => {
    if (regex.isIgnored) return [];
    const { path, line } = regex;
    if (!isCheckable(regex)) return [`${path}:${line}: a regular expression built at run time cannot be checked`];
    const problem = verdicts.get(nameOf(regex));
    return problem ? [`${path}:${line}: ${nameOf(regex)} ${problem}`] : [];
  });
}

if (import.meta.main) {
  const sources = [...readSources("{contract,server,web}/src/**/*.{ts,tsx}")];
  const code = sources.filter(([path]) => !/\.(test|gen|d)\.tsx?$|\/src\/test\//.test(path));
  const regexes = code.flatMap(([path, text]) => findRegexes(path, text));
  const verdicts = await judge(regexes, process.env.SOAK ? undefined : readSafe());
  writeSafe(verdicts);
  report(findProblems(regexes, verdicts));
}

/** What names this list of safe patterns, for another version of recheck may judge otherwise. */
function listHead(): string {
  const { version } = JSON.parse(readFileSync(join(root, "node_modules/recheck/package.json"), "utf8"));
  return `# Patterns that recheck ${version} found to take linear time, by their hashes. Written by check-regexes.ts.`;
}

function hashOf(name: string): string {
  return createHash("sha256").update(name).digest("base64url").slice(0, 16);
}

/** The hashes in the list, which saves a minute; none if it was written by another version. */
function readSafe(): (name: string) => boolean {
  const [head, ...lines] = existsSync(safeList) ? readFileSync(safeList, "utf8").split("\n") : [];
  const hashes = new Set(head === listHead() ? lines : []);
  return (name) => hashes.has(hashOf(name));
}

function writeSafe(verdicts: Verdicts): void {
  const safe = [...verdicts].filter(([, problem]) => problem === "").map(([name]) => hashOf(name));
  writeFileSync(safeList, `${[listHead(), ...safe.sort()].join("\n")}\n`);
}
