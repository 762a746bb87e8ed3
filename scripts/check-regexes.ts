// Refuses regular expressions that take more than linear time: a text of the right shape would keep the process busy.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { runInNewContext } from "node:vm";
import { type ParserPlugin, parse } from "@babel/parser";
import { type AttackPattern, check } from "recheck";

/** A regular expression of the code. `pattern` is missing where the code builds it when it runs. */
export interface FoundRegex {
  path: string;
  line: number;
  pattern?: string;
  flags: string;
  /** Has `recheck-ignore: <reason>` on its line or the line above. */
  isIgnored: boolean;
}

/** What is wrong with a pattern, by `/pattern/flags`; an empty text for what takes linear time. */
export type Verdicts = Map<string, string>;

interface Node {
  type: string;
  loc: { start: { line: number } };
  [key: string]: unknown;
}

/** Long enough for the hardest pattern on a busy machine. */
const checkTimeoutMs = 120_000;
/** In linear time this many characters take a few milliseconds, in quadratic time many seconds. */
const attackLength = 400_000;
const slowMs = 500;

/** Every regular expression of a file: literals, and what is passed to `RegExp`. */
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

/** Checks the patterns that `known` does not have yet, and answers with all of theirs. */
export async function judge(regexes: readonly FoundRegex[], known: Verdicts = new Map()): Promise<Verdicts> {
  const verdicts: Verdicts = new Map();
  const wanted = new Map(regexes.filter(isCheckable).map((regex) => [nameOf(regex), regex]));
  await Promise.all(
    [...wanted].map(async ([name, { pattern, flags }]) =>
      verdicts.set(name, known.get(name) ?? (await judgeOne(pattern, flags))),
    ),
  );
  return verdicts;
}

async function judgeOne(pattern: string, flags: string): Promise<string> {
  const found = await check(pattern, flags, { timeout: checkTimeoutMs, randomSeed: 1 });
  if (found.status === "safe") return "";
  if (found.status === "unknown") return `could not be checked (${found.error.kind})`;
  // some are found by trial and error, which counts steps that the engine does not take
  if (!isSlow(pattern, flags, found.attack)) return "";
  return `takes ${found.complexity.type} time, for example on ${found.attack.pattern}`;
}

function isSlow(pattern: string, flags: string, { pumps, suffix }: AttackPattern): boolean {
  const length = pumps.reduce((sum, { pump }) => sum + pump.length, 0);
  const times = Math.ceil(attackLength / Math.max(length, 1));
  const text = pumps.map(({ prefix, pump }) => prefix + pump.repeat(times)).join("") + suffix;
  // time on the processor counts: a busy machine must not make a pattern look slow
  for (let timeout = 2 * slowMs; ; timeout *= 2) {
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

function isCheckable(regex: FoundRegex): regex is Checkable {
  return regex.pattern !== undefined && !regex.isIgnored;
}

function nameOf({ pattern, flags }: Pick<Checkable, "pattern" | "flags">): string {
  return `/${pattern}/${flags}`;
}

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

/** The code of the site, which is what sees text from outside. */
function readSources(root: string): [path: string, text: string][] {
  const paths = ["contract", "server", "web"].flatMap((workspace) =>
    readdirSync(join(root, workspace, "src"), { recursive: true, encoding: "utf8" }).map(
      (path) => `${workspace}/src/${path.replaceAll("\\", "/")}`,
    ),
  );
  const code = paths.filter((path) => /\.tsx?$/.test(path) && !/\.(test|gen|d)\.tsx?$|\/src\/test\//.test(path));
  return code.map((path) => [path, readFileSync(join(root, path), "utf8")]);
}

/** Verdicts of earlier runs: checking all patterns takes seconds. */
function openCache(root: string): { known: Verdicts; save(verdicts: Verdicts): void } {
  const { version } = JSON.parse(readFileSync(join(root, "node_modules/recheck/package.json"), "utf8"));
  const file = join(root, `node_modules/.cache/lootwise/regexes-${version}.json`);
  return {
    known: new Map(readCache(file)),
    save(verdicts) {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, JSON.stringify([...verdicts].filter(([, problem]) => problem === "")));
    },
  };
}

function readCache(file: string): [string, string][] {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return [];
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const root = fileURLToPath(new URL("..", import.meta.url));
  const regexes = readSources(root).flatMap(([path, text]) => findRegexes(path, text));
  const cache = openCache(root);
  const verdicts = await judge(regexes, cache.known);
  cache.save(verdicts);
  const problems = findProblems(regexes, verdicts);
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
