import { performance } from "node:perf_hooks";

/** One Ctrl-C arrives several times: from the terminal, from npm and from the start script. */
const sameRequestMs = 2_000;

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

export interface Steps {
  /** How long `stop` waits before it begins, in milliseconds. */
  graceMs(): number;
  /** Stops the site once requests in flight have finished. */
  stop(): Promise<void>;
  /** Stops it at once. */
  stopNow(): Promise<void>;
  onError(error: unknown): void;
}

/**
 * Stops the process on a signal or at the end of its start script, with exit code 0 within 10 seconds after the
 * grace period. A second request, at least 2 seconds after the first, ends it at once with code 1.
 */
export function stopOnSignal({ graceMs, stop, stopNow, onError }: Steps): void {
  let firstRequest: number | undefined;
  const onRequest = () => {
    if (firstRequest === undefined) {
      firstRequest = performance.now();
      void finish(stop, graceMs() + 9_000, 0, onError);
    } else if (performance.now() - firstRequest > sameRequestMs) {
      void finish(stopNow, 1_000, 1, onError);
    }
  };
  for (const signal of signals) process.on(signal, onRequest);
  // the channel closes however the start script ends, even by kill -9
  if (process.channel) process.on("disconnect", onRequest);
}

async function finish(end: () => Promise<void>, timeout: number, code: number, onError: Steps["onError"]) {
  setTimeout(() => process.exit(code), timeout);
  await end().catch(onError);
  process.exit(code);
}
