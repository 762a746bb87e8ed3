import type { SurrogateKey } from "./surrogate-keys.ts";

/** The versions of what an answer shows, as they were before it was made. */
export type Stamp = ReadonlyMap<SurrogateKey, number>;

/** What anonymous visitors can see, as far as this process knows it. */
export interface Content {
  /** Becomes another, and never an old one again, whenever an answer of that name may have become another. */
  versionOf(key: SurrogateKey): number;
  /** Grows with any of them. */
  version(): number;
  /** An answer about the game is being made without all that belongs in it: it is sent, but not kept. */
  markIncomplete(gameId: number): void;
}

/** To be taken before anything is read: an answer is kept only while its stamp is still the current one. */
export function stampOf(content: Pick<Content, "versionOf">, keys: Iterable<SurrogateKey>): Stamp {
  return new Map(Array.from(keys, (key) => [key, content.versionOf(key)]));
}

export function isCurrent(content: Pick<Content, "versionOf">, stamp: Stamp): boolean {
  for (const [key, version] of stamp) if (content.versionOf(key) !== version) return false;
  return true;
}

export interface GameVersions {
  of(id: number): number;
  /** These games, or all of them, may have changed. */
  bump(ids: Iterable<number> | "*"): void;
}

/** A version for every game, though only those that changed lately are remembered: the others count as changed when one is forgotten. */
export function createGameVersions(mostRemembered = 50_000): GameVersions {
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
      if (changed.size > mostRemembered) bumpAll();
    },
  };
}
