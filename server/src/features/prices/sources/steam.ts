import { z } from "zod";
import { shown } from "../../../platform/files/row-values.ts";
import { type CallOptions, createClient, type SourceClient } from "./client.ts";
import { collect, minorFrom, nameOfCurrency, pageOf, type Reading, refused } from "./readings.ts";
import {
  marketKey,
  type PriceSource,
  type Refusal,
  SourceError,
  type SourceMarket,
  type SourceOffer,
} from "./source.ts";

/** A game whose price is requested from Steam. */
export interface SteamApp {
  appid: number;
  /** Whether it costs something at Steam: a response without a price is then checked again. */
  isPriced: boolean;
  /** Whether its details at Steam say that it is free to play; `null` = they are not known. */
  isFree?: boolean | null;
  /** Its number of players, where it is known. */
  players?: number | null;
}

/** Apps after this one, 0 = from the beginning, in an order that stays the same; at most `limit`. */
export type ListSteamApps = (after: number, limit: number) => Promise<readonly SteamApp[]>;

export interface SteamSetting {
  storeUrl: string;
  /** Shared by all markets, since Steam's rate limit applies to all of them. */
  client: SourceClient;
  listApps: ListSteamApps;
  market: SourceMarket;
}

const idsPerCall = 100;
/** Games of a page without a price whose details are requested, as nothing says whether they are free. */
const maxChecked = 10;
/** 200 calls in 5 minutes (spec/price-sources 1.1). */
const steamPaceMs = 1_500;
const limits = { maxBytes: 5_000_000, totalMs: 60_000 };
/** Steam denies everything during outages; this many games are never removed at once. */
const maxDenied = 10;

/** Steam's prices in a market, a hundred games per call; `storeUrl` serves `/api/appdetails`. */
export function openSteam({ storeUrl, client, listApps, market }: SteamSetting): PriceSource {
  const { country, currency } = market;
  const addressOf = (ids: readonly number[], filters: string) =>
    `${storeUrl}/api/appdetails?appids=${ids.join(",")}&filters=${filters}&cc=${country.toLowerCase()}&l=english`;
  /** Requests the details of a game that lost its price, which show whether it is free or no longer sold. */
  const fetchDetails = (appid: number, options: CallOptions) =>
    client.json(addressOf([appid], "basic"), options, (body) => readDetails(body, appid, currency));
  return {
    key: marketKey("steam", country),
    store: "steam",
    country,
    // Steam has no catalogue: it is queried by game, and reports which games it does not sell
    exhaustive: false,
    atomic: false,
    async *read({ signal, after }) {
      let last = Number(after ?? 0);
      for (;;) {
        const apps = await listApps(last, idsPerCall);
        if (apps.length === 0) return;
        const ids = apps.map((app) => app.appid);
        const options = { ...limits, signal };
        const reading = await client.json(addressOf(ids, "price_overview"), options, (body) =>
          readSteamPrices(body, ids, currency),
        );
        const checked = new Set(appsToCheck(apps, reading.items));
        for (const [index, item] of reading.items.entries()) {
          const app = item.priceMinor === undefined && apps.find(({ appid }) => appid === item.steamAppid);
          if (!app) continue;
          if (checked.has(app)) reading.items[index] = await fetchDetails(app.appid, options);
          else if (app.isFree) reading.items[index] = { ...item, priceMinor: 0 };
        }
        last = ids.at(-1)!;
        yield pageOf(reading, String(last));
      }
    },
  };
}

/** Those that lost their price, and the most played ones of which nothing says whether they are free. */
function appsToCheck(apps: readonly SteamApp[], items: readonly SourceOffer[]): SteamApp[] {
  const priceless = new Set(items.filter((item) => item.priceMinor === undefined).map((item) => item.steamAppid));
  const found = apps.filter(({ appid }) => priceless.has(appid));
  const unknown = found.filter(({ isPriced, isFree }) => !isPriced && isFree === null);
  const byPlayers = unknown.toSorted((a, b) => (b.players ?? 0) - (a.players ?? 0));
  return [...found.filter(({ isPriced }) => isPriced), ...byPlayers.slice(0, maxChecked)];
}

/** For Steam's store, which also rate-limits with 403. */
export function createSteamClient(publicUrl: string): SourceClient {
  return createClient({ publicUrl, paceMs: steamPaceMs, rateLimitStatuses: [429, 403] });
}

function readDetails(body: unknown, appid: number, currency: string): SourceOffer {
  const entry = Details.safeParse((body as Record<string, unknown> | null)?.[appid]);
  if (!entry.success) return offerOf(appid, currency);
  return { ...offerOf(appid, currency), priceMinor: entry.data.data.is_free ? 0 : null };
}

const Details = z.object({ success: z.literal(true), data: z.object({ is_free: z.boolean() }) });
const Denied = z.object({ success: z.literal(false) });
const Priceless = z.object({
  success: z.literal(true),
  // PHP serializes an empty object as an array
  data: z.union([z.tuple([]), z.object({ price_overview: z.never().optional(), is_free: z.boolean().optional() })]),
});
const Priced = z.object({ success: z.literal(true), data: z.object({ price_overview: z.unknown() }) });
/** `initial` and `final` are hundredths in every currency, also in those without decimals or with three. */
const steamDecimals = 2;
const PriceOverview = z.object({
  currency: z.string(),
  initial: z.int(),
  final: z.int(),
  discount_percent: z.int().optional(),
  final_formatted: z.string().optional(),
});

/**
 * Reads a response of `appdetails` about a market with this currency. Unexpected entries are refused. A game without a
 * price may be free or not sold, so its price is left out. Throws SourceError if all of it is implausible.
 */
export function readSteamPrices(body: unknown, appids: readonly number[], currency: string): Reading<SourceOffer> {
  const payload = z.record(z.string(), z.unknown()).safeParse(body);
  if (!payload.success) throw new SourceError("invalid", `Steam responded ${shown(body)} instead of games`);
  const reading: Reading<SourceOffer> = { items: [], refusals: [] };
  const requested = new Set(appids.map(String));
  for (const key of Object.keys(payload.data)) {
    if (!requested.has(key)) reading.refusals.push(refused(key, "shape", "was not requested"));
  }
  for (const appid of appids) collect(reading, readEntry(appid, payload.data[appid], currency));
  const denied = reading.items.filter((item) => item.priceMinor === null).length;
  if (denied >= maxDenied && denied === appids.length) {
    throw new SourceError("invalid", `Steam denies all of ${denied} games, which is not believed`);
  }
  return reading;
}

function readEntry(appid: number, entry: unknown, currency: string): SourceOffer | Refusal {
  const offer = offerOf(appid, currency);
  if (entry === undefined) return refused(appid, "shape", "is missing from the response");
  if (Denied.safeParse(entry).success) return { ...offer, priceMinor: null };
  const priceless = Priceless.safeParse(entry);
  if (priceless.success) {
    const isFree = "is_free" in priceless.data.data && priceless.data.data.is_free === true;
    return isFree ? { ...offer, priceMinor: 0 } : offer;
  }
  const priced = Priced.safeParse(entry);
  const overview = PriceOverview.safeParse(priced.data?.data.price_overview);
  if (!overview.success) return refused(appid, "shape", `${shown(entry)} is not what Steam says of a game`);
  const { initial, final } = overview.data;
  if (overview.data.currency !== currency) {
    return refused(appid, "currency", `costs ${shown(overview.data.currency)}, not ${nameOfCurrency(currency)}`);
  }
  const priceMinor = minorFrom(final, steamDecimals, currency);
  const regularMinor = minorFrom(initial, steamDecimals, currency);
  if (priceMinor === null || regularMinor === null) {
    return refused(appid, "price", `${final} of ${initial} hundredths are not prices in ${nameOfCurrency(currency)}`);
  }
  const problem = checkPrices(overview.data, priceMinor);
  if (problem) return refused(appid, "price", problem);
  return { ...offer, priceMinor, regularMinor };
}

/** Currencies whose minor units Steam rounds away in formatted prices: 112.25 hryvnias are shown as `112 ₴`. */
const roundedCurrencies = new Set(["COP", "CRC", "IDR", "INR", "KZT", "RUB", "TWD", "UAH", "UYU"]);

/**
 * Checks the two prices; the discount only confirms a price of 0. A free weekend has a discount of 100, the text "Free"
 * and a price that matches neither.
 */
function checkPrices(overview: z.output<typeof PriceOverview>, priceMinor: number): string | undefined {
  const { currency, initial, final, discount_percent, final_formatted } = overview;
  if (final > initial) return `costs ${final} hundredths, more than its regular ${initial}`;
  if (final === 0 && initial > 0 && discount_percent !== 100)
    return `costs nothing instead of ${initial} hundredths, without a discount`;
  const digits = final_formatted?.replaceAll(/\D/g, "");
  if (!digits) return;
  const written = Number(digits);
  const isRounded = roundedCurrencies.has(currency) && Math.abs(written * 100 - final) < 100;
  if (written !== final && written !== priceMinor && written * 100 !== final && !isRounded) {
    return `costs ${final} hundredths, and "${final_formatted}" too`;
  }
}

function offerOf(appid: number, currency: string): SourceOffer {
  const link = `https://store.steampowered.com/app/${appid}/`;
  return { productId: String(appid), steamAppid: appid, link, currency };
}
