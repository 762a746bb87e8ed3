// `npm run release -- 1.2.0` makes a release of the present commit: runs all tests, moves the version and the heading
// of the changelog, records a small database for later upgrades, writes the bill of materials, commits and tags.
// `--dry-run` only says what it would do. Nothing is pushed.
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const root = process.cwd();
const [version = "", ...options] = process.argv.slice(2).toSorted((a, b) => a.startsWith("-") - b.startsWith("-"));
const isDryRun = options.includes("--dry-run");

try {
  release();
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}

function release() {
  // a mistyped --dry-run must not release
  if (!/^\d+\.\d+\.\d+$/.test(version) || options.some((one) => one !== "--dry-run")) {
    throw new Error("Usage: npm run release -- 1.2.0 [--dry-run]");
  }
  const tag = `v${version}`;
  if (git("status", "--porcelain") !== "") throw new Error("The working tree has changes: commit or stash them first");
  if (git("branch", "--show-current") !== "main") throw new Error("Releases are made on the branch main");
  if (git("tag", "--list", tag) !== "") throw new Error(`There is a tag ${tag} already`);
  const current = readJson("package.json").version;
  if (compare(version, current) < 0) throw new Error(`${version} is below the present version ${current}`);
  const today = new Date().toISOString().slice(0, 10);
  const { changelog, notes } = moveHeading(readFileSync(join(root, "CHANGELOG.md"), "utf8"), today);

  console.log(`${current} becomes ${version} with these notes:\n\n${notes}\n`);
  if (isDryRun) return console.log("Nothing was changed, and no test ran (--dry-run)");
  npm("test");
  try {
    writeFileSync(join(root, "CHANGELOG.md"), changelog);
    writeVersions();
    npm("run", "--if-present", "record", "--", version);
    const bill = `.cache/release/${version}.cdx.json`;
    mkdirSync(join(root, ".cache/release"), { recursive: true });
    npm("run", "--if-present", "sbom", "--", bill);
    git("add", "--all");
    git("commit", "--quiet", "--message", `release: ${version}`);
  } catch (error) {
    // the tree was clean
    git("add", "--all");
    git("reset", "--quiet", "--hard");
    throw error;
  }
  git("tag", "--annotate", tag, "--cleanup=whitespace", "--message", `${version}\n\n${notes}`);
  console.log(`Tagged ${tag}. Publish it with: git push --atomic origin main ${tag}`);
}

/** The changelog with the entries of "Unreleased" under the version, and these entries. */
function moveHeading(text, date) {
  const heading = "## [Unreleased]\n";
  const begin = text.indexOf(heading);
  if (begin < 0) throw new Error(`CHANGELOG.md has no heading "${heading.trim()}"`);
  const after = text.slice(begin + heading.length);
  const end = after.search(/^## /m);
  const notes = (end < 0 ? after : after.slice(0, end)).trim();
  if (!/^- /m.test(notes)) throw new Error("CHANGELOG.md says nothing under Unreleased: write what changed first");
  const rest = end < 0 ? "" : `\n${after.slice(end)}`;
  return { notes, changelog: `${text.slice(0, begin)}${heading}\n## [${version}] - ${date}\n\n${notes}\n${rest}` };
}

function writeVersions() {
  const workspaces = readJson("package.json").workspaces ?? [];
  for (const folder of ["", ...workspaces]) {
    const file = join(folder, "package.json");
    writeJson(file, { ...readJson(file), version });
  }
  const lock = readJson("package-lock.json");
  lock.version = version;
  for (const folder of ["", ...workspaces]) lock.packages[folder].version = version;
  writeJson("package-lock.json", lock);
}

function readJson(file) {
  return JSON.parse(readFileSync(join(root, file), "utf8"));
}

function writeJson(file, value) {
  writeFileSync(join(root, file), `${JSON.stringify(value, null, 2)}\n`);
}

/** By major, minor and patch number. */
function compare(a, b) {
  const [left, right] = [a, b].map((one) => one.split(".").map(Number));
  const index = left.findIndex((number, place) => number !== right[place]);
  return index < 0 ? 0 : left[index] - right[index];
}

function git(...args) {
  const done = spawnSync("git", args, { cwd: root, encoding: "utf8" });
  if (done.status !== 0) throw new Error(`git ${args[0]}: ${done.stderr?.trim() || done.error?.message}`);
  return done.stdout.trim();
}

/** With the npm that runs this script. */
function npm(...args) {
  const [program, ...before] = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ["npm"];
  const { status } = spawnSync(program, [...before, ...args], { cwd: root, stdio: "inherit" });
  if (status !== 0) throw new Error(`npm ${args.join(" ")} failed; nothing was released`);
}
