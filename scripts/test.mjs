// `npm test` runs all checks and tests, with `npm test -- <words>` the test files whose paths contain a word, and with
// `npm test -- --changed[=<commit>]` those that import what has changed; other options of Vitest work too.
// `npm run soak` runs the stress tests with their full numbers. The last line of the output has the counts.
import { spawn, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { join, relative } from "node:path";
import { ensureBrowser } from "./browser.mjs";
import { ensureBuilt, ensureInstalled, node26, root } from "./setup.mjs";

const args = process.argv.slice(2).filter((arg) => arg !== "--soak");
const isSoak = process.argv.includes("--soak");
const soakArgs = [
  ...["server", "server-on-system-postgresql", "server-timed", "server-start", "e2e", "e2e-at-path"].map(
    (name) => `--project=${name}`,
  ),
  "--testTimeout=3600000",
];
const report = join(root, ".cache/tests.json");

ensureInstalled();
// The checks run beside the build and the start of the tests, which use one core.
const checking = args.length > 0 ? { passed: 0, failed: 0 } : runChecks();
ensureBuilt();
const browser = ensureBrowser();
if (!browser) {
  console.error("No browser found and none could be installed; install Chromium or set CHROME_PATH");
  process.exit(1);
}

const tests = runTests();
const checks = await checking;
const failed = checks.failed + tests.failed;
process.exitCode = failed > 0 ? 1 : 0;
for (const test of tests.flaky) console.log(`passed only on retry: ${test}`);
console.log(`${checks.passed + tests.passed} passed, ${failed} failed, ${tests.skipped} skipped`);

function runChecks() {
  const child = spawn(process.execPath, [join(root, "scripts/check.mjs")], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
    env: { ...process.env, ...(isSoak && { SOAK: "1" }) },
  });
  return new Promise((resolve) => {
    child.on("message", resolve);
    // Counts only if no message came before.
    child.on("disconnect", () => resolve({ passed: 0, failed: 1 }));
  });
}

function runTests() {
  mkdirSync(join(root, ".cache"), { recursive: true });
  rmSync(report, { force: true });
  const folder = createMemoryFolder();
  const vitest = [join(root, "node_modules/vitest/vitest.mjs"), "run", "--reporter=default", "--reporter=json"];
  const done = spawnSync(node26, [...vitest, `--outputFile.json=${report}`, ...(isSoak ? soakArgs : []), ...args], {
    cwd: root,
    stdio: "inherit",
    env: {
      ...process.env,
      CHROME_PATH: browser,
      // Workers read it when they start.
      NODE_COMPILE_CACHE: join(root, ".cache/compiled"),
      ...(isSoak && { SOAK: "1" }),
      ...(folder && { TMPDIR: folder }),
    },
  });
  if (folder) rmSync(folder, { recursive: true, force: true });
  const counts = countTests();
  // Errors outside tests, such as a server that does not stop, fail the run but no test.
  if (done.status !== 0 && counts.failed === 0) counts.failed = 1;
  return counts;
}

/** A temporary folder on a tmpfs with enough memory, or null. Creating and dropping databases there is much faster. */
function createMemoryFolder() {
  const tmpfs = 0x01021994;
  const minBytes = 8e9;
  try {
    const { type, bavail, bsize } = statfsSync("/dev/shm");
    // A container may be limited to less than the machine's memory.
    const available = Math.min(bavail * bsize, process.availableMemory?.() ?? 0);
    if (process.env.TMPDIR || type !== tmpfs || available < minBytes) return null;
    const folder = mkdtempSync("/dev/shm/lootwise-");
    // Like /tmp: databases may belong to another user.
    chmodSync(folder, 0o1777);
    return folder;
  } catch {
    return null;
  }
}

function countTests() {
  let result;
  try {
    result = JSON.parse(readFileSync(report, "utf8"));
  } catch {
    return { passed: 0, failed: 1, skipped: 0, flaky: [] };
  }
  // A file that cannot be loaded has no tests that could fail.
  const unloaded = result.testResults.filter((file) => file.status === "failed" && file.assertionResults.length === 0);
  return {
    passed: result.numPassedTests,
    failed: result.numFailedTests + unloaded.length,
    skipped: result.numPendingTests + result.numTodoTests,
    flaky: result.testResults.flatMap(listFlaky),
  };
}

/** Tests of a file that failed before they passed, with the first failure. */
function listFlaky({ name, assertionResults }) {
  const flaky = assertionResults.filter(({ status, failureMessages }) => status === "passed" && failureMessages.length);
  return flaky.map(({ fullName, failureMessages: [message] }) => {
    return `${relative(root, name)} > ${fullName.trim()} (${message.split("\n")[0]})`;
  });
}
