import type { CacheKey } from "./cache/cache-tags.ts";

/** The versions of what a response shows, from before it was created. */
export type Revision = ReadonlyMap<CacheKey, number>;

/** The public content, as far as this process knows it. */
export interface Content {
  /** Grows whenever responses that depend on it may have changed. */
  versionOf(key: CacheKey): number;
  /** Grows with any of them. */
  version(): number;
  /** A response about the game lacks something: it is sent, but not cached. */
  markIncomplete(gameId: number): void;
}

/** Take it before anything is read: a response is cached only while its revision is current. */
export function revisionOf(content: Pick<Content, "versionOf">, keys: Iterable<CacheKey>): Revision {
  return new Map(Array.from(keys, (key) => [key, content.versionOf(key)]));
}

export function isCurrent(content: Pick<Content, "versionOf">, revision: Revision): boolean {
  for (const [key, version] of revision) if (content.versionOf(key) !== version) return false;
  return true;
}

export interface GameVersions {
  of(id: number): number;
  bump(ids: Iterable<number> | "*"): void;
}

/** A version per game. Only recently changed games are remembered; when there are too many, all count as changed. */
export function createGameVersions(maxRemembered = 50_000): GameVersions {
  const changed = new Map<number, number>();
  let last = 1;
  let ofOthers = 1;

  function bumpAll() {
    changed.clear();
    ofOthers = ++last;
  }

  return {
    of: (id) => changed.get(id) ?? ofOthers,
    bump(ids) {
      if (ids === "*") return bumpAll();
      for (const id of ids) changed.set(id, ++last);
      if (changed.size > maxRemembered) bumpAll();
    },
  };
}
