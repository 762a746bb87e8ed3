import { z } from "zod";
import { largestInteger, shown } from "../../../platform/files/row-values.ts";
import type { SourceClient } from "./client.ts";
import { pageOf, type Reading, refused } from "./readings.ts";
import { firstCountry, type PlayerCount, type Source, SourceError } from "./source.ts";
import type { ListSteamApps } from "./steam.ts";

export interface SteamPlayersSetting {
  webApiUrl: string;
  client: SourceClient;
  listApps: ListSteamApps;
}

const appsPerPage = 25;
export const steamPlayersPaceMs = 250;
const limits = { maxBytes: 100_000, totalMs: 30_000 };
/** Steam's status for an app without a player count. */
const statuses = [404];

const Payload = z.object({
  response: z.object({ result: z.int(), player_count: z.int().min(0).max(largestInteger).optional() }),
});

/**
 * The current number of players of each game on Steam, one game per call; a game without a number is refused.
 */
export function openSteamPlayers({ webApiUrl, client, listApps }: SteamPlayersSetting): Source<PlayerCount> {
  return {
    key: "steam-players",
    store: "steam",
    // player counts are global
    country: firstCountry,
    exhaustive: false,
    atomic: false,
    async *read({ signal, after }) {
      let last = Number(after ?? 0);
      for (;;) {
        const apps = await listApps(last, appsPerPage);
        if (apps.length === 0) return;
        const reading: Reading<PlayerCount> = { items: [], refusals: [] };
        for (const { appid } of apps) {
          const url = `${webApiUrl}/ISteamUserStats/GetNumberOfCurrentPlayers/v1/?appid=${appid}`;
          const one = await client.json(url, { ...limits, statuses, signal }, (body) => readPlayerCount(body, appid));
          reading.items.push(...one.items);
          reading.refusals.push(...one.refusals);
        }
        last = apps.at(-1)!.appid;
        yield pageOf(reading, String(last));
      }
    },
  };
}

/** Reads the response about one app. Throws SourceError if it is not Steam's. */
export function readPlayerCount(body: unknown, appid: number): Reading<PlayerCount> {
  const payload = Payload.safeParse(body);
  if (!payload.success)
    throw new SourceError("invalid", `Steam responded ${shown(body)} instead of a number of players`);
  const { result, player_count: playerCount } = payload.data.response;
  if (result !== 1 || playerCount === undefined) {
    return { items: [], refusals: [refused(appid, "shape", "has no number of players")] };
  }
  return { items: [{ steamAppid: appid, playerCount }], refusals: [] };
}
