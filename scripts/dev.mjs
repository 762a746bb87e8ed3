// The site for developers: the server starts again when its code changes, the browser refreshes by itself.
// (Node's own --watch sends messages of its own to the server's worker threads.)
import { watch } from "node:fs";
import { join } from "node:path";
import { passSignals, spawnNode } from "./run.mjs";
import { ensureInstalled, root } from "./setup.mjs";

/** An editor's save is several changes. */
const SETTLE_MS = 100;

ensureInstalled();
let ending = false;
let settling;
let server = start();

passSignals((signal) => {
  ending = true;
  if (!server) process.exit(0);
  server.kill(signal);
});

for (const folder of ["server/src", "contract/src"]) {
  watch(join(root, folder), { recursive: true }, (_, name) => {
    if (/\.test\.ts$/.test(name ?? "")) return;
    clearTimeout(settling);
    settling = setTimeout(restart, SETTLE_MS);
  });
}

function start() {
  const started = spawnNode(["server/src/main.ts"], { env: { NODE_ENV: "development" }, linked: true });
  started.on("exit", (code) => {
    if (ending) process.exit(code ?? 1);
    server = undefined;
    if (started.outdated) server = start();
    else console.error("The server ended; it starts again when its code changes");
  });
  return started;
}

function restart() {
  if (ending) return;
  if (!server) {
    server = start();
    return;
  }
  server.outdated = true;
  server.kill("SIGTERM");
}
