// Brings a checkout to where it can run: dependencies and the browser's part. Plain JavaScript without dependencies, for
// it runs under the machine's own Node, from 20.19 on, before anything is installed.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("..", import.meta.url));

/** The Node that runs the site: the npm package `node`, whichever Node started this script. */
export const node26 = join(root, "node_modules/node/bin", process.platform === "win32" ? "node.exe" : "node");

const lockFile = join(root, "package-lock.json");
const installStamp = join(root, "node_modules/.installed");
const buildStamp = join(root, "web/dist/.built");

/** Installs the dependencies when the lock file has changed since they were, or when an install was cut off. */
export function ensureInstalled() {
  const wanted = hashOf([lockFile]);
  if (existsSync(node26) && (readOr(installStamp, "") === wanted || installedByHand())) {
    writeFileSync(installStamp, wanted);
    return;
  }
  console.error("Installing dependencies …");
  rmSync(installStamp, { force: true });
  // The npm that runs us, where one does: `npm` in the path may be another.
  const npm = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ["npm"];
  const [program, ...args] = [...npm, "ci", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error"];
  quietly("The dependencies could not be installed", program, args, root);
  writeFileSync(installStamp, wanted);
}

/** Builds the browser's part and the code that renders it on the server when their sources have changed since. */
export function ensureBuilt() {
  const wanted = hashOf(sourcesOfTheBuild());
  if (readOr(buildStamp, "") === wanted) return;
  console.error("Building the pages …");
  rmSync(buildStamp, { force: true });
  const vite = join(root, "node_modules/vite/bin/vite.js");
  quietly("The pages could not be built", node26, [vite, "build", "--app"], join(root, "web"));
  writeFileSync(buildStamp, wanted);
}

/** npm notes what it installed; a developer's own `npm install` of the same lock file counts. */
function installedByHand() {
  const locked = JSON.parse(readFileSync(lockFile, "utf8")).packages;
  const installed = JSON.parse(readOr(join(root, "node_modules/.package-lock.json"), "{}")).packages ?? {};
  const same = (path) => installed[path]?.version === locked[path]?.version;
  const needed = Object.keys(locked).filter((path) => path !== "" && !locked[path].optional);
  return needed.every((path) => path in installed && same(path)) && Object.keys(installed).every(same);
}

function sourcesOfTheBuild() {
  const settings = ["package-lock.json", "tsconfig.base.json"].map((name) => join(root, name));
  return [...settings, ...filesUnder(join(root, "contract")), ...filesUnder(join(root, "web"))];
}

function filesUnder(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return ["dist", "node_modules"].includes(entry.name) ? [] : filesUnder(path);
    // Generated files are made by the build itself, and tests are no part of it.
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

/** What the command says is shown only when it fails, which ends this process. */
function quietly(complaint, program, args, cwd) {
  const shell = process.platform === "win32" && program === "npm";
  const done = spawnSync(program, args, { cwd, encoding: "utf8", shell, stdio: ["ignore", "pipe", "pipe"] });
  if (done.status === 0) return;
  if (done.stdout) console.error(done.stdout);
  if (done.stderr) console.error(done.stderr);
  console.error(`${complaint}: ${done.error?.message ?? `see above`}`);
  process.exit(done.signal ? 130 : 1);
}
