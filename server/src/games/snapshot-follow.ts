import { setTimeout as delay } from "node:timers/promises";
import type { Change } from "../db/changes.ts";
import { buffersOf, type SnapshotData } from "./snapshot-build.ts";
import { applyChanges, createSnapshot, type Snapshot } from "./snapshot-model.ts";
import { isWasteful } from "./snapshot-records.ts";
import type { SnapshotRow } from "./snapshot-rows.ts";

export interface FollowOptions {
  /** Builds a read model from the database as it is now. */
  build(signal: AbortSignal): Promise<SnapshotData>;
  /** The rows of these ids as they are now; deleted games are left out. */
  readRows(ids: number[]): Promise<SnapshotRow[]>;
  /** Called when the read model shows something else than before: changes that were merged in, or all anew. */
  onChange(how: "merged" | "anew"): void;
  onError(error: unknown): void;
}

export interface Followed {
  snapshot(): Snapshot;
  /** Resolves when the read model shows the change, or when it is closed. */
  handleChange(change: Change): Promise<void>;
  close(): Promise<void>;
}

/** Changes that come this close together are taken up together. */
const gatherMs = 40;

/** So many changed games are taken up without a pause; more would keep requests waiting. */
const rowsAtOnce = 500;

/** From this many changed games on, building anew is less work. */
const mostChanges = 10_000;

/** From this many titles outside the title index on, it is built anew. */
const mostNewTitles = 512;

const retryAfterMs = 1_000;

/**
 * A read model that follows the database. Single changes are merged in; "anything may have changed" builds it anew
 * while the old one goes on answering, and it is swapped once everything that changed meanwhile is in it too.
 * Rejects when the first build fails; later failures are reported and tried again.
 */
export async function followCatalogue({ build, readRows, onChange, onError }: FollowOptions): Promise<Followed> {
  const closing = new AbortController();
  const { signal } = closing;
  let snapshot = createSnapshot(await build(signal));
  let waiting = new Set<number>();
  let nextTakeUp: Promise<void> | null = null;
  let rebuilding: Promise<void> | null = null;
  let nextRebuild: Promise<void> | null = null;
  let changedSinceBuild: Set<number> | null = null;
  let lastTurn: Promise<void> = Promise.resolve();

  /** One after the other: whoever changes the model, or swaps it, does so alone. */
  function takeTurn(work: () => Promise<void>): Promise<void> {
    const turn = lastTurn.then(work).catch(ignoreWhenClosed);
    lastTurn = turn.catch(() => {});
    return turn;
  }

  function ignoreWhenClosed(error: unknown): void {
    if (!signal.aborted) throw error;
  }

  async function untilDone<T>(work: () => Promise<T>): Promise<T> {
    for (;;) {
      signal.throwIfAborted();
      try {
        return await work();
      } catch (error) {
        if (!signal.aborted) onError(error);
        await delay(retryAfterMs, undefined, { signal });
      }
    }
  }

  function follow(ids: readonly number[]): Promise<void> {
    for (const id of ids) waiting.add(id);
    nextTakeUp ??= delay(gatherMs, undefined, { signal })
      .then(() => {
        nextTakeUp = null;
        return takeTurn(takeUpWaiting);
      })
      .catch(ignoreWhenClosed);
    return nextTakeUp;
  }

  async function takeUpWaiting(): Promise<void> {
    const ids = [...waiting];
    waiting = new Set();
    if (ids.length > mostChanges) {
      rebuild().catch(onError);
      return;
    }
    for (const id of ids) changedSinceBuild?.add(id);
    const fits = await mergeInto(snapshot, ids, () => onChange("merged"));
    const isWorn = snapshot.newTitles.size > mostNewTitles || isWasteful(snapshot.records);
    if (!fits || (isWorn && !rebuilding)) rebuild().catch(onError);
  }

  /** `false` when there was no room for all. */
  async function mergeInto(target: Snapshot, ids: number[], onMerged?: () => void): Promise<boolean> {
    let fits = true;
    for (let start = 0; start < ids.length; start += rowsAtOnce) {
      const some = ids.slice(start, start + rowsAtOnce);
      const rows = await untilDone(() => readRows(some));
      fits = applyChanges(target, some, rows) && fits;
      onMerged?.();
    }
    return fits;
  }

  async function replace(): Promise<void> {
    const data = await untilDone(() => {
      changedSinceBuild = new Set();
      return build(signal);
    });
    await takeTurn(async () => {
      const next = createSnapshot(data);
      const fits = await mergeInto(next, [...(changedSinceBuild ?? [])]);
      changedSinceBuild = null;
      const before = snapshot;
      snapshot = next;
      onChange("anew");
      giveBack(before);
      if (!fits) rebuild().catch(onError);
    });
  }

  /** Resolves when a model whose build began after this call is in place. */
  function rebuild(): Promise<void> {
    if (!rebuilding) {
      rebuilding = replace()
        .catch(ignoreWhenClosed)
        .finally(() => {
          rebuilding = null;
        });
      return rebuilding;
    }
    nextRebuild ??= rebuilding
      .catch(() => {})
      .then(() => {
        nextRebuild = null;
        return rebuild();
      });
    return nextRebuild;
  }

  return {
    snapshot: () => snapshot,
    async handleChange(change) {
      if (signal.aborted) return;
      return change === "*" ? rebuild() : follow(change);
    },
    async close() {
      closing.abort();
      await Promise.allSettled([nextTakeUp, rebuilding, lastTurn]);
    },
  };
}

/** Gives the model's memory back at once: nobody knows when the garbage would be collected, for whose collector it is small. */
function giveBack(model: Snapshot): void {
  for (const buffer of new Set(buffersOf(model))) buffer.transfer(0);
}
