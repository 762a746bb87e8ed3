import { toMinor } from "contract/core/money.ts";
import type { StoreKey } from "contract/stores/store-key.ts";
import { VoucherFields } from "contract/vouchers/api.ts";
import type { Db } from "../../platform/db/connect.ts";
import { sql } from "../../platform/db/drizzle.ts";
import { changeVoucher, createVoucher } from "./commands.ts";

/** A row of a file: its fields by name. */
export interface FileRow {
  line: number;
  fields: Readonly<Record<string, unknown>>;
}

export interface ImportOptions {
  store: StoreKey;
  /** The market where the vouchers are good; `null` = all. */
  country: string | null;
  /** Rows of the store's product feed, which name the promotions of each product. */
  products: readonly FileRow[];
  now: Date;
}

export interface VoucherImport {
  read: number;
  added: number;
  changed: number;
  unchanged: number;
  left: { line: number; why: string }[];
}

/**
 * Imports the codes of a promotions feed (Google Merchant). A promotion whose reduction or products are not certain is
 * left out with the reason; the next import of the same `promotion_id` changes its voucher.
 */
export async function importPromotions(
  db: Db,
  rows: readonly FileRow[],
  { store, country, products, now }: ImportOptions,
): Promise<VoucherImport> {
  const counts: VoucherImport = { read: rows.length, added: 0, changed: 0, unchanged: 0, left: [] };
  for (const { line, fields } of rows) {
    const promotion = readPromotion(fields);
    if (typeof promotion === "string") {
      counts.left.push({ line, why: promotion });
      continue;
    }
    const { id, isSpecific, excluded, ...read } = promotion;
    const named = isSpecific ? productsOf(products, id) : [];
    const games = await findGames(db, { store, country, products: named });
    if (isSpecific && games.length === 0) {
      counts.left.push({ line, why: named.length === 0 ? "no product names it" : "its products are no games here" });
      continue;
    }
    const excludedGames = await findGames(db, { store, country, products: excluded });
    const voucher = { ...read, store, country, game_ids: games, excluded_game_ids: excludedGames };
    const { data, error } = VoucherFields.safeParse({ ...voucher, excluded_regions: [], full_price_only: false });
    if (error) {
      const { path, message } = error.issues[0]!;
      counts.left.push({ line, why: `${path.join(".")}: ${message}` });
      continue;
    }
    const existing = await findByPromotion(db, { store, country, id });
    if (existing === null) {
      await createVoucher(db, null, data, { now, promotionId: id });
      counts.added++;
    } else {
      // regions and full prices are not in the file: what an administrator entered stays
      const { excluded_regions: _, full_price_only: __, ...stated } = data;
      const { version } = await changeVoucher(db, null, existing.id, { fields: stated }, now);
      if (version > existing.version) counts.changed++;
      else counts.unchanged++;
    }
  }
  return counts;
}

type Promotion = Pick<
  VoucherFields,
  "code" | "conditions" | "percent" | "amount" | "currency" | "minimum" | "begins_at" | "ends_at"
> & { id: string; isSpecific: boolean; excluded: string[] };

/** A row of the promotions feed, or why it is no voucher. */
export function readPromotion(fields: FileRow["fields"]): Promotion | string {
  const text = (name: string) => String(fields[name] ?? "").trim();
  const id = text("promotion_id");
  if (id === "") return "has no promotion_id";
  if (text("offer_type").toUpperCase() !== "GENERIC_CODE") return "needs no code";
  const code = text("generic_redemption_code");
  if (code === "") return "has no code";
  const channel = text("redemption_channel").toUpperCase();
  if (channel !== "" && !channel.includes("ONLINE")) return "is not for online purchases";
  const conditions = text("long_title");
  const [begin = "", end = ""] = text("promotion_effective_dates").split("/");
  const [begins, ends] = [Date.parse(begin), Date.parse(end)];
  if (Number.isNaN(begins) || Number.isNaN(ends)) return "its dates cannot be read";
  const off = readMoney(text("money_off_amount"));
  const minimum = readMoney(text("minimum_purchase_amount"));
  const percent = off ? null : readPercent(text("percent_off"), conditions);
  if (!off && percent === null) return "how much it reduces the price is not certain";
  if (off && minimum && off.currency !== minimum.currency) return "its amounts are in two currencies";
  return {
    id,
    code,
    conditions,
    percent,
    amount: off?.amount ?? null,
    minimum: minimum?.amount ?? null,
    currency: off?.currency ?? minimum?.currency ?? null,
    begins_at: new Date(begins).toISOString(),
    ends_at: new Date(ends).toISOString(),
    isSpecific: text("product_applicability").toUpperCase() !== "ALL_PRODUCTS",
    excluded: wordsOf(fields.item_id_exclusion),
  };
}

/** The stated percentage, else the only one in the title: `15` of "Take 15% off". A range is none. */
function readPercent(stated: string, title: string): number | null {
  const [given] = /^\d{1,2}(?=%?$)/.exec(stated) ?? [];
  if (given) return Number(given) || null;
  const found = [...title.matchAll(/(?<!\d)\d{1,3}(?:[.,]\d{1,3})? ?%/g)].map(([text]) => text);
  const isOpen = /up to|from|between|\d ?[-–] ?\d{1,3} ?%/i.test(title);
  const percent = Number.parseFloat(found[0] ?? "");
  return found.length === 1 && !isOpen && Number.isInteger(percent) && percent > 0 && percent < 100 ? percent : null;
}

/** `5.00 USD` */
function readMoney(text: string): { amount: number; currency: string } | null {
  const [, amount, currency] = /^(\d{1,9}(?:\.\d{1,3})?) ([A-Z]{3})$/.exec(text) ?? [];
  if (!amount || !currency || !toMinor(Number(amount), currency)) return null;
  return { amount: Number(amount), currency };
}

/** The ids of the products that name a promotion. */
function productsOf(products: readonly FileRow[], promotion: string): string[] {
  return products
    .filter(({ fields }) => wordsOf(fields.promotion_id).includes(promotion))
    .map(({ fields }) => String(fields.id ?? "").trim());
}

function wordsOf(list: unknown): string[] {
  return String(list ?? "")
    .split(",")
    .map((word) => word.trim())
    .filter(Boolean);
}

/** The games of a store's products, by its offers. */
async function findGames(
  db: Db,
  { store, country, products }: { store: StoreKey; country: string | null; products: readonly string[] },
): Promise<number[]> {
  if (products.length === 0) return [];
  const { rows } = await db.execute<{ game_id: number }>(sql`
    select distinct game_id from offers
    where store = ${store} and product_id = any(${sql.param([...products])}::text[])
      and (${country}::text is null or country = ${country})
    order by game_id`);
  return rows.map((row) => row.game_id);
}

async function findByPromotion(
  db: Db,
  { store, country, id }: { store: StoreKey; country: string | null; id: string },
): Promise<{ id: number; version: number } | null> {
  const { rows } = await db.execute<{ id: number; version: number }>(sql`
    select id, version from vouchers
    where store = ${store} and country is not distinct from ${country}::text and promotion_id = ${id}`);
  return rows[0] ?? null;
}
