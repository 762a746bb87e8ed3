// Asks the registry for known vulnerabilities of the dependencies that run on a site.
import { spawnSync } from "node:child_process";
import { report, root } from "./sources.ts";

/** What `npm audit --json` prints: vulnerabilities, or an error. */
export interface AuditReport {
  vulnerabilities?: Record<string, { severity: string; range?: string }>;
  error?: unknown;
  message?: string;
}

const serious = ["high", "critical"];
const timeoutMs = 20_000;

/** One line for each serious vulnerability; `null` if the registry did not respond. */
export function findProblems({ vulnerabilities, error }: AuditReport): string[] | null {
  if (error !== undefined || !vulnerabilities) return null;
  return Object.entries(vulnerabilities)
    .filter(([, { severity }]) => serious.includes(severity))
    .map(([name, { severity, range }]) => `${name} ${range ?? ""}: a known vulnerability, ${severity}`);
}

function audit(): AuditReport {
  const options = { cwd: root, timeout: timeoutMs, encoding: "utf8", shell: process.platform === "win32" } as const;
  const { stdout } = spawnSync("npm", ["audit", "--json", "--omit=dev", "--fetch-retries=0"], options);
  try {
    return JSON.parse(stdout);
  } catch {
    return { message: "npm audit printed no report" };
  }
}

if (import.meta.main) {
  const problems = findProblems(audit());
  if (problems === null) console.log("not checked: the registry did not respond");
  report(problems ?? []);
}
