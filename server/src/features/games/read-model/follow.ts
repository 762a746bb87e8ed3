import { setTimeout as delay } from "node:timers/promises";
import type { Change } from "../../../platform/db/changes/changes.ts";
import { type AppliedChange, applyChanges, type ChangedRows } from "./apply-changes.ts";
import { type BuiltBook, type BuiltIndex, buffersOf } from "./build.ts";
import { type IndexedGames, openBook, openIndex } from "./indexed-games.ts";

export interface FollowOptions {
  /** Builds a read model from the database, with the prices of these countries and of the default one. */
  build(signal: AbortSignal, countries: readonly string[]): Promise<BuiltIndex>;
  /** Reads the prices of a country; `ids` are the games by slot. */
  buildBook(signal: AbortSignal, country: string, ids: Float64Array, size: number): Promise<BuiltBook>;
  /** The current rows of these ids, with prices in these countries; deleted games are left out. */
  readRows(ids: number[], countries: readonly string[]): Promise<ChangedRows>;
  /** Called when the read model has changed: some games, or all of them. */
  onChange(change: AppliedChange | "rebuilt"): void;
  onError(error: unknown): void;
}

export interface Followed {
  index(): IndexedGames;
  /** Reads the prices of a country. Rejects if the database cannot be read. */
  readBook(country: string): Promise<void>;
  /** Forgets the prices of a country. */
  dropBook(country: string): void;
  /** Resolves when the read model includes the change, or when it is closed. */
  handleChange(change: Change): Promise<void>;
  close(): Promise<void>;
}

/** Changes that come this close together are applied together. */
const debounceMs = 40;

/** The number of changed games applied without a pause; more would block requests. */
const rowsPerStep = 500;

/** From this many changed games on, a rebuild is less work. */
const maxChanges = 10_000;

/** Limits the titles that searches scan one by one. */
const maxRetitled = 512;

const retryAfterMs = 1_000;

/**
 * A read model that follows the database. Single changes are merged; "anything may have changed" rebuilds it while the
 * old one serves requests, and swaps it once the new one includes the changes made meanwhile.
 * Rejects if the first build fails; later failures are reported and retried.
 */
export async function followGames({ build, buildBook, readRows, onChange, onError }: FollowOptions): Promise<Followed> {
  const closing = new AbortController();
  const { signal } = closing;
  let index = openIndex(await build(signal, []));
  let pending = new Set<number>();
  let nextMerge: Promise<void> | null = null;
  let rebuilding: Promise<void> | null = null;
  let nextRebuild: Promise<void> | null = null;
  /** What has changed since each build or read that is running began. */
  const changedSince = new Set<Set<number>>();
  let lastWrite: Promise<void> = Promise.resolve();

  /** Serializes writes to the model and swaps. */
  function serialize(work: () => Promise<void>): Promise<void> {
    const write = lastWrite.then(work).catch(ignoreWhenClosed);
    lastWrite = write.catch(() => {});
    return write;
  }

  function ignoreWhenClosed(error: unknown): void {
    if (!signal.aborted) throw error;
  }

  async function retry<T>(work: () => Promise<T>): Promise<T> {
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

  function merge(ids: readonly number[]): Promise<void> {
    for (const id of ids) pending.add(id);
    nextMerge ??= delay(debounceMs, undefined, { signal })
      .then(() => {
        nextMerge = null;
        return serialize(mergePending);
      })
      .catch(ignoreWhenClosed);
    return nextMerge;
  }

  async function mergePending(): Promise<void> {
    const ids = [...pending];
    pending = new Set();
    if (ids.length > maxChanges) {
      rebuild().catch(onError);
      return;
    }
    for (const changed of changedSince) for (const id of ids) changed.add(id);
    const fits = await mergeInto(index, ids, onChange);
    const isDue = index.retitled.size > maxRetitled || index.changedRecords.size > maxChanges;
    if (!fits || (isDue && !rebuilding)) rebuild().catch(onError);
  }

  /** Returns `false` if the new games exceed the capacity. */
  async function mergeInto(
    target: IndexedGames,
    ids: number[],
    onMerged?: (change: AppliedChange) => void,
  ): Promise<boolean> {
    let fits = true;
    for (let start = 0; start < ids.length; start += rowsPerStep) {
      const some = ids.slice(start, start + rowsPerStep);
      const rows = await retry(() => readRows(some, [...target.books.keys()]));
      const applied = applyChanges(target, rows);
      if (applied) onMerged?.(applied);
      else fits = false;
    }
    return fits;
  }

  async function replace(): Promise<void> {
    let changed = new Set<number>();
    const built = await retry(() => {
      changedSince.delete(changed);
      changed = new Set();
      changedSince.add(changed);
      return build(signal, [...index.books.keys()]);
    }).catch((error: unknown) => {
      changedSince.delete(changed);
      throw error;
    });
    await serialize(async () => {
      const next = openIndex(built);
      changedSince.delete(changed);
      const fits = await mergeInto(next, [...changed]);
      const before = index;
      index = next;
      onChange("rebuilt");
      // free it now: the garbage collector accounts for little of this memory and would retain it for long
      const { columns, records, orders, names, titleIndex, words, books } = before;
      free([columns, records, orders, names, titleIndex, words.built]);
      for (const { book, all } of books.values()) free([book, all.best]);
      if (!fits) rebuild().catch(onError);
    });
  }

  async function readBook(country: string): Promise<void> {
    const changed = new Set<number>();
    const target = index;
    try {
      changedSince.add(changed);
      const built = await buildBook(signal, country, target.columns.id, target.titles.length);
      await serialize(async () => {
        // the catalogue was rebuilt meanwhile: the caller sees that the book is missing
        if (index !== target) return;
        target.books.set(country, openBook(country, built));
        changedSince.delete(changed);
        if (changed.size > 0) await mergeInto(target, [...changed], onChange);
      });
    } finally {
      changedSince.delete(changed);
    }
  }

  function dropBook(country: string): void {
    const open = index.books.get(country);
    if (!open) return;
    index.books.delete(country);
    for (const [key, layout] of index.layouts.entries()) if (layout.all === open.all) index.layouts.delete(key);
    free([open.book, open.all.best]);
  }

  /** Resolves once a model whose build began after this call is active. */
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
    index: () => index,
    readBook,
    dropBook,
    async handleChange(change) {
      if (signal.aborted) return;
      return change === "*" ? rebuild() : merge(change);
    },
    async close() {
      closing.abort();
      await Promise.allSettled([nextMerge, rebuilding, lastWrite]);
    },
  };
}

function free(values: unknown): void {
  for (const buffer of new Set(buffersOf(values))) buffer.transfer(0);
}
