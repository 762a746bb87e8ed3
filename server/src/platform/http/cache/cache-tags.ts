import type { Change } from "../../db/changes/changes.ts";

/** A cache tag: when something changes, the caches of this process and in front of it drop responses by it. */
export type SurrogateKey = "games" | "polls" | "stores" | "strings" | "settings" | `game-${number}`;

/**
 * What a cached response depends on. Apart from cache tags these are parts of lists, which only this process follows:
 * for caches in front their tag is `games`; and the current minute, for what time alone changes.
 */
export type CacheKey = SurrogateKey | `list ${string}` | "minute";

/** The tags of what a response depends on. `games` includes each game. */
export function tagsOf(keys: Iterable<CacheKey>): Set<SurrogateKey> {
  const tags = new Set(
    Array.from(keys)
      .filter((key) => key !== "minute")
      .map((key) => (isListKey(key) ? "games" : key)),
  );
  return tags.has("games") ? new Set([...tags].filter((tag) => !tag.startsWith("game-"))) : tags;
}

export function isListKey(key: CacheKey): key is `list ${string}` {
  return key.startsWith("list ");
}

/** For responses about one game. Lists of games have `games`: changes move games in and out of them. */
export const gameKey = (id: number): SurrogateKey => `game-${id}`;

/** The tags of responses that a change affects; `everything` when that is unknown. */
export function keysOfChange(topic: string, change: Change): readonly SurrogateKey[] | "everything" {
  switch (topic) {
    case "games":
      return change === "*" ? "everything" : ["games", ...change.map(gameKey)];
    case "polls":
      return ["polls"];
    case "stores":
    case "markets":
    case "exchange_rates":
      return ["stores"];
    case "content_strings":
      return ["strings"];
    case "site_config":
      return ["settings"];
    default:
      return [];
  }
}
