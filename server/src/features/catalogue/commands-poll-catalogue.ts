import type { GameSourceChoice } from "contract/site-config/defaults.ts";
import type { Db } from "../../platform/db/connect.ts";
import type { Env } from "../../platform/process/env.ts";
import type { PollPage, PollReading, PollSource } from "../prices/polls/commands-poll.ts";
import { countRefusals } from "../prices/polls/commands-refusals.ts";
import type { SourceClient } from "../prices/sources/client.ts";
import { firstCountry } from "../prices/sources/source.ts";
import {
  addStarterGames,
  adoptGames,
  listDueApps,
  listUnknownApps,
  markRead,
  recordListedApps,
} from "./commands-apps.ts";
import { recordDetails } from "./commands-details.ts";
import { listDueTitles, recordTitle } from "./commands-titles.ts";
import { readGogCatalogue } from "./sources/gog-details.ts";
import { readStarterGames } from "./sources/starter-games.ts";
import { readSteamDetails, readSteamTitle } from "./sources/steam-details.ts";
import { openSteamList } from "./sources/steam-list.ts";

export interface CatalogueSetting {
  env: Pick<Env, "steamStoreUrl" | "steamWebApiUrl" | "steamWebApiKey" | "gogCatalogUrl">;
  /** Shared with the price polls, so that they respect the rate limits together. */
  clients: { steam: SourceClient; steamApi: SourceClient; gog: SourceClient };
}

/**
 * The sources of games: Steam's list, where a key is set, Steam's details, of the starter list where there is no key,
 * and GOG's catalogue; `gog` = that alone.
 */
export function openCatalogueSources(
  db: Db,
  setting: CatalogueSetting,
  choice: GameSourceChoice = "starter",
): PollSource[] {
  const { steamWebApiKey } = setting.env;
  if (choice === "none") return [];
  if (choice === "gog") return [gogSource(setting)];
  return [
    ...(steamWebApiKey ? [steamListSource(setting, steamWebApiKey)] : []),
    steamDetailsSource(db, setting),
    gogSource(setting),
  ];
}

const everywhere = { country: firstCountry, exhaustive: false };

const pageOf = (page: Pick<PollPage, "seen" | "cursor" | "apply"> & Partial<PollPage>): PollPage => ({
  unmatched: 0,
  refused: 0,
  refusals: [],
  version: null,
  unchanged: false,
  ...page,
});

/** The cursor is the last appid and latest change; the version, the latest change, is where the next poll starts. */
function steamListSource({ env, clients }: CatalogueSetting, key: string): PollSource {
  const readPages = openSteamList({ webApiUrl: env.steamWebApiUrl, key, client: clients.steamApi });
  return {
    key: "catalogue-list",
    fills: true,
    store: "steam",
    ...everywhere,
    async *read({ signal, after, known }) {
      const since = known?.version ? new Date(known.version) : null;
      const [from = "0", latestSoFar] = (after ?? "").split(" ").filter(Boolean);
      let latest = latestSoFar ? new Date(latestSoFar) : (since ?? new Date(0));
      for await (const { apps, last } of readPages(Number(from), since, signal)) {
        for (const { modifiedAt } of apps) if (modifiedAt > latest) latest = modifiedAt;
        yield pageOf({
          seen: apps.length,
          cursor: `${last ?? apps.at(-1)?.appid ?? from} ${latest.toISOString()}`,
          version: latest.toISOString(),
          apply: (tx, now) => recordListedApps(tx, apps, now),
        });
      }
    },
  };
}

const appsPerQuery = 10;
/** A transaction of the starter list: few enough that visitors see the first games at once. */
const startersPerPage = 500;
/** The most titles that a poll reads: nearly an hour at Steam's pace. */
const maxTitles = 2_000;
const detailLimits = { maxBytes: 2_000_000, totalMs: 60_000 };

/**
 * Fetches due apps, each a page of its own, so that an interruption repeats one request at most, then titles in other
 * languages, one per request. The database records which are due, so it needs no cursor.
 */
function steamDetailsSource(db: Db, { env, clients }: CatalogueSetting): PollSource {
  const addressOf = (appid: number, language = "english") =>
    `${env.steamStoreUrl}/api/appdetails?appids=${appid}&cc=us&l=${language}`;

  async function* addStarters(): AsyncGenerator<PollPage> {
    const games = await listUnknownApps(db, await readStarterGames());
    for (let from = 0; from < games.length; from += startersPerPage) {
      const some = games.slice(from, from + startersPerPage);
      const apply = (tx: Db, now: Date) => addStarterGames(tx, some, now);
      yield pageOf({ seen: 0, cursor: String(some.at(-1)!.appid), apply });
    }
  }

  async function* readTitles({ signal, clock }: PollReading): AsyncGenerator<PollPage> {
    for (let read = 0; read < maxTitles; ) {
      const due = await listDueTitles(db, clock(), appsPerQuery);
      if (due.length === 0) return;
      for (const { appid, languages } of due) {
        for (const language of languages) {
          const address = `${addressOf(appid, language.name)}&filters=basic`;
          const options = { ...detailLimits, signal };
          const title = await clients.steam.json(address, options, (body) => readSteamTitle(body, appid));
          const apply = (tx: Db, now: Date) => recordTitle(tx, { appid, language, title }, now);
          yield pageOf({ seen: 0, cursor: String(appid), apply });
          read += 1;
        }
      }
    }
  }

  return {
    key: "catalogue-steam",
    fills: true,
    isWaiting: async (tx, last, now) => last.seen === 0 && (await listDueApps(tx, now, 1)).length > 0,
    store: "steam",
    ...everywhere,
    async *read(reading) {
      const { signal, clock } = reading;
      await adoptGames(db);
      if (!env.steamWebApiKey) yield* addStarters();
      for (;;) {
        const appids = await listDueApps(db, clock(), appsPerQuery);
        if (appids.length === 0) break;
        for (const appid of appids) {
          const options = { ...detailLimits, signal };
          const found = await clients.steam.json(addressOf(appid), options, (body) => readSteamDetails(body, appid));
          const refusals = found !== null && "reason" in found ? [found] : [];
          const details = found !== null && !("reason" in found) ? [found] : [];
          yield pageOf({
            seen: 1,
            refused: refusals.length,
            refusals: countRefusals([], refusals),
            cursor: String(appid),
            async apply(tx, now) {
              const { added, changed } = await recordDetails(tx, "steam", details, now);
              await markRead(tx, [appid], now);
              return added + changed;
            },
          });
        }
      }
      yield* readTitles(reading);
    },
  };
}

/** The cursor is the number of the last page. */
function gogSource({ env, clients }: CatalogueSetting): PollSource {
  return {
    key: "catalogue-gog",
    fills: true,
    store: "gog",
    ...everywhere,
    async *read({ signal, after }) {
      const setting = { catalogUrl: env.gogCatalogUrl, client: clients.gog };
      for await (const { page, items, refusals } of readGogCatalogue(setting, Number(after ?? 0) + 1, signal)) {
        yield pageOf({
          seen: items.length + refusals.length,
          refused: refusals.length,
          refusals: countRefusals([], refusals),
          cursor: String(page),
          async apply(tx, now) {
            const { added, changed } = await recordDetails(tx, "gog", items, now);
            return added + changed;
          },
        });
      }
    },
  };
}
