import { usDollar } from "contract/core/money.ts";
import { type FeedColumn, feedColumns } from "contract/prices/feed-rules.ts";
import { z } from "zod";
import { shown } from "../../../platform/files/row-values.ts";
import { cleanLine } from "../../../platform/files/text.ts";
import { readActivation } from "./activation.ts";
import { readPrice } from "./feed-price.ts";
import { readLink, readMoment, refused } from "./readings.ts";
import type { Refusal, RefusalReason, SourceOffer } from "./source.ts";

export interface FeedRowSetting {
  /** The time at which sales must be active. */
  now: Date;
  /** The currency of amounts without one; `null` = they are refused. */
  currency: string | null;
  /** The required currency of prices; by default that of amounts without one, or US dollars. */
  expected?: string;
}

const maxLength = 2_000;
const maxIdLength = 500;
const cell = z
  .string()
  .max(maxLength, `is longer than ${maxLength} characters`)
  .nullish()
  .transform((text) => text?.trim() || undefined);
const FeedRow = z.object(
  Object.fromEntries(feedColumns.map((name) => [name, cell])) as Record<FeedColumn, typeof cell>,
);

const availabilities = new Map<string, boolean | null>([
  ...["in stock", "available", "true", "yes", "1"].map((word) => [word, true] as const),
  ...["out of stock", "sold out", "unavailable", "discontinued", "false", "no", "0"].map(
    (word) => [word, false] as const,
  ),
  // orderable, but possibly not in stock
  ...["preorder", "pre order", "backorder"].map((word) => [word, null] as const),
]);

/** Reads a row of a feed by our column names. Invalid rows are refused. */
export function readFeedRow(fields: unknown, line: number, setting: FeedRowSetting): SourceOffer | Refusal {
  const row = FeedRow.safeParse(fields);
  if (!row.success) {
    const issue = row.error.issues[0];
    return refused(`line ${line}`, "shape", `${issue?.path.join(".")}: ${issue?.message}`);
  }
  const { id, title, link, availability, steam_appid: appid } = row.data;
  const refuse = (reason: RefusalReason, message: string) => refused(`line ${line}`, reason, message, id);
  if (id === undefined) return refuse("shape", "names no id");
  // ids are stored and indexed: the database allows no control characters, and its indexes no long texts
  if (id.length > maxIdLength || /\p{C}/u.test(id))
    return refused(`line ${line}`, "shape", `id: ${shown(id)} is not an id`);
  const expected = setting.expected ?? setting.currency ?? usDollar;
  const prices = readPrices(row.data, setting, expected);
  if ("reason" in prices) return refuse(prices.reason, prices.message);
  if (appid !== undefined && !isAppid(appid)) return refuse("shape", `steam_appid: ${shown(appid)} is not an appid`);
  if (link !== undefined && !readLink(link)) return refuse("shape", `link: ${shown(link)} is not a web address`);
  const inStock = availabilities.get((availability ?? "").toLowerCase().replace(/[\s_-]+/g, " "));
  if (availability !== undefined && inStock === undefined) {
    return refuse("shape", `availability: ${shown(availability)} is not known`);
  }
  const { platform, region, edition } = row.data;
  const activatesIn = readActivation(region, title);
  return {
    productId: id,
    line,
    ...(title !== undefined && { title: cleanLine(title) }),
    ...(appid !== undefined && { steamAppid: Number(appid) }),
    ...(platform !== undefined && { platform: cleanLine(platform) }),
    ...(region !== undefined && { region: cleanLine(region) }),
    ...(activatesIn !== null && { activatesIn }),
    ...(edition !== undefined && { edition: cleanLine(edition) }),
    ...(link !== undefined && { link }),
    ...(inStock !== undefined && { inStock }),
    currency: expected,
    ...prices,
  };
}

function isAppid(text: string): boolean {
  return /^\d{1,10}$/.test(text) && Number(text) >= 1 && Number(text) <= 2_147_483_647;
}

type Prices = Pick<SourceOffer, "priceMinor" | "regularMinor" | "startsAt" | "endsAt">;
type Problem = { reason: RefusalReason; message: string };

/** The current price: during a sale, the sale price. */
function readPrices(
  row: z.output<typeof FeedRow>,
  { now, currency }: FeedRowSetting,
  expected: string,
): Prices | Problem {
  const stated = row.currency?.toUpperCase() ?? currency;
  if (row.price === undefined) return { reason: "price", message: "names no price" };
  const regular = readPrice(row.price, stated, expected);
  if ("reason" in regular) return { ...regular, message: `price: ${regular.message}` };
  const { priceMinor: regularMinor } = regular;
  if (row.sale_price === undefined) return { priceMinor: regularMinor, regularMinor };

  const sale = readPrice(row.sale_price, stated, expected);
  if ("reason" in sale) return { ...sale, message: `sale_price: ${sale.message}` };
  if (sale.priceMinor > regularMinor) return { reason: "price", message: "sale_price: is above the price" };
  const dates = row.sale_price_effective_date;
  const isGiveaway = sale.priceMinor === 0 && regularMinor > 0;
  // some shops write a missing sale as a sale at 0
  if (dates === undefined && isGiveaway)
    return { reason: "price", message: "sale_price: is 0 without a date of its end" };
  if (dates === undefined) return { priceMinor: sale.priceMinor, regularMinor };
  const [startsAt, endsAt] = readPeriod(dates);
  if (!startsAt || !endsAt) {
    return { reason: "shape", message: `sale_price_effective_date: ${shown(dates)} is not start/end in ISO 8601` };
  }
  if (now < startsAt || now >= endsAt) return { priceMinor: regularMinor, regularMinor };
  // only giveaways end by themselves; the end of a sale shows in the next reading
  return { priceMinor: sale.priceMinor, regularMinor, ...(isGiveaway && { startsAt, endsAt }) };
}

function readPeriod(text: string): [Date | null, Date | null] {
  const [start = "", end = "", ...rest] = text.split("/");
  return rest.length > 0 ? [null, null] : [readMoment(start), readMoment(end, "end")];
}
