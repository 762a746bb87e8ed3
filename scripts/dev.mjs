// The site for developers: the server restarts when its code changes, and the browser refreshes by itself.
// Node's --watch would send messages of its own to the server's worker threads.
import { watch } from "node:fs";
import { join } from "node:path";
import { onStop, spawnNode } from "./run.mjs";
import { ensureInstalled, root } from "./setup.mjs";

/** Editors save a file in several steps. */
const debounceMs = 100;

ensureInstalled();
let isStopping = false;
let timer;
let server = start();

onStop((signal) => {
  isStopping = true;
  if (!server) process.exit(0);
  server.kill(signal);
});

for (const folder of ["server/src", "contract/src"]) {
  watch(join(root, folder), { recursive: true }, (_, name) => {
    if (/\.test\.ts$/.test(name ?? "")) return;
    clearTimeout(timer);
    timer = setTimeout(restart, debounceMs);
  });
}

function start() {
  const started = spawnNode(["server/src/app/main.ts"], { env: { NODE_ENV: "development" }, linked: true });
  started.on("exit", (code) => {
    if (isStopping) process.exit(code ?? 1);
    server = undefined;
    if (started.isOutdated) server = start();
    else console.error("The server stopped; it restarts when its code changes");
  });
  return started;
}

function restart() {
  if (isStopping) return;
  if (!server) {
    server = start();
    return;
  }
  server.isOutdated = true;
  server.kill("SIGTERM");
}
