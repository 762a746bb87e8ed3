import type { BundleTier } from "contract/bundles/rules.ts";
import type { Launcher } from "contract/prices/launchers.ts";
import { launchers } from "contract/prices/launchers.ts";
import { z } from "zod";
import { findEnglishDay, monthOf } from "../../../platform/files/dates.ts";
import { cleanLine } from "../../../platform/files/text.ts";
import { nothing, pathOf, type Stated, type StatedBundle, toMoment } from "./draft.ts";

/** Humble's own key among the stores. */
const store = "humble";
const site = "https://www.humblebundle.com";

const Money = z.object({ amount: z.number(), currency: z.string() });
const Countries = z.array(z.string()).default([]);

/** What Humble calls the platforms of its keys. */
const platforms: Record<string, Launcher> = { origin: "ea", uplay: "ubisoft", epic_games: "epic", ms: "microsoft" };

const launcherOf = (type: string): Launcher | undefined =>
  platforms[type] ?? launchers.find((launcher) => launcher === type.split("_")[0]);

const Key = z.object({
  machine_name: z.string(),
  human_name: z.string(),
  key_type: z.string().default(""),
  steam_app_id: z.number().int().nullish(),
  exclusive_countries: Countries,
  disallowed_countries: Countries,
});
type Key = z.output<typeof Key>;

/** The JSON in the page of a month of Humble Choice. */
export const MembershipPage = z.object({
  "baseSubscriptionPrice|money": Money,
  payEarlyOptions: z
    .object({ "activeContentStart|datetime": z.string().nullish(), productMachineName: z.string().nullish() })
    .nullish(),
  contentChoiceOptions: z.object({
    title: z.string(),
    productUrlPath: z.string(),
    productMachineName: z.string(),
    contentChoiceData: z.object({
      display_order: z.array(z.string()),
      extras: z.array(z.object({ human_name: z.string(), machine_name: z.string() })).default([]),
      game_data: z.record(z.string(), z.object({ title: z.string(), tpkds: z.array(Key).default([]) })),
    }),
  }),
});

/**
 * A month of Humble Choice. Its games have the titles of the page, not those of the keys, which are often shortened;
 * keys of one game for several regions are one item, and coupons are no games.
 */
export function readMembership(page: z.output<typeof MembershipPage>): StatedBundle {
  const { contentChoiceOptions: month, payEarlyOptions: next } = page;
  const { display_order, extras, game_data } = month.contentChoiceData;
  const games = display_order.flatMap((name) => (game_data[name] ? itemsOf(name, game_data[name]) : []));
  const coupons = extras.map(({ human_name, machine_name }) => {
    return { title: cleanLine(human_name), kind: "coupon" as const, id: machine_name, tier: 1 };
  });
  // the next month begins when this one ends
  const ends = next?.productMachineName !== month.productMachineName && next?.["activeContentStart|datetime"];
  return {
    ...monthOfChoice(month.title, month.productUrlPath),
    complete: true,
    ends_at: toMoment(ends || null),
    tiers: [{ price: page["baseSubscriptionPrice|money"] }],
    items: [...games, ...coupons],
  };
}

function itemsOf(name: string, { title, tpkds }: { title: string; tpkds: Key[] }): NonNullable<StatedBundle["items"]> {
  const byApp = Map.groupBy(tpkds, ({ steam_app_id }) => steam_app_id ?? null);
  if (byApp.size === 0) return [{ title: cleanLine(title), id: name, tier: 1 }];
  return [...byApp].map(([appid, keys]) => ({
    // keys of several products in one box have titles of their own
    title: cleanLine(byApp.size === 1 ? title : keys[0]!.human_name),
    id: byApp.size === 1 ? name : keys[0]!.machine_name,
    tier: 1,
    steam_appid: appid,
    activates_on: [...new Set(keys.flatMap(({ key_type }) => launcherOf(key_type) ?? []))],
    activates_in: placesOf(keys),
  }));
}

/** Where any of a game's keys activates; `null` = a key without limits. */
function placesOf(keys: readonly Key[]): string[] | null {
  const worldwide = keys.filter(({ exclusive_countries }) => exclusive_countries.length === 0);
  if (worldwide.length === 0)
    return [...new Set(keys.flatMap(({ exclusive_countries }) => exclusive_countries))].sort();
  const [first, ...others] = worldwide.map(({ disallowed_countries }) => disallowed_countries);
  const excluded = first!.filter(
    (country) =>
      others.every((some) => some.includes(country)) &&
      keys.every(({ exclusive_countries }) => !exclusive_countries.includes(country)),
  );
  return excluded.length === 0 ? null : ["GLOBAL", ...excluded.sort().map((country) => `!${country}`)];
}

const monthOfChoice = (title: string, path: string) => ({
  id: `membership/${path}`,
  store,
  title: `Humble Choice ${cleanLine(title)}`,
  address: `${site}/membership/${path}`,
  kind: "membership-month" as const,
});

/** A line of the history of Humble Monthly and Choice. */
export const HistoryLine = z.object({
  name: z.string(),
  month: z.string().refine((name) => monthOf(name) > 0, "Expected the name of a month"),
  year: z.number().int().min(2010).max(2100),
  humble_scheme: z.enum(["monthly", "choice"]),
  steam_id: z.number().int().nullable(),
});

/** The months of these lines, of which only the month is known; whether all its games are listed is not said. */
export function readHistory(lines: readonly { where: string; line: z.output<typeof HistoryLine> }[]): Stated {
  const months = Map.groupBy(lines, ({ line: { year, month, humble_scheme } }) => `${humble_scheme} ${month} ${year}`);
  return {
    skipped: [],
    bundles: [...months.values()].map((games) => {
      const { month, year, humble_scheme } = games[0]!.line;
      const path = `${month.toLowerCase()}-${year}`;
      const place = monthOf(month);
      const isMonthly = humble_scheme === "monthly";
      const names = new Set<string>();
      return {
        where: games[0]!.where,
        bundle: {
          ...monthOfChoice(`${month} ${year}`, path),
          ...(isMonthly && {
            id: `monthly/${path}`,
            title: `Humble Monthly ${month} ${year}`,
            address: `${site}/membership`,
          }),
          begins_at: new Date(Date.UTC(year, place - 1)).toISOString(),
          ends_at: new Date(Date.UTC(year, place)).toISOString(),
          items: games.flatMap(({ line: { name, steam_id } }) => {
            const title = cleanLine(name);
            const key = steam_id === null ? title : String(steam_id);
            if (names.has(key)) return [];
            names.add(key);
            return [{ title, steam_appid: steam_id, activates_on: steam_id === null ? [] : ["steam" as const] }];
          }),
        },
      };
    }),
  };
}

const Product = z.object({
  machine_name: z.string(),
  tile_name: z.string(),
  product_url: z.string(),
  category: z.string(),
  tile_stamp: z.string().nullish(),
  "start_date|datetime": z.string().nullish(),
  "end_date|datetime": z.string().nullish(),
});

/** The JSON in the page that lists Humble's bundles. */
export const LandingPage = z.object({
  data: z.record(z.string(), z.object({ mosaic: z.array(z.object({ products: z.array(Product) })) })),
});

/** The bundles of games of a landing page: no books, comics or software. It states no prices and no games. */
export function readLanding({ data }: z.output<typeof LandingPage>): Stated {
  const stated = nothing();
  const seen = new Set<string>();
  for (const [section, { mosaic }] of Object.entries(data)) {
    for (const [n, product] of mosaic.flatMap(({ products }) => products).entries()) {
      const address = new URL(product.product_url, site).href;
      const id = pathOf(address);
      if (seen.has(id)) continue;
      seen.add(id);
      const title = cleanLine(product.tile_name);
      const stamp = product.tile_stamp || id.split("/")[0]!;
      if (product.category !== "bundle" || stamp !== "games") {
        stated.skipped.push({ what: title, why: product.category === "bundle" ? stamp : product.category });
        continue;
      }
      const begins_at = toMoment(product["start_date|datetime"]);
      const ends_at = toMoment(product["end_date|datetime"]);
      stated.bundles.push({
        where: `data.${section}, product ${n + 1}`,
        bundle: { id, store, title, address, begins_at, ends_at },
      });
    }
  }
  return stated;
}

/** A line of a scraper that stores bundles with their tiers. */
export const TiersLine = z.object({
  machine_name: z.string(),
  tile_name: z.string(),
  product_url: z.string(),
  start: z.string().nullish(),
  end: z.string().nullish(),
  price_tiers: z.array(z.object({ identifier: z.string(), price: Money, items: z.array(z.string()) })),
  items: z.array(z.object({ machine_name: z.string(), title: z.string(), content_type: z.string().nullish() })),
});

const itemKinds: Record<string, "book" | "other"> = {
  ebook: "book",
  audio: "book",
  audiobook: "book",
  comic: "book",
  software: "other",
  video: "other",
  asm: "other",
};

/** A bundle with its tiers, which repeat the items of the cheaper ones. The average that others paid is not a price. */
export function readTiers(line: z.output<typeof TiersLine>): StatedBundle | { why: string } {
  const address = new URL(line.product_url, site).href;
  const id = pathOf(address);
  const [section] = id.split("/");
  if (section !== "games") return { why: section! };
  const tiers = line.price_tiers.toSorted((a, b) => a.price.amount - b.price.amount);
  return {
    id,
    store,
    title: cleanLine(line.tile_name),
    address,
    begins_at: toMoment(line.start),
    ends_at: toMoment(line.end),
    complete: line.items.length > 0,
    tiers: tiers.map(({ price }) => ({ price })),
    items: line.items.map(({ machine_name, title, content_type }) => {
      const tier = tiers.findIndex(({ items }) => items.includes(machine_name)) + 1;
      const kind = itemKinds[content_type ?? ""] ?? "game";
      return { title: cleanLine(title), kind, id: machine_name, tier: tier || null };
    }),
  };
}

const ContentEvent = z.object({
  identifier: z.string(),
  price: z.record(z.string(), z.tuple([z.number(), z.string()])),
});

/** A tier's prices by country, without the bundle that it is of. */
export const PriceEvent = ContentEvent.extend({ has_tpkds: z.boolean() });

/** The JSON in the page of a bundle of games, as far as it is known. */
export const BundlePage = z.object({
  machine_name: z.string(),
  basic_data: z.object({
    human_name: z.string(),
    media_type: z.string(),
    "end_time|datetime": z.string().nullish(),
    detailed_marketing_blurb_excerpt: z.string().nullish(),
    detailed_marketing_blurb: z.string().nullish(),
    required_account_links: z.array(z.string()).nullish(),
  }),
  page_url: z.string().nullish(),
  content_events: z.array(ContentEvent).nullish(),
});

/**
 * A bundle's page. The value of all its parts, what others paid on average, and the limit below which there are no keys
 * are not prices; prices by country are those of tiers.
 */
export function readBundlePage(page: z.output<typeof BundlePage>): StatedBundle | { why: string } {
  const { basic_data: data, machine_name, page_url, content_events } = page;
  if (data.media_type !== "game") return { why: data.media_type };
  const address = page_url ? new URL(page_url, site).href : null;
  return {
    id: address ? pathOf(address) : machine_name,
    store,
    title: cleanLine(data.human_name),
    address: address ?? `${site}/games`,
    ends_at: toMoment(data["end_time|datetime"]),
    redeem_by: findEnglishDay(data.detailed_marketing_blurb ?? data.detailed_marketing_blurb_excerpt ?? ""),
    tiers: tiersOf(content_events ?? []),
  };
}

/** `EUROPE_EURO` and `EUROPE_GBP` are currencies, not countries; a country's currency may be any. */
function tiersOf(events: readonly z.output<typeof ContentEvent>[]): Partial<BundleTier>[] {
  const tiers = events.map(({ price }) => {
    const countries = Object.entries(price).filter(([country]) => /^[A-Z]{2}$/.test(country));
    const prices = countries.map(([country, [amount, currency]]) => [country, { amount, currency }] as const);
    return { price: null, prices: Object.fromEntries(prices) };
  });
  const lowest = (tier: (typeof tiers)[number]) => Math.min(...Object.values(tier.prices).map(({ amount }) => amount));
  return tiers.toSorted((a, b) => lowest(a) - lowest(b));
}
