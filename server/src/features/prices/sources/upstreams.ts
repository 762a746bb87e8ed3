import { createClient, type SourceClient } from "./client.ts";
import { gogPaceMs } from "./gog.ts";
import { createSteamClient } from "./steam.ts";
import { steamPlayersPaceMs } from "./steam-players.ts";

/** A client for each upstream: what it allows is counted over everything that this process asks it. */
export interface Upstreams {
  steam: SourceClient;
  steamApi: SourceClient;
  gog: SourceClient;
  epic: SourceClient;
}

export function openUpstreams(publicUrl: string): Upstreams {
  return {
    steam: createSteamClient(publicUrl),
    steamApi: createClient({ publicUrl, paceMs: steamPlayersPaceMs }),
    gog: createClient({ publicUrl, paceMs: gogPaceMs }),
    epic: createClient({ publicUrl, paceMs: 0 }),
  };
}
