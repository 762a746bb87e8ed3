import type { Env } from "../../../platform/process/env.ts";
import { createClient } from "./client.ts";
import { openEpic } from "./epic.ts";
import { openFeed } from "./feed.ts";
import { gogPaceMs, openGog } from "./gog.ts";
import type { PlayerCount, PriceSource, Source, SourceKey } from "./source.ts";
import { createSteamClient, type ListSteamApps, openSteam } from "./steam.ts";
import { openSteamPlayers, steamPlayersPaceMs } from "./steam-players.ts";

export interface OpenSetting {
  env: Pick<
    Env,
    | "publicUrl"
    | "steamStoreUrl"
    | "steamWebApiUrl"
    | "gogCatalogUrl"
    | "epicFreeGamesUrl"
    | "cdkeysFeedUrl"
    | "otherFeedUrl"
  >;
  /** Which games Steam is asked about: it has no catalogue to read. */
  listSteamApps: ListSteamApps;
}

/** The source as configured; `null` for a store without a feed. Calls nothing until it is read. */
export function openSource(key: SourceKey, { env, listSteamApps }: OpenSetting): PriceSource | null {
  const { publicUrl } = env;
  switch (key) {
    case "steam":
      return openSteam({ storeUrl: env.steamStoreUrl, client: createSteamClient(publicUrl), listApps: listSteamApps });
    case "gog":
      return openGog({ catalogUrl: env.gogCatalogUrl, client: createClient({ publicUrl, paceMs: gogPaceMs }) });
    case "epic":
      return openEpic({ freeGamesUrl: env.epicFreeGamesUrl, client: createClient({ publicUrl, paceMs: 0 }) });
    case "cdkeys":
    case "other": {
      const location = key === "cdkeys" ? env.cdkeysFeedUrl : env.otherFeedUrl;
      return location ? openFeed({ store: key, location, client: createClient({ publicUrl, paceMs: 0 }) }) : null;
    }
  }
}

/** How many play the games on Steam. */
export function openPlayers({ env, listSteamApps }: OpenSetting): Source<PlayerCount> {
  const client = createClient({ publicUrl: env.publicUrl, paceMs: steamPlayersPaceMs });
  return openSteamPlayers({ webApiUrl: env.steamWebApiUrl, client, listApps: listSteamApps });
}
