import { otherStore } from "contract/stores/rules.ts";
import type { StoreKey } from "contract/stores/store-key.ts";
import { z } from "zod";
import { shown } from "../../../platform/files/row-values.ts";
import { cleanLine } from "../../../platform/files/text.ts";
import { type Clock, realClock, type SourceClient } from "./client.ts";
import { collect, minorFrom, pageOf, type Reading, readMoment, refused } from "./readings.ts";
import {
  firstCountry,
  marketKey,
  type PriceSource,
  type Refusal,
  SourceError,
  type SourceMarket,
  type SourceOffer,
} from "./source.ts";

export interface EpicSetting {
  freeGamesUrl: string;
  client: SourceClient;
  market: SourceMarket;
  /** The store of the giveaways' offers. */
  store?: StoreKey;
  clock?: Clock;
}

const limits = { maxBytes: 5_000_000, totalMs: 60_000 };

const moment = z.string().transform((text, context) => {
  const read = readMoment(text);
  if (read) return read;
  context.addIssue(`${shown(text)} is not a moment`);
  return z.NEVER;
});
const Window = z.object({
  startDate: moment,
  endDate: moment,
  /** The remaining share of the price, in percent: 0 is a giveaway. */
  discountSetting: z.object({ discountPercentage: z.number().min(0).max(100) }),
});
const Element = z.object({
  id: z.string().regex(/^[\w-]{1,100}$/),
  title: z.string().min(1).max(500),
  offerType: z.unknown().optional(),
  offerMappings: z.unknown().optional(),
  catalogNs: z.unknown().optional(),
  productSlug: z.unknown().optional(),
  categories: z.array(z.object({ path: z.string() })).nullish(),
  price: z
    .object({
      totalPrice: z.object({
        originalPrice: z.int(),
        currencyCode: z.string(),
        currencyInfo: z.object({ decimals: z.int() }),
      }),
    })
    .nullish(),
  promotions: z.object({ promotionalOffers: z.array(z.object({ promotionalOffers: z.array(Window) })) }).nullish(),
});
const Payload = z.object({
  data: z.object({ Catalog: z.object({ searchStore: z.object({ elements: z.array(z.unknown()).max(1_000) }) }) }),
});

/** Games that Epic gives away in a market right now: offers at 0, each with its end. */
export function openEpic(setting: EpicSetting): PriceSource {
  const { freeGamesUrl, client, market, store = otherStore, clock = realClock } = setting;
  const { country, currency } = market;
  const address = addressOf(freeGamesUrl, country);
  return {
    key: marketKey("epic", country),
    store,
    country,
    exhaustive: false,
    atomic: false,
    async *read({ signal, knownVersion = null }) {
      yield await client.json(address, { ...limits, signal, knownVersion }, (body, { unchanged, version }) => {
        const reading = unchanged ? { items: [], refusals: [] } : readGiveaways(body, new Date(clock.now()), currency);
        return { ...pageOf(reading, null, version), unchanged };
      });
    },
  };
}

/** The configured address, which is for the USA, or that for another country with English titles. */
function addressOf(freeGamesUrl: string, country: string): string {
  if (country === firstCountry) return freeGamesUrl;
  const url = new URL(freeGamesUrl);
  url.searchParams.set("locale", "en-US");
  url.searchParams.set("country", country);
  // only if the configured address restricts the countries
  if (url.searchParams.has("allowCountries")) url.searchParams.set("allowCountries", country);
  return url.href;
}

/**
 * Reads the giveaways at `now`, without future and past ones, in a market with this currency. Throws SourceError if the
 * body is not Epic's.
 */
export function readGiveaways(body: unknown, now: Date, currency: string): Reading<SourceOffer> {
  const payload = Payload.safeParse(body);
  if (!payload.success) throw new SourceError("invalid", `Epic responded ${shown(body)} instead of its giveaways`);
  const reading: Reading<SourceOffer> = { items: [], refusals: [] };
  for (const [index, raw] of payload.data.data.Catalog.searchStore.elements.entries()) {
    const result = readElement(raw, index, now, currency);
    if (result) collect(reading, result);
  }
  return reading;
}

function readElement(raw: unknown, index: number, now: Date, currency: string): SourceOffer | Refusal | null {
  const element = Element.safeParse(raw);
  if (!element.success) {
    const field = element.error.issues[0]?.path.join(".");
    return refused(`element ${index + 1}`, "shape", `has an unexpected ${field || "form"}`);
  }
  const { id, title, price, promotions, categories } = element.data;
  const groups = promotions?.promotionalOffers ?? [];
  const open = groups
    .flatMap((group) => group.promotionalOffers)
    .find((window) => window.startDate <= now && now < window.endDate && isGiveaway(window));
  if (!open) return null;
  const regularMinor = price ? regularOf(price.totalPrice, currency) : null;
  return {
    productId: `epic:${id}`,
    title: cleanLine(title),
    currency,
    priceMinor: 0,
    ...(regularMinor !== null && regularMinor > 0 && { regularMinor }),
    link: linkOf(element.data),
    activatesOn: ["epic"],
    inStock: true,
    startsAt: open.startDate,
    endsAt: open.endDate,
    ...(categories?.some(({ path }) => path === "addons") && { isAddition: true }),
  };
}

type TotalPrice = NonNullable<z.output<typeof Element>["price"]>["totalPrice"];

/** The regular price, which Epic states with its own decimals; `null` if it is not in the market's currency. */
function regularOf({ originalPrice, currencyCode, currencyInfo }: TotalPrice, currency: string): number | null {
  return currencyCode === currency ? minorFrom(originalPrice, currencyInfo.decimals, currency) : null;
}

function isGiveaway({ discountSetting }: z.output<typeof Window>): boolean {
  return discountSetting.discountPercentage === 0;
}

const Mappings = z.array(z.object({ pageSlug: z.string(), pageType: z.string().nullish() }));
const Namespace = z.object({ mappings: Mappings });

/** The page of the offer itself, else of its product, else the list of free games. Bundles have their own address. */
function linkOf({ offerType, offerMappings, catalogNs, productSlug, categories }: z.output<typeof Element>): string {
  const slugs = [
    ...slugsOf(Mappings.safeParse(offerMappings).data),
    ...slugsOf(Namespace.safeParse(catalogNs).data?.mappings),
    String(productSlug ?? ""),
  ];
  const slug = slugs.map((one) => one.replace(/\/home$/, "")).find((one) => /^[\w-]{1,200}$/.test(one));
  if (slug === undefined) return "https://store.epicgames.com/en-US/free-games";
  const isBundle = offerType === "BUNDLE" || categories?.some(({ path }) => /^bundles(?:\/|$)/.test(path));
  return `https://store.epicgames.com/en-US/${isBundle ? "bundles" : "p"}/${slug}`;
}

/** The slugs of pages, those of products before others, such as of additions. */
function slugsOf(mappings: z.output<typeof Mappings> = []): string[] {
  const isHome = ({ pageType }: (typeof mappings)[number]) => Number(pageType === "productHome");
  return mappings.toSorted((a, b) => isHome(b) - isHome(a)).map(({ pageSlug }) => pageSlug);
}
