import { performance } from "node:perf_hooks";

/** One Ctrl-C reaches the server several times: from the terminal, from npm and from the start script. */
const SAME_WISH_MS = 2_000;

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

export interface Steps {
  /** How long `stop` may wait for others to notice before it begins, in milliseconds. Asked when it is called. */
  graceMs(): number;
  /** Ends what the site does, letting requests in flight finish. */
  stop(): Promise<void>;
  /** Ends it without waiting for anybody. */
  stopNow(): Promise<void>;
  /** Told of failures on the way out. */
  onError(error: unknown): void;
}

/**
 * Stops the process when it is told to, by a signal or by the end of the script that started it, with exit code 0 within
 * 10 seconds after its grace. A second wish, 2 seconds or more after the first, ends it at once with code 1.
 */
export function stopWhenTold({ graceMs, stop, stopNow, onError }: Steps): void {
  let firstWish: number | undefined;
  const onWish = () => {
    if (firstWish === undefined) {
      firstWish = performance.now();
      void finish(stop, graceMs() + 9_000, 0, onError);
    } else if (performance.now() - firstWish > SAME_WISH_MS) {
      void finish(stopNow, 1_000, 1, onError);
    }
  };
  for (const signal of signals) process.on(signal, onWish);
  // The start script's end of the channel closes however that script ends, even by kill -9.
  if (process.channel) process.on("disconnect", onWish);
}

async function finish(end: () => Promise<void>, patience: number, code: number, onError: Steps["onError"]) {
  setTimeout(() => process.exit(code), patience);
  await end().catch(onError);
  process.exit(code);
}
