import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import type { Change, Followers } from "../db/changes.ts";
import type { SessionLock } from "../db/session-lock.ts";
import { vouchedMs } from "../http/freshness.ts";
import { keysOfChange, type SurrogateKey } from "../http/surrogate-keys.ts";

export type PurgeOutcome = "done" | "failed";

/** Waits in ms. */
const usualPauses = {
  /** Between a change and the end of its burst. */
  gather: 1_000,
  /** Between that and its purge: by then every process shows it, or does not vouch for what it answers. */
  settle: vouchedMs + 100,
  /** Between tries; each waits twice as long as the one before. */
  firstRetry: 1_000,
  longestRetry: 60_000,
  /** Until everything is purged once more: processes that read the whole catalogue anew show what they had until then. */
  repeat: 30_000,
  /** Between tries to become the one who purges. */
  turn: 5_000,
  answer: 10_000,
};

export interface PurgeOptions {
  /** The operator's own address, wherever it stands; redirects are not followed. */
  url: string;
  token: string | undefined;
  /** Takes the lock of the one process that purges, or answers null when another has it. */
  takeTurn(): Promise<SessionLock | null>;
  log: Pick<FastifyBaseLogger, "info" | "warn">;
  onOutcome(outcome: PurgeOutcome): void;
  pauses?: Partial<typeof usualPauses>;
}

export interface Purger {
  /** The same followers; the purger hears of each change too. */
  listen(followers: Followers): Followers;
  close(): Promise<void>;
}

/** More names than this are no longer told one by one. */
const mostKeys = 1_000;

/** What is to be purged, gathered. */
type Purge = Set<SurrogateKey> | "everything";

/**
 * Tells the cache in front what to drop, at least once for each change: `{ "surrogate_keys": [...] }`, or
 * `{ "everything": true }` after very many. Of all processes that could, one does so at a time; whoever begins cannot know what
 * was missed, and purges everything first. While the hook is away changes are gathered.
 */
export function startPurging({ url, token, takeTurn, log, onOutcome, pauses }: PurgeOptions): Purger {
  const wait = { ...usualPauses, ...pauses };
  const closing = new AbortController();
  /** `null`: it is not our turn. */
  let waiting: Purge | null = null;
  let wake = () => {};
  /** Whether purging everything has to be repeated, and when it will be. */
  let isToRepeat = false;
  let repeating: NodeJS.Timeout | undefined;

  function add(keys: Iterable<SurrogateKey> | "everything") {
    if (waiting === null) return;
    waiting = merged(waiting, keys);
    if (waiting === "everything") isToRepeat = true;
    wake();
  }

  const isIdle = () => waiting instanceof Set && waiting.size === 0;

  function repeatLater() {
    if (!isToRepeat || repeating) return;
    isToRepeat = false;
    repeating = setTimeout(() => {
      repeating = undefined;
      if (waiting !== null) waiting = "everything";
      wake();
    }, wait.repeat);
  }

  async function takeTurns(): Promise<void> {
    while (!closing.signal.aborted) {
      // without a database nobody can be chosen; it is asked again
      const turn = await takeTurn().catch(() => null);
      if (turn) await purgeUntil(AbortSignal.any([turn.lost, closing.signal]));
      await turn?.release().catch(() => {});
      await delay(wait.turn, undefined, { signal: closing.signal }).catch(() => {});
    }
  }

  /** Rejects never: what ends it is the signal. */
  async function purgeUntil(over: AbortSignal): Promise<void> {
    waiting = new Set();
    add("everything");
    try {
      for (;;) {
        if (isIdle()) await somethingToDo(over);
        await delay(wait.gather, undefined, { signal: over });
        const burst = waiting;
        waiting = new Set();
        await delay(wait.settle, undefined, { signal: over });
        await sendUntilTaken(burst, over);
      }
    } catch (error) {
      if (!over.aborted) throw error;
    } finally {
      waiting = null;
      clearTimeout(repeating);
      repeating = undefined;
    }
  }

  async function somethingToDo(over: AbortSignal): Promise<void> {
    const woken = new EventTarget();
    wake = () => woken.dispatchEvent(new Event("wake"));
    await once(woken, "wake", { signal: over });
  }

  async function sendUntilTaken(purge: Purge, over: AbortSignal): Promise<void> {
    for (let pause = wait.firstRetry; ; pause = Math.min(2 * pause, wait.longestRetry)) {
      const problem = await send(purge, over);
      over.throwIfAborted();
      onOutcome(problem === null ? "done" : "failed");
      if (problem === null) break;
      log.warn({ problem }, "could not purge the cache; trying again");
      await delay(pause, undefined, { signal: over });
    }
    if (purge === "everything") repeatLater();
  }

  /** Answers what went wrong, without anything of the address or the token. */
  async function send(purge: Purge, over: AbortSignal): Promise<string | null> {
    const body = purge === "everything" ? { everything: true } : { surrogate_keys: [...purge] };
    try {
      const answer = await fetch(url, {
        method: "POST",
        headers: { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) },
        body: JSON.stringify(body),
        redirect: "manual",
        signal: AbortSignal.any([over, AbortSignal.timeout(wait.answer)]),
      });
      await answer.body?.cancel();
      return answer.ok ? null : `answered ${answer.status}`;
    } catch (error) {
      const { cause, name } = error as Error & { cause?: { code?: unknown } };
      return String(cause?.code ?? name);
    }
  }

  const turns = takeTurns();
  return {
    listen: (followers) =>
      Object.fromEntries(
        Object.entries(followers).map(([topic, follow]) => [
          topic,
          (change: Change) => {
            add(keysOfChange(topic, change));
            return follow(change);
          },
        ]),
      ),
    async close() {
      closing.abort();
      await turns;
    },
  };
}

function merged(purge: Purge, keys: Iterable<SurrogateKey> | "everything"): Purge {
  if (purge === "everything" || keys === "everything") return "everything";
  for (const key of keys) purge.add(key);
  return purge.size > mostKeys ? "everything" : purge;
}
