import type { FileEncoding } from "contract/core/file-encoding.ts";
import type { FeedColumn } from "contract/prices/feed-rules.ts";
import { otherStore } from "contract/stores/rules.ts";
import type { StoreKey } from "contract/stores/store-key.ts";
import type { Env } from "../../../platform/process/env.ts";
import { createClient, type SourceClient } from "./client.ts";
import { openEpic } from "./epic.ts";
import { feedKey, openFeed } from "./feed.ts";
import { gogCurrency, openGog } from "./gog.ts";
import { firstCountry, type PlayerCount, type PriceSource, type Source, type SourceMarket } from "./source.ts";
import { type ListSteamApps, openSteam } from "./steam.ts";
import { openSteamPlayers } from "./steam-players.ts";
import type { Upstreams } from "./upstreams.ts";

type SourceEnv = Pick<
  Env,
  | "publicUrl"
  | "steamStoreUrl"
  | "steamWebApiUrl"
  | "gogCatalogUrl"
  | "epicFreeGamesUrl"
  | "cdkeysFeedUrl"
  | "otherFeedUrl"
  | "webhookAllowPrivate"
>;

/** A store's product feed for a country. */
export interface FeedSetting {
  store: StoreKey;
  country: string;
  /** The currency of amounts without one; `null` = they are refused, and others must be in the market's. */
  currency: string | null;
  /** A web address or a path. */
  url: string;
  /** Of a feed without a byte order mark or a declaration; UTF-8 by default. */
  encoding?: FileEncoding;
  /** The feed's column names by ours. */
  columns?: ReadonlyMap<FeedColumn, string>;
  /** The operator configured it in the environment, so that it may be on a private network or a file. */
  isTrusted?: boolean;
}

export interface OpenSetting {
  env: SourceEnv;
  upstreams: Upstreams;
  markets: readonly SourceMarket[];
  /** Feeds for countries without a market are left out. */
  feeds: readonly FeedSetting[];
  /** The games to query Steam for in a country, since it has no catalogue. */
  listSteamApps: (country: string) => ListSteamApps;
  /** The store of Epic's giveaways. */
  epicStore: StoreKey;
}

export interface PlayersSetting {
  env: Pick<SourceEnv, "steamWebApiUrl">;
  upstreams: Pick<Upstreams, "steamApi">;
  listSteamApps: ListSteamApps;
}

/** The configured sources of all markets. Calls nothing until one is read. */
export function openSources({ env, upstreams, markets, feeds, listSteamApps, epicStore }: OpenSetting): PriceSource[] {
  const { publicUrl } = env;
  const { steam, gog, gogAnswers, epic } = upstreams;
  const feedClients = new Map<string, SourceClient>();

  function feedClient(url: string, isTrusted: boolean): SourceClient {
    const key = `${URL.parse(url)?.host ?? ""} ${isTrusted}`;
    const client = feedClients.get(key) ?? createClient({ publicUrl, paceMs: 0, isPublicOnly: !isTrusted });
    feedClients.set(key, client);
    return client;
  }

  function openFeeds(market: SourceMarket): PriceSource[] {
    const ofMarket = feeds.filter(({ country }) => country === market.country);
    return [...ofMarket, ...feedsOfEnv(env, market, ofMarket)].map(
      ({ store, url, columns, currency, encoding, isTrusted = env.webhookAllowPrivate }) => {
        const client = feedClient(url, isTrusted);
        return openFeed({ store, market, location: url, currency, encoding, client, ...(columns && { columns }) });
      },
    );
  }

  /** The first market of each currency that GOG charges in. */
  const gogMarkets = new Map(markets.toReversed().map(({ country }) => [gogCurrency(country), country]));

  return markets.flatMap((market) => [
    openSteam({ storeUrl: env.steamStoreUrl, client: steam, listApps: listSteamApps(market.country), market }),
    openGog({
      catalogUrl: env.gogCatalogUrl,
      client: gog,
      market,
      askedFor: gogMarkets.get(gogCurrency(market.country)),
      answers: gogAnswers,
    }),
    ...openFeeds(market),
    openEpic({ freeGamesUrl: env.epicFreeGamesUrl, client: epic, market, store: epicStore }),
  ]);
}

/** The feeds of the environment, which are for the first market, unless a configured feed replaces them. */
function feedsOfEnv(env: SourceEnv, { country }: SourceMarket, configured: readonly FeedSetting[]): FeedSetting[] {
  if (country !== firstCountry) return [];
  const taken = new Set(configured.map(({ store }) => feedKey(store, country)));
  return [
    { store: "cdkeys", url: env.cdkeysFeedUrl },
    { store: otherStore, url: env.otherFeedUrl },
  ].flatMap(({ store, url }) =>
    url && !taken.has(feedKey(store, country)) ? [{ store, country, url, currency: null, isTrusted: true }] : [],
  );
}

/** The numbers of players on Steam. */
export function openPlayers({ env, upstreams, listSteamApps }: PlayersSetting): Source<PlayerCount> {
  return openSteamPlayers({ webApiUrl: env.steamWebApiUrl, client: upstreams.steamApi, listApps: listSteamApps });
}
