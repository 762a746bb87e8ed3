// Everything that can be said about the code without running it: types, style, structure, what it is built on.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ensureInstalled, node26, root } from "./setup.mjs";

const tsc = "node_modules/typescript/bin/tsc";
const steps = [
  { name: "types of contract", args: [tsc, "-p", "contract"] },
  { name: "types of server", args: [tsc, "-p", "server"] },
  { name: "types of web", args: [tsc, "-p", "web"] },
  { name: "types of the rest", args: [tsc, "-p", "."] },
  {
    name: "style",
    args: ["node_modules/@biomejs/biome/bin/biome", "ci", `--colors=${process.stdout.isTTY ? "force" : "off"}`],
  },
  { name: "structure", args: ["scripts/check-structure.ts"] },
  { name: "references", args: ["scripts/check-references.ts"] },
  { name: "dependencies", args: ["scripts/check-dependencies.ts"] },
  { name: "regular expressions", args: ["scripts/check-regexes.ts"] },
];

/** Runs every check, also after one that failed, and answers how many passed and failed. */
function check() {
  const counts = { passed: 0, failed: 0 };
  for (const { name, args } of steps) {
    const passed = runs(args);
    counts[passed ? "passed" : "failed"]++;
    console.log(`${passed ? "ok    " : "FAILED"} ${name}`);
  }
  return counts;
}

function runs([script, ...args]) {
  return spawnSync(node26, [join(root, script), ...args], { cwd: root, stdio: "inherit" }).status === 0;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  ensureInstalled();
  const counts = check();
  process.exitCode = counts.failed > 0 ? 1 : 0;
  // who started this script may want to count
  process.send?.(counts);
}
