// Runs tests with the numbers that were promised, not those that fit a daily run: `npm run soak -- <words of file names>`.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { ensureInstalled, node26, root } from "./setup.mjs";

ensureInstalled();
const args = [
  "run",
  "--project",
  "server",
  "--project",
  "server-timed",
  "--testTimeout",
  "3600000",
  ...process.argv.slice(2),
];
const done = spawnSync(node26, [join(root, "node_modules/vitest/vitest.mjs"), ...args], {
  cwd: root,
  stdio: "inherit",
  env: { ...process.env, SOAK: "1" },
});
process.exitCode = done.status ?? 1;
