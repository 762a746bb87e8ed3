import { spawn } from "node:child_process";
import { constants } from "node:os";
import { join } from "node:path";
import { node26, root } from "./setup.mjs";

/** Without these, glibc keeps much of what was freed; other systems pass over them. */
const memoryGivenBack = {
  MALLOC_ARENA_MAX: "2",
  MALLOC_MMAP_THRESHOLD_: "131072",
  MALLOC_TRIM_THRESHOLD_: "131072",
};

/**
 * Runs a script of the repository under Node 26 as if it were this process: same terminal, signals passed on, and
 * its exit code in the end.
 */
export function run(args, options) {
  const child = spawnNode(args, options);
  passSignals((signal) => child.kill(signal));
  child.on("exit", (code, signal) => process.exit(signal ? 128 + constants.signals[signal] : code));
}

/**
 * Starts a script under Node 26. With `linked` it can notice, by its IPC channel closing, that we were killed. `memory` are
 * settings of glibc; what the environment says goes before them.
 */
export function spawnNode(args, { env = {}, cwd = root, linked = false, memory = memoryGivenBack } = {}) {
  const child = spawn(node26, args, {
    cwd,
    // Compiled code is kept from one start to the next: a quarter of the time that a start computes.
    env: { NODE_COMPILE_CACHE: join(root, ".cache/compiled"), ...memory, ...process.env, ...env },
    stdio: ["inherit", "inherit", "inherit", ...(linked ? ["ipc"] : [])],
  });
  child.on("error", (error) => {
    console.error(error.message);
    process.exit(1);
  });
  return child;
}

/** Hands over the signals that end a program, and the end of npm, which killed by force cannot pass anything on. */
export function passSignals(pass) {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, pass);
  // npm is our parent, for the script in package.json begins with `exec`.
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    pass("SIGTERM");
  }, 250);
  watch.unref();
}
