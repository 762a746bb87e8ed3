import { LRUCache } from "lru-cache";
import { z } from "zod";
import { shown } from "../../../platform/files/row-values.ts";
import { cleanLine } from "../../../platform/files/text.ts";
import type { SourceClient } from "./client.ts";
import { collect, nameOfCurrency, pageOf, type Reading, readAmount, readLink, refused } from "./readings.ts";
import {
  marketKey,
  type PriceSource,
  type Refusal,
  SourceError,
  type SourceMarket,
  type SourceOffer,
} from "./source.ts";

export interface GogSetting {
  catalogUrl: string;
  /** Shared by all markets, so that they share GOG's pace. */
  client: SourceClient;
  /** GOG may charge in another currency than the market's. */
  market: SourceMarket;
  /** A country with the same prices, for which GOG is asked; the market's by default. */
  askedFor?: string | undefined;
  answers?: GogAnswers | undefined;
}

/** The pages that GOG responded lately, by address, and the countries that have read them. */
export type GogAnswers = LRUCache<string, { page: Promise<GogPage>; readBy: Set<string> }>;

/** Long enough for the readings of all markets, one after another. */
const reusedForMs = 2 * 3_600_000;
/** A catalogue in eight currencies. */
const maxAnswers = 3_000;

export function openGogAnswers(): GogAnswers {
  return new LRUCache({ max: maxAnswers, ttl: reusedForMs });
}

const productsPerPage = 48;
export const gogPaceMs = 1_000;
const limits = { maxBytes: 5_000_000, totalMs: 60_000 };
/** More than GOG has, so that every reading ends. */
const maxPages = 2_000;
/** A catalogue that lists less than this share of its product count has an outage. */
const minShare = 0.95;
/** This many products never lose their price at once. */
const maxPriceless = 10;

const Money = z.object({ amount: z.string(), currency: z.string() });
const Product = z.object({
  id: z.union([z.string().regex(/^\d{1,20}$/), z.int().positive().transform(String)]),
  slug: z.string().regex(/^[\w-]{1,200}$/),
  title: z.string().min(1).max(500),
  productType: z.string().optional(),
  storeLink: z.string().optional(),
  price: z.object({ finalMoney: Money, baseMoney: Money.nullish() }).nullable(),
});
const Page = z.object({
  products: z.array(z.unknown()).max(1_000),
  pages: z.int().min(0).max(maxPages),
  productCount: z.int().min(0),
});

/**
 * GOG's catalogue with its prices in a market: games, and packs, since some games are sold as packs. Markets in which
 * it charges in the same currency share each response: the one that reads it first, or again, asks for it.
 */
export function openGog({
  catalogUrl,
  client,
  market: { country },
  askedFor = country,
  answers = openGogAnswers(),
}: GogSetting): PriceSource {
  const currency = gogCurrency(country);
  const addressOf = (page: number) =>
    `${catalogUrl}/v1/catalog?limit=${productsPerPage}&page=${page}&countryCode=${askedFor}&currencyCode=${currency}` +
    "&locale=en-US&productType=in:game,pack";

  async function readPage(number: number, signal: AbortSignal): Promise<GogPage> {
    const address = addressOf(number);
    const answer = answers.get(address);
    if (answer && !answer.readBy.has(country)) {
      answer.readBy.add(country);
      return answer.page;
    }
    const page = client.json(address, { ...limits, signal }, (body) => readGogPage(body, currency));
    const asked = { page, readBy: new Set([country]) };
    answers.set(address, asked);
    return page.catch((error: unknown) => {
      if (answers.peek(address) === asked) answers.delete(address);
      throw error;
    });
  }

  return {
    key: marketKey("gog", country),
    store: "gog",
    country,
    exhaustive: true,
    atomic: false,
    async *read({ signal, after }) {
      let [page = 0, seen = 0] = (after ?? "").split(":").filter(Boolean).map(Number);
      for (;;) {
        page += 1;
        const found = await readPage(page, signal);
        seen += found.items.length + found.refusals.length;
        yield pageOf(found, `${page}:${seen}`);
        if (page < found.pages) continue;
        if (seen >= found.productCount * minShare) return;
        throw new SourceError("invalid", `GOG showed ${seen} of ${found.productCount} products`);
      }
    },
  };
}

export interface GogPage extends Reading<SourceOffer> {
  /** Pages and products of the whole catalogue. */
  pages: number;
  productCount: number;
}

/**
 * Reads a page of the catalogue; amounts are decimal strings in the requested currency. Invalid products are refused.
 * Throws SourceError if the page is empty or implausible.
 */
export function readGogPage(body: unknown, currency: string): GogPage {
  const page = Page.safeParse(body);
  if (!page.success)
    throw new SourceError("invalid", `GOG responded ${shown(body)} instead of a page of its catalogue`);
  const { products, pages, productCount } = page.data;
  if (products.length === 0) throw new SourceError("invalid", "GOG responded with an empty page");
  const reading: Reading<SourceOffer> = { items: [], refusals: [] };
  const seen = new Set<string>();
  for (const [index, product] of products.entries()) {
    collect(reading, readProduct(product, index, seen, currency));
  }
  const priceless = reading.items.filter((item) => item.priceMinor === null).length;
  if (priceless >= maxPriceless && priceless === products.length) {
    throw new SourceError("invalid", `GOG names no price for any of ${priceless} products, which is not believed`);
  }
  return { ...reading, pages, productCount };
}

function readProduct(raw: unknown, index: number, seen: Set<string>, currency: string): SourceOffer | Refusal {
  const product = Product.safeParse(raw);
  if (!product.success) {
    const field = product.error.issues[0]?.path.join(".");
    return refused(nameOf(raw) ?? `product ${index + 1}`, "shape", `has an unexpected ${field || "form"}`);
  }
  const { id, slug, title, productType, storeLink, price } = product.data;
  if (seen.has(id)) return refused(id, "repeated", "stands on the page twice");
  seen.add(id);
  const offer: SourceOffer = {
    productId: id,
    title: cleanLine(title),
    link: readLink(storeLink) ?? `https://www.gog.com/en/game/${slug}`,
    ...(productType === "dlc" && { isAddition: true }),
    currency,
  };
  if (price === null) return { ...offer, priceMinor: null };
  const base = price.baseMoney ?? price.finalMoney;
  const foreign = [price.finalMoney, base].find((money) => money.currency !== currency);
  if (foreign) {
    return refused(id, "currency", `costs ${shown(foreign.currency)}, not ${nameOfCurrency(currency)}`);
  }
  const priceMinor = readAmount(price.finalMoney.amount, currency);
  const regularMinor = readAmount(base.amount, currency);
  if (priceMinor === null || regularMinor === null) {
    return refused(id, "price", `${shown(price.finalMoney.amount)} of ${shown(base.amount)} are not prices`);
  }
  if (priceMinor > regularMinor) {
    return refused(id, "price", `costs ${price.finalMoney.amount}, more than its regular ${base.amount}`);
  }
  return { ...offer, priceMinor, regularMinor };
}

function nameOf(raw: unknown): string | undefined {
  const named = z.object({ id: z.union([z.string(), z.number()]) }).safeParse(raw);
  return named.success ? String(named.data.id) : undefined;
}

/** The currencies in which GOG charges, by country; elsewhere it charges in US dollars. */
const byCurrency: Record<string, readonly string[]> = {
  AUD: ["AU"],
  BRL: ["BR"],
  CAD: ["CA"],
  CNY: ["CN"],
  EUR: ["AT", "BE", "CH", "CZ", "DE", "DK", "ES", "FI", "FR", "GR", "HU", "IE", "IT", "NL", "NO", "PT", "RO", "SE"],
  GBP: ["GB"],
  PLN: ["PL"],
};

const byCountry = new Map(
  Object.entries(byCurrency).flatMap(([currency, countries]) => countries.map((country) => [country, currency])),
);

/** The currency in which GOG charges in a country. */
export function gogCurrency(country: string): string {
  return byCountry.get(country) ?? "USD";
}
