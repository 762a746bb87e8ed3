import { spawn } from "node:child_process";
import { constants } from "node:os";
import { join } from "node:path";
import { node26, root } from "./setup.mjs";

const forwarded = ["SIGINT", "SIGTERM", "SIGHUP"];

/**
 * Runs a script of the repository under Node 26 as if it were this process: same terminal, signals passed on, and
 * its exit code in the end. With `linked` the child can notice, by its IPC channel closing, that we were killed.
 */
export function run(args, { env = {}, cwd = root, linked = false } = {}) {
  const child = spawn(node26, args, {
    cwd,
    // Compiled code is kept from one start to the next: a quarter of the time that a start computes.
    env: { NODE_COMPILE_CACHE: join(root, ".cache/compiled"), ...process.env, ...env },
    stdio: ["inherit", "inherit", "inherit", ...(linked ? ["ipc"] : [])],
  });
  for (const signal of forwarded) process.on(signal, () => child.kill(signal));
  if (process.env.npm_lifecycle_event) stopWithParent(child);
  child.on("error", (error) => {
    console.error(error.message);
    process.exit(1);
  });
  child.on("exit", (code, signal) => process.exit(signal ? 128 + constants.signals[signal] : code));
}

/** npm is our parent, for the script in package.json begins with `exec`; killed by force, it cannot pass anything on. */
function stopWithParent(child) {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    child.kill("SIGTERM");
  }, 250);
  watch.unref();
}
