import type { Change } from "../../db/changes/changes.ts";

/** A cache tag: caches, this process's too, drop responses by it when something changes. */
export type SurrogateKey = "games" | "polls" | "strings" | "settings" | `game-${number}`;

/** For responses about one game. Lists of games have `games`: changes move games in and out of them. */
export const gameKey = (id: number): SurrogateKey => `game-${id}`;

/** The tags of responses that a change affects; `everything` when that is unknown. */
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
