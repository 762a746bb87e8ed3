import type { CatalogueKey, GameIndex } from "../features/games/read-model/game-index.ts";
import type { Subscribers } from "../platform/db/changes/changes.ts";
import { isListKey } from "../platform/http/cache/cache-tags.ts";
import { type Content, createGameVersions } from "../platform/http/content.ts";
import type { Foundation } from "./foundation.ts";

export interface FollowedContent {
  content: Content;
  /** They resolve when the change is applied. */
  subscribers: Subscribers;
  /** The same for topics without a log. */
  ephemeral: Subscribers;
}

/** The versions of public content. */
export function followContent(
  {
    strings,
    settings,
    stores,
    markets,
    exchangeRates,
    feeds,
    changes,
    onFollowError,
  }: Pick<
    Foundation,
    "strings" | "settings" | "stores" | "markets" | "exchangeRates" | "feeds" | "changes" | "onFollowError"
  >,
  gameIndex: GameIndex | null,
): FollowedContent {
  const games = createGameVersions();
  const incomplete = new Set<number>();
  let pollsVersion = 0;
  const versions = {
    games: () => gameIndex?.version ?? 0,
    polls: () => pollsVersion,
    stores: () => stores.version() + markets.version() + exchangeRates.version(),
    strings: strings.version,
    settings: settings.version,
  };

  return {
    content: {
      versionOf(key) {
        dropIncomplete();
        if (key === "minute") return Math.floor(Date.now() / 60_000);
        if (isNamed(key)) return versions[key]();
        if (isListKey(key)) return gameIndex?.listVersion(key.slice("list ".length) as CatalogueKey) ?? 0;
        return games.of(Number(key.slice("game-".length))) + (gameIndex?.generation ?? 0);
      },
      version: () => Object.values(versions).reduce((sum, version) => sum + version(), 0),
      markIncomplete(gameId) {
        incomplete.add(gameId);
      },
    },
    subscribers: {
      async games(change) {
        await gameIndex?.handleChange(change).catch(onFollowError);
        games.bump(change);
      },
      stores: () => stores.reload(),
      async markets() {
        await markets.reload();
        // which markets are enabled is part of the catalogue
        await gameIndex?.handleChange("*").catch(onFollowError);
        games.bump("*");
      },
      exchange_rates: () => exchangeRates.reload(),
      product_feeds: () => feeds.reload(),
      content_strings: () => strings.reload(),
      site_config: () => settings.reload(),
    },
    ephemeral: {
      // pages show when prices were last checked
      polls: () => {
        pollsVersion += 1;
      },
    },
  };

  /** Waits for the database: until then new responses would be incomplete as well. */
  function dropIncomplete(): void {
    if (incomplete.size === 0 || changes.staleSince() !== null) return;
    games.bump([...incomplete]);
    incomplete.clear();
  }

  function isNamed(key: string): key is keyof typeof versions {
    return key in versions;
  }
}
