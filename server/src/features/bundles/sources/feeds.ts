import type { BundlePrice } from "contract/bundles/rules.ts";
import { AppError } from "contract/core/errors.ts";
import { toAmount } from "contract/core/money.ts";
import { findEnglishDay } from "../../../platform/files/dates.ts";
import { cleanLine } from "../../../platform/files/text.ts";
import { readFeedRow } from "../../prices/sources/feed-row.ts";
import { nothing, pathOf, type Stated, toMoment } from "./draft.ts";

/** A row of an XML or CSV file: its fields by name. */
export interface Row {
  line: number;
  fields: Readonly<Record<string, string | null | undefined>>;
}

/** The stores whose feeds are known, by the host of their links. */
const storesByHost: Record<string, string> = {
  "www.humblebundle.com": "humble",
  "www.fanatical.com": "fanatical",
};

/** Currencies of signs as these feeds write them. */
const signs: Record<string, string> = { $: "USD", "€": "EUR", "£": "GBP" };

/**
 * The bundles of a store's RSS feed. Humble's states neither prices nor an end; Fanatical's has one price, which for a
 * bundle to build is that of a number of games that it does not state. Neither lists the games.
 */
export function readRss(rows: readonly Row[]): Stated {
  const stated = nothing();
  for (const { line, fields } of rows) {
    const title = cleanLine(fields.title ?? "");
    const address = (fields.link ?? "").trim();
    const url = URL.parse(address);
    const store = storesByHost[url?.host ?? ""];
    const id = pathOf(address);
    const [section] = id.split("/");
    const isBundle = store === "humble" ? section === "games" : section === "bundle" || section === "pick-and-mix";
    if (url && !(store && isBundle)) {
      stated.skipped.push({ what: title || `line ${line}`, why: store ? "no bundle of games" : "of another store" });
      continue;
    }
    const content = fields["content:encoded"] ?? "";
    const price = store === "fanatical" ? priceIn(content) : null;
    stated.bundles.push({
      where: `line ${line}`,
      bundle: {
        id,
        store: store ?? null,
        title,
        address,
        kind: section === "pick-and-mix" ? "build-your-own" : "tiers",
        begins_at: toMoment(fields.pubDate && new Date(fields.pubDate)),
        ends_at: toMoment(endIn(content)),
        redeem_by: findEnglishDay(/redeem before ([^<]{1,40})/i.exec(content)?.[1] ?? ""),
        tiers: price ? [{ price }] : [],
      },
    });
  }
  return stated;
}

/** The price in the table of an entry: the first cell below "Current Price". */
function priceIn(content: string): BundlePrice | null {
  const at = content.indexOf("Current Price");
  if (at < 0) return null;
  const [, sign = "", amount = ""] = /<strong>([$€£])(\d{1,5}\.\d\d)<\/strong>/.exec(content.slice(at)) ?? [];
  return signs[sign] && Number(amount) > 0 ? { amount: Number(amount), currency: signs[sign] } : null;
}

/** `Ends: September 25, 2026 07:00 UTC`, as a time. */
function endIn(content: string): string | null {
  const text = /Ends:<\/strong> ?([^<]{1,40})/.exec(content)?.[1] ?? "";
  const day = findEnglishDay(text);
  const time = /\b(\d\d:\d\d) UTC$/.exec(text.trim())?.[1];
  return day && time ? `${day}T${time}:00Z` : null;
}

/** The rows of type bundle of a product feed: a price for all, without a list of what is in it. Throws `invalid`. */
export function readProducts(rows: readonly Row[], now: Date): Stated {
  const stated = nothing();
  for (const { line, fields } of rows) {
    const isBundle =
      /^(?:yes|true|1|y)$/i.test(fields.is_bundle?.trim() ?? "") ||
      /\bbundles?\s*(?:$|\|)/i.test(`${fields.type ?? ""}|${fields.product_type ?? ""}`);
    if (!isBundle) {
      stated.skipped.push({ what: fields.title || `line ${line}`, why: "not a bundle" });
      continue;
    }
    const expected = /\b([A-Z]{3})\b/.exec(fields.price ?? "")?.[1] ?? "USD";
    const offer = readFeedRow(fields, line, { now, currency: null, expected });
    if ("reason" in offer) throw new AppError("invalid", `${offer.what}: ${offer.message}`);
    const { priceMinor, currency, link = "", title = "" } = offer;
    const price = priceMinor ? { amount: toAmount(priceMinor, currency), currency } : null;
    const ends_at = toMoment(offer.saleEndsAt);
    stated.bundles.push({
      where: `line ${line}`,
      bundle: { id: offer.productId, title, address: link, ends_at, tiers: price ? [{ price }] : [] },
    });
  }
  return stated;
}
