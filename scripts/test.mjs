// Runs every check and test, or with `npm test -- <words>` the tests whose files those words pick. The last line counts.
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { ensureBrowser } from "./browser.mjs";
import { makeMemoryFolder } from "./memory-folder.mjs";
import { ensureBuilt, ensureInstalled, node26, root } from "./setup.mjs";

const filter = process.argv.slice(2);
const report = join(root, ".cache/tests.json");

ensureInstalled();
// beside the build and the start of the tests, which keep one core busy
const checking = filter.length === 0 ? runChecks() : { passed: 0, failed: 0 };
ensureBuilt();
const browser = ensureBrowser();
if (!browser) {
  console.error("No browser can be found or installed: install Chromium, or set CHROME_PATH to one");
  process.exit(1);
}

const tests = runTests();
const checks = await checking;
const failed = checks.failed + tests.failed;
process.exitCode = failed > 0 ? 1 : 0;
for (const test of tests.triedTwice) console.log(`needed a second try: ${test}`);
console.log(`${checks.passed + tests.passed} passed, ${failed} failed, ${tests.skipped} skipped`);

function runChecks() {
  const child = spawn(process.execPath, [join(root, "scripts/check.mjs")], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  return new Promise((resolve) => {
    child.on("message", resolve);
    // after its message; without one it has failed
    child.on("disconnect", () => resolve({ passed: 0, failed: 1 }));
  });
}

function runTests() {
  mkdirSync(join(root, ".cache"), { recursive: true });
  rmSync(report, { force: true });
  const args = ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${report}`, ...filter];
  const memory = makeMemoryFolder();
  const done = spawnSync(node26, [join(root, "node_modules/vitest/vitest.mjs"), ...args], {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, CHROME_PATH: browser, ...(memory && { TMPDIR: memory }) },
  });
  if (memory) rmSync(memory, { recursive: true, force: true });
  const counts = countTests();
  // Errors outside any test, such as a server that does not stop, fail the run without failing one.
  if (done.status !== 0 && counts.failed === 0) counts.failed = 1;
  return counts;
}

function countTests() {
  let result;
  try {
    result = JSON.parse(readFileSync(report, "utf8"));
  } catch {
    return { passed: 0, failed: 1, skipped: 0, triedTwice: [] };
  }
  // A file that cannot be loaded fails without having tests to fail.
  const unloaded = result.testResults.filter((file) => file.status === "failed" && file.assertionResults.length === 0);
  return {
    passed: result.numPassedTests,
    failed: result.numFailedTests + unloaded.length,
    skipped: result.numPendingTests + result.numTodoTests,
    triedTwice: result.testResults.flatMap(triedTwice),
  };
}

/** Tests of a file that passed after they had failed, each with why: they, or the site, want mending. */
function triedTwice({ name, assertionResults }) {
  const flaky = assertionResults.filter(({ status, failureMessages }) => status === "passed" && failureMessages.length);
  return flaky.map(({ fullName, failureMessages: [why] }) => {
    return `${relative(root, name)} > ${fullName.trim()} (${why.split("\n")[0]})`;
  });
}
