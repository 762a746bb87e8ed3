import type { Change } from "../db/changes.ts";

/** A name for what an answer shows. Caches drop by it what shows a thing that has changed, and so does this process. */
export type SurrogateKey = "games" | "polls" | "strings" | "settings" | `game-${number}`;

/** The name of what shows one game; lists of games are `games`, as a change moves games in and out of them. */
export const gameKey = (id: number): SurrogateKey => `game-${id}`;

/** The names of what shows something of a topic that has changed; `everything` when it cannot be said. */
export function keysOfChange(topic: string, change: Change): readonly SurrogateKey[] | "everything" {
  switch (topic) {
    case "games":
      return change === "*" ? "everything" : ["games", ...change.map(gameKey)];
    case "polls":
      return ["polls"];
    case "content_strings":
      return ["strings"];
    case "site_config":
      return ["settings"];
    default:
      return [];
  }
}
