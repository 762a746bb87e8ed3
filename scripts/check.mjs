// Static checks: types, style, structure, dependencies.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { ensureInstalled, node26, root } from "./setup.mjs";

// Several threads would each work out the types that they share: twice the CPU time, which the tests need meanwhile.
const typesOf = (project) => ["node_modules/typescript/bin/tsc", "--singleThreaded", "-p", project];
const steps = {
  "types of server and contract": typesOf("server"),
  "types of web": typesOf("web"),
  "types of the rest": typesOf("."),
  style: ["node_modules/@biomejs/biome/bin/biome", "ci", `--colors=${process.stdout.isTTY ? "force" : "off"}`],
  structure: ["scripts/check-structure.ts"],
  references: ["scripts/check-references.ts"],
  lengths: ["scripts/check-lengths.ts"],
  dependencies: ["scripts/check-dependencies.ts"],
  vulnerabilities: ["scripts/check-vulnerabilities.ts"],
  "regular expressions": ["scripts/check-regexes.ts"],
};

ensureInstalled();
const counts = { passed: 0, failed: 0 };
for (const [name, [script, ...args]] of Object.entries(steps)) {
  const { status } = spawnSync(node26, [join(root, script), ...args], { cwd: root, stdio: "inherit" });
  counts[status === 0 ? "passed" : "failed"]++;
  console.log(`${status === 0 ? "ok    " : "FAILED"} ${name}`);
}
process.exitCode = counts.failed > 0 ? 1 : 0;
// `npm test` adds these counts to its own.
process.send?.(counts);
