// Runs tests with the numbers that were promised, not those that fit a daily run: `npm run soak -- <words of file names>`.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { ensureBrowser } from "./browser.mjs";
import { ensureBuilt, ensureInstalled, node26, root } from "./setup.mjs";

ensureInstalled();
ensureBuilt();
const browser = ensureBrowser();
const args = [
  "run",
  "--project",
  "server",
  "--project",
  "server-timed",
  "--project",
  "e2e",
  "--testTimeout",
  "3600000",
  ...process.argv.slice(2),
];
const done = spawnSync(node26, [join(root, "node_modules/vitest/vitest.mjs"), ...args], {
  cwd: root,
  stdio: "inherit",
  env: { ...process.env, SOAK: "1", ...(browser && { CHROME_PATH: browser }) },
});
process.exitCode = done.status ?? 1;
