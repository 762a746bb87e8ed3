import { usDollar } from "contract/core/money.ts";
import { type FeedColumn, feedColumns } from "contract/prices/feed-rules.ts";
import { shown } from "../../../platform/files/row-values.ts";
import { cleanLine } from "../../../platform/files/text.ts";
import { readPlaces } from "./activation.ts";
import { isFree, mentionsFree, readPrice } from "./feed-price.ts";
import { readLaunchers } from "./launchers.ts";
import { readLink, readPeriod, refused } from "./readings.ts";
import type { Refusal, RefusalReason, SourceOffer } from "./source.ts";

export interface FeedRowSetting {
  /** The time at which sales must be active. */
  now: Date;
  /** The currency of amounts without one; `null` = they are refused. */
  currency: string | null;
  /** The required currency of prices; by default that of amounts without one, or US dollars. */
  expected?: string;
  /** The language whose notation of amounts the market uses (BCP 47). */
  locale?: string;
}

type Cells = Partial<Record<FeedColumn, string>>;

const maxLength = 2_000;
const maxIdLength = 500;
/** What shops write into cells without a value. */
const noValue = /^(?:n\/?a|null|none|undefined|[-–—])$/i;
const requiredCells: readonly FeedColumn[] = ["id", "price"];

/** Reads a row of a feed by our column names. Invalid rows are refused; optional cells are ignored with a warning. */
export function readFeedRow(fields: unknown, line: number, setting: FeedRowSetting): SourceOffer | Refusal {
  const warnings: string[] = [];
  const row = readCells(fields, warnings);
  const { id, title, link, availability } = row;
  // as in Gamesplanet's feed, where a package is sub/123
  const appid = row.steam_appid?.replace(/^app\//, "");
  const refuse = (reason: RefusalReason, message: string) => refused(`line ${line}`, reason, message, id);
  if (id === undefined) return refuse("shape", warnings.find((text) => text.startsWith("id:")) ?? "names no id");
  // ids are stored and indexed: the database allows no control characters, and its indexes no long texts
  if (id.length > maxIdLength || /\p{C}/u.test(id))
    return refused(`line ${line}`, "shape", `id: ${shown(id)} is not an id`);
  const expected = setting.expected ?? setting.currency ?? usDollar;
  const inStock = readAvailability(availability);
  const priceSetting = { ...setting, expected, isSoldOut: inStock === false, isGift: saysFree(row) };
  const prices = readPrices(row, priceSetting, warnings);
  if ("reason" in prices) return refuse(prices.reason, prices.message);
  const isKnownAppid = appid === undefined || isAppid(appid);
  if (!isKnownAppid) warnings.push(`steam_appid: ${shown(row.steam_appid)} is not an appid`);
  const isKnownLink = link === undefined || readLink(link) !== undefined;
  if (!isKnownLink) warnings.push(`link: ${shown(link)} is not a web address`);
  if (availability !== undefined && inStock === undefined) {
    warnings.push(`availability: ${shown(availability)} is not known`);
  }
  const { platform, region, edition } = row;
  const activatesIn = region === undefined ? null : readPlaces(region);
  const activatesOn = readLaunchers([row.platform, row.drm, row.activation], title);
  return {
    productId: id,
    line,
    ...(title !== undefined && { title: cleanLine(title) }),
    ...(appid !== undefined && isKnownAppid && { steamAppid: Number(appid) }),
    ...(platform !== undefined && { platform: cleanLine(platform) }),
    ...(region !== undefined && { region: cleanLine(region) }),
    ...(activatesIn !== null && { activatesIn }),
    ...(activatesOn !== null && { activatesOn }),
    ...(edition !== undefined && { edition: cleanLine(edition) }),
    ...readKind(row),
    ...(link !== undefined && isKnownLink && { link }),
    ...(availability !== undefined && { inStock: inStock ?? null }),
    currency: expected,
    ...prices,
    ...(warnings.length > 0 && { warnings }),
  };
}

/** The cells with a value. Optional ones that are too long are left out with a warning. */
function readCells(fields: unknown, warnings: string[]): Cells {
  const cells: Cells = {};
  const given = fields as Partial<Record<FeedColumn, unknown>>;
  for (const name of feedColumns) {
    const value = given[name];
    const text = typeof value === "string" ? value.trim() : "";
    if (text === "" || (noValue.test(text) && !requiredCells.includes(name))) continue;
    if (text.length <= maxLength) cells[name] = text;
    else warnings.push(`${name}: is longer than ${maxLength} characters`);
  }
  return cells;
}

/** What the product is, besides the game itself. */
function readKind(row: Cells): Pick<SourceOffer, "productType" | "copies" | "isBundle" | "releaseYear"> {
  const productType = [row.type, row.product_type].filter((text) => text !== undefined).join(" | ");
  const copies = /^\d{1,4}$/.test(row.multipack ?? "") ? Number(row.multipack) : 1;
  const years = new Set(row.release_date?.match(/(?<!\d)(?:19[7-9]\d|20\d\d)(?!\d)/g));
  const [year] = years;
  return {
    ...(productType !== "" && { productType: cleanLine(productType) }),
    ...(copies > 1 && { copies }),
    ...(/^(?:yes|true|1|y)$/i.test(row.is_bundle ?? "") && { isBundle: true }),
    ...(years.size === 1 && { releaseYear: Number(year) }),
  };
}

function isAppid(text: string): boolean {
  return /^\d{1,10}$/.test(text) && Number(text) >= 1 && Number(text) <= 2_147_483_647;
}

/** Whether the row says elsewhere than in its price that the product is given away, or free to play. */
function saysFree({ title = "", edition = "", availability = "", platform = "" }: Cells): boolean {
  return [title, edition, availability, platform].some(mentionsFree) || [edition, availability, platform].some(isFree);
}

type Prices = Pick<SourceOffer, "priceMinor" | "regularMinor" | "startsAt" | "endsAt" | "saleEndsAt" | "isBareZero">;
type Problem = { reason: RefusalReason; message: string };

interface PriceSetting extends FeedRowSetting {
  expected: string;
  isSoldOut: boolean;
  /** The row says that it is a giveaway or free. */
  isGift: boolean;
}

const soldOut: Problem = { reason: "zero", message: "price: is 0 and it is out of stock, so it has no price" };

const aboveThePrice: Problem = { reason: "price", message: "sale_price: is above the price" };

/**
 * The current price: during a sale, the sale price. A 0 counts as free only if the row says so, since shops also write
 * it for products without a price (spec/price-sources 4.7).
 */
function readPrices(row: Cells, setting: PriceSetting, warnings: string[]): Prices | Problem {
  const { expected, isSoldOut, isGift, locale } = setting;
  const stated = row.currency?.toUpperCase() ?? setting.currency;
  if (row.price === undefined) return { reason: "price", message: "names no price" };
  const regular = readPrice(row.price, stated, expected, locale);
  if ("reason" in regular) return { ...regular, message: `price: ${regular.message}` };
  const { priceMinor: regularMinor } = regular;
  if (regularMinor === 0) {
    const sale = row.sale_price === undefined ? null : readPrice(row.sale_price, stated, expected, locale);
    if (sale && "priceMinor" in sale && sale.priceMinor > 0) return aboveThePrice;
    if (isSoldOut) return soldOut;
    // says nothing about the regular price, which stays
    return { priceMinor: 0, ...(!isGift && !isFree(row.price) && { isBareZero: true }) };
  }
  const full = { priceMinor: regularMinor, regularMinor };
  if (row.sale_price === undefined) return full;
  const sale = readPrice(row.sale_price, stated, expected, locale);
  if ("reason" in sale) return { ...sale, message: `sale_price: ${sale.message}` };
  if (sale.priceMinor > regularMinor) return aboveThePrice;
  const dates = row.sale_price_effective_date;
  const period = dates === undefined ? {} : readPeriod(dates);
  if (period === null) {
    warnings.push(`sale_price_effective_date: ${shown(dates)} is not start/end in ISO 8601`);
    return full;
  }
  const { startsAt, endsAt } = period;
  if ((startsAt && setting.now < startsAt) || (endsAt && setting.now >= endsAt)) return full;
  if (sale.priceMinor > 0) {
    return { priceMinor: sale.priceMinor, regularMinor, ...(endsAt && { saleEndsAt: endsAt }) };
  }
  // a giveaway that is out of stock is over
  if (isSoldOut) return full;
  if (isGift || isFree(row.sale_price) || endsAt) {
    return { priceMinor: 0, regularMinor, ...(startsAt && { startsAt }), ...(endsAt && { endsAt }) };
  }
  // some shops write a missing sale as a sale at 0
  warnings.push("sale_price: is 0 without a date of its end");
  return full;
}

/** Whether something is in stock by these words, parted by commas; `null` = orderable, but perhaps not in stock. */
const words = new Map<string, boolean | null>([
  ...listed(
    `in stock, on stock, stock, available, in store, limited availability, limited stock, low stock, few left,
    last items, online only, instant delivery, true, yes, y, auf lager, lieferbar, sofort lieferbar, verfügbar,
    en stock, disponible, disponibile, em estoque, dostępny, na skladě, skladem, в наличии, på lager, i lager,
    op voorraad`,
    true,
  ),
  ...listed(
    `out of stock, sold out, unavailable, not available, not in stock, no stock, oos, temporarily out of stock,
    currently unavailable, discontinued, end of life, false, no, n, ausverkauft, nicht auf lager, nicht verfügbar,
    nicht lieferbar, vergriffen, agotado, rupture de stock, en rupture de stock, épuisé, indisponible,
    non disponibile, esaurito, esgotado, indisponível, niedostępny, vyprodáno, нет в наличии, utsolgt, slutsåld,
    uitverkocht`,
    false,
  ),
  ...listed(
    `preorder, pre orders, presale, backorder, on backorder, back ordered, available for order,
    available for preorder, available for backorder, available to order, made to order, special order, orderable,
    on order, on request, reserved, coming soon, in store only, vorbestellbar, vorbestellung, précommande, preventa`,
    null,
  ),
]);

/**
 * Whether a shop has a product in stock, in any usual spelling: `in_stock`, `InStock`, `https://schema.org/InStock`, or
 * a count. `null` = orderable, but perhaps not in stock; `undefined` = not known, or nothing was stated.
 */
export function readAvailability(text: string | undefined): boolean | null | undefined {
  if (text === undefined) return undefined;
  const word = text.replace(/^(?:https?:\/\/(?:www\.)?schema\.org\/|schema:)/i, "");
  if (/^\d{1,9}$/.test(word)) return Number(word) > 0;
  return words.get(keyOf(word));
}

/** The letters alone: shops write blanks, hyphens, underscores or capitals between words. */
function keyOf(text: string): string {
  return text
    .slice(0, 100)
    .normalize("NFC")
    .toLowerCase()
    .replace(/[^\p{L}]+/gu, "");
}

function listed(list: string, inStock: boolean | null): [string, boolean | null][] {
  return list.split(",").map((word) => [keyOf(word), inStock]);
}
