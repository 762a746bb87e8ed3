import { spawn } from "node:child_process";
import { constants } from "node:os";
import { join } from "node:path";
import { node26, root } from "./setup.mjs";

/** Runs a script of the repository under Node 26 in place of this process: same terminal, signals and exit code. */
export function run(args, options) {
  const child = spawnNode(args, options);
  onStop((signal) => child.kill(signal));
  child.on("exit", (code, signal) => process.exit(signal ? 128 + constants.signals[signal] : code));
}

/** Starts a script under Node 26. With `linked`, its IPC channel closes when this process is killed. */
export function spawnNode(args, { env = {}, cwd = root, linked = false } = {}) {
  const child = spawn(node26, args, {
    cwd,
    env: { NODE_COMPILE_CACHE: join(root, ".cache/compiled"), ...process.env, ...env },
    stdio: ["inherit", "inherit", "inherit", ...(linked ? ["ipc"] : [])],
  });
  child.on("error", (error) => {
    console.error(error.message);
    process.exit(1);
  });
  return child;
}

/** Calls `stop` on each signal that ends a program, and when npm, our parent, has been killed. */
export function onStop(stop) {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, stop);
  // npm is our parent because the script in package.json begins with `exec`.
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    stop("SIGTERM");
  }, 250);
  watch.unref();
}
