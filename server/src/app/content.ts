import type { Followers } from "../db/changes.ts";
import type { Catalogue } from "../games/snapshot.ts";
import { type Content, createGameVersions } from "../http/content.ts";
import type { Foundation } from "./foundation.ts";

export interface FollowedContent {
  content: Content;
  /** Take up what changed, and resolve when it shows. */
  followers: Followers;
  /** The same for what no log keeps. */
  passing: Followers;
}

/** Knows the versions of all that visitors see. A process without a catalogue shows nothing, and follows texts and settings alone. */
export function followContent(
  { strings, settings, changes, onFollowError }: Pick<Foundation, "strings" | "settings" | "changes" | "onFollowError">,
  catalogue: Catalogue | null,
): FollowedContent {
  const games = createGameVersions();
  /** Games that were answered for without all that belongs to them. */
  const incomplete = new Set<number>();
  let pollsHeard = 0;
  const versions = {
    games: () => catalogue?.version ?? 0,
    polls: () => pollsHeard,
    strings: strings.version,
    settings: settings.version,
  };

  return {
    content: {
      versionOf(key) {
        dropIncomplete();
        if (isNamed(key)) return versions[key]();
        return games.of(Number(key.slice("game-".length))) + (catalogue?.generation ?? 0);
      },
      version: () => Object.values(versions).reduce((sum, version) => sum + version(), 0),
      markIncomplete(gameId) {
        incomplete.add(gameId);
      },
    },
    followers: {
      async games(change) {
        await catalogue?.handleChange(change).catch(onFollowError);
        games.bump(change);
      },
      content_strings: () => strings.reload(),
      site_config: () => settings.reload(),
    },
    passing: {
      // pages say when prices were last seen, also where none has changed
      polls: () => {
        pollsHeard += 1;
      },
    },
  };

  /** Not while the database is away: nobody could make better ones. */
  function dropIncomplete(): void {
    if (incomplete.size === 0 || changes.staleSince() !== null) return;
    games.bump([...incomplete]);
    incomplete.clear();
  }

  function isNamed(key: string): key is keyof typeof versions {
    return key in versions;
  }
}
