// Prepares a checkout: installs dependencies and builds the pages. Plain JavaScript without dependencies, because it
// runs before anything is installed, under any Node from 20.19 on.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("..", import.meta.url));

/** The Node that runs the site, from the npm package `node`. */
export const node26 = join(root, "node_modules/node/bin", process.platform === "win32" ? "node.exe" : "node");

const lockFile = join(root, "package-lock.json");
const installMark = join(root, "node_modules/.installed");
const buildMark = join(root, "web/dist/.built");

/** Installs the dependencies if the lock file has changed or the last install was interrupted. */
export function ensureInstalled() {
  const hash = hashOf([lockFile]);
  if (existsSync(node26) && (readOr(installMark, "") === hash || isInstalledByHand())) return;
  console.error("Installing dependencies …");
  changeOrExit(() => rmSync(installMark, { force: true }));
  // Prefer the npm that runs this script: the one in PATH may be another version.
  const npm = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ["npm"];
  const [program, ...args] = [...npm, "ci", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error"];
  runQuietly("Failed to install the dependencies", program, args, root);
  writeFileSync(installMark, hash);
}

/** Builds the browser code and the server rendering if their sources have changed. */
export function ensureBuilt() {
  const settings = ["package-lock.json", "tsconfig.base.json"].map((name) => join(root, name));
  const hash = hashOf([...settings, ...listSources(join(root, "contract")), ...listSources(join(root, "web"))]);
  if (readOr(buildMark, "") === hash) return;
  console.error("Building the pages …");
  changeOrExit(() => rmSync(buildMark, { force: true }));
  const vite = join(root, "node_modules/vite/bin/vite.js");
  runQuietly("Failed to build the pages", node26, [vite, "build", "--app"], join(root, "web"));
  writeFileSync(buildMark, hash);
}

/** Whether npm's record of installed packages matches the lock file, as after a developer's own `npm install`. */
function isInstalledByHand() {
  const locked = JSON.parse(readFileSync(lockFile, "utf8")).packages;
  const installed = JSON.parse(readOr(join(root, "node_modules/.package-lock.json"), "{}")).packages ?? {};
  const same = (path) => installed[path]?.version === locked[path]?.version;
  const needed = Object.keys(locked).filter((path) => path !== "" && !locked[path].optional);
  return needed.every((path) => path in installed && same(path)) && Object.keys(installed).every(same);
}

function listSources(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return ["dist", "node_modules"].includes(entry.name) ? [] : listSources(path);
    // The build writes generated files and ignores tests.
    return /\.(gen|test)\.tsx?$/.test(entry.name) ? [] : [path];
  });
}

function hashOf(files) {
  const hash = createHash("sha256");
  for (const file of files.sort()) hash.update(file.slice(root.length)).update("\0").update(readFileSync(file));
  return hash.digest("hex");
}

function readOr(file, fallback) {
  return existsSync(file) ? readFileSync(file, "utf8") : fallback;
}

/** Ends this process with a line if the checkout belongs to another account or is read-only. */
function changeOrExit(change) {
  try {
    change();
  } catch (error) {
    console.error(`Run npm start once as the account that owns ${root}: ${error.message}`);
    process.exit(1);
  }
}

/** Shows the output only if the command fails, which ends this process. */
function runQuietly(message, program, args, cwd) {
  const shell = process.platform === "win32" && program === "npm";
  const done = spawnSync(program, args, { cwd, encoding: "utf8", shell, stdio: ["ignore", "pipe", "pipe"] });
  if (done.status === 0) return;
  if (done.stdout) console.error(done.stdout);
  if (done.stderr) console.error(done.stderr);
  console.error(`${message}: ${done.error?.message ?? "see above"}`);
  process.exit(done.signal ? 130 : 1);
}
