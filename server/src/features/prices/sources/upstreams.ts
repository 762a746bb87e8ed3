import { createClient, type SourceClient } from "./client.ts";
import { type GogAnswers, gogPaceMs, openGogAnswers } from "./gog.ts";
import { createSteamClient } from "./steam.ts";
import { steamPlayersPaceMs } from "./steam-players.ts";

/** A client for each upstream, shared by all sources of the process, since rate limits apply to all its requests. */
export interface Upstreams {
  steam: SourceClient;
  steamApi: SourceClient;
  gog: SourceClient;
  gogAnswers: GogAnswers;
  epic: SourceClient;
}

export function openUpstreams(publicUrl: string): Upstreams {
  return {
    steam: createSteamClient(publicUrl),
    steamApi: createClient({ publicUrl, paceMs: steamPlayersPaceMs }),
    gog: createClient({ publicUrl, paceMs: gogPaceMs }),
    gogAnswers: openGogAnswers(),
    epic: createClient({ publicUrl, paceMs: 0 }),
  };
}
