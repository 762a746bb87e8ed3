import { AppError } from "contract/core/errors.ts";
import { toMinor } from "contract/core/money.ts";
import type { StoreKey } from "contract/stores/store-key.ts";
import { VoucherFields } from "contract/vouchers/api.ts";
import { voucherLimits, voucherProblems } from "contract/vouchers/rules.ts";
import type { Db } from "../../platform/db/connect.ts";
import { sql } from "../../platform/db/drizzle.ts";
import { changeVoucher, createVoucher } from "./commands.ts";

type FileRow = {
  line: number;
  fields: Readonly<Record<string, unknown>>;
};

export interface ImportOptions {
  store: StoreKey;
  /** The market where the vouchers are valid; `null` = all. */
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
  skipped: { line: number; why: string }[];
}

/**
 * Imports the codes of a promotions feed (Google Merchant), all or none. A promotion whose reduction or products are
 * not certain is skipped with the reason; the next import of the same `promotion_id` changes its voucher. Throws
 * `invalid`, which names the line and the field.
 */
export function importPromotions(
  db: Db,
  rows: readonly FileRow[],
  { store, country, products, now }: ImportOptions,
): Promise<VoucherImport> {
  return db.transaction(async (tx) => {
    const counts: VoucherImport = { read: rows.length, added: 0, changed: 0, unchanged: 0, skipped: [] };
    const { rows: known } = await tx.execute(sql`select from stores where key = ${store}`);
    if (known.length === 0) throw new AppError("invalid", `There is no store ${store}`);
    const naming = groupProducts(products);
    const read = rows.map(({ line, fields }) => ({ line, promotion: readPromotion(fields) }));
    const wanted = read.flatMap(({ promotion }) =>
      typeof promotion === "string" ? [] : [...(naming.get(promotion.id) ?? []), ...promotion.excluded],
    );
    const games = await readGames(tx, { store, country }, wanted);
    const existing = await lockPromotions(tx, { store, country });
    const seen = new Map<string, number>();
    for (const { line, promotion } of read) {
      const skip = (why: string) => counts.skipped.push({ line, why });
      if (typeof promotion === "string") {
        skip(promotion);
        continue;
      }
      const { id, isSpecific, excluded, ...terms } = promotion;
      const first = seen.get(id);
      if (first) throw invalidAt(line, "promotion_id", `${id} comes twice, first at line ${first}`);
      seen.set(id, line);
      const named = isSpecific ? (naming.get(id) ?? []) : [];
      const included = gamesOf(named, games);
      const excludedGames = gamesOf(excluded, games);
      if (isSpecific && included.length === 0) {
        skip(named.length === 0 ? "no product names it" : "its products are no games here");
        continue;
      }
      if (Math.max(included.length, excludedGames.length) > voucherLimits.games) {
        skip(`it is for, or excludes, more than ${voucherLimits.games} games`);
        continue;
      }
      const stated = { ...terms, store, country, game_ids: included, excluded_game_ids: excludedGames };
      const voucher = check(line, { ...stated, excluded_regions: [], full_price_only: false });
      const before = existing.get(id);
      if (!before) {
        await createVoucher(tx, null, voucher, { now, promotionId: id });
        counts.added++;
        continue;
      }
      // regions and full prices are not in the file: what an administrator entered stays
      const { excluded_regions: _, full_price_only: __, ...changes } = voucher;
      const { version } = await changeVoucher(tx, null, before.id, { fields: changes }, now);
      if (version > before.version) counts.changed++;
      else counts.unchanged++;
    }
    return counts;
  });
}

function check(line: number, fields: VoucherFields): VoucherFields {
  const { data, error } = VoucherFields.safeParse(fields);
  if (error) throw invalidAt(line, error.issues[0]!.path.join("."), error.issues[0]!.message);
  const [problem] = voucherProblems(data);
  if (problem) throw invalidAt(line, problem.path, problem.msg);
  return data;
}

/** Names a field of a voucher as the file does. */
const columnOf: Record<string, string> = {
  code: "generic_redemption_code",
  conditions: "long_title",
  percent: "percent_off",
  amount: "money_off_amount",
  minimum: "minimum_purchase_amount",
  begins_at: "promotion_effective_dates",
  ends_at: "promotion_effective_dates",
};

function invalidAt(line: number, field: string, problem: string): AppError {
  return new AppError("invalid", `line ${line}: ${columnOf[field] ?? field}: ${problem}`);
}

type Promotion = Pick<
  VoucherFields,
  "code" | "conditions" | "percent" | "amount" | "currency" | "minimum" | "begins_at" | "ends_at"
> & { id: string; isSpecific: boolean; excluded: string[] };

/** Conditions of promotions that a voucher cannot state, so that it would be shown where it is not accepted. */
const unsupportedFields = [
  ...["item_group_id", "item_group_id_exclusion", "brand", "brand_exclusion", "product_type", "product_type_exclusion"],
  ...["minimum_purchase_quantity", "buy_this_quantity", "get_this_quantity_discounted", "free_gift_value"],
  ...["percent_off_range", "money_off_range", "membership_type", "redemption_restriction"],
];

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
  const unsupported = unsupportedFields.find((name) => text(name) !== "");
  if (unsupported) return `its condition ${unsupported} is not supported`;
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

/** The ids of the products that name each promotion. */
function groupProducts(products: readonly FileRow[]): Map<string, string[]> {
  const named = products.flatMap(({ fields }) =>
    wordsOf(fields.promotion_id).map((promotion) => ({ promotion, product: String(fields.id ?? "").trim() })),
  );
  const grouped = Map.groupBy(named, ({ promotion }) => promotion);
  return new Map([...grouped].map(([promotion, all]) => [promotion, all.map(({ product }) => product)]));
}

function wordsOf(list: unknown): string[] {
  return String(list ?? "")
    .split(",")
    .map((word) => word.trim())
    .filter(Boolean);
}

interface Place {
  store: StoreKey;
  country: string | null;
}

/** The games of a store's products, by its offers. */
async function readGames(tx: Db, { store, country }: Place, products: readonly string[]) {
  if (products.length === 0) return new Map<string, number[]>();
  const { rows } = await tx.execute<{ product: string; games: number[] }>(sql`
    select product_id as product, array_agg(distinct game_id) as games from offers
    where store = ${store} and product_id = any(${sql.param([...new Set(products)])}::text[])
      and (${country}::text is null or country = ${country})
    group by product_id`);
  return new Map(rows.map(({ product, games }) => [product, games]));
}

function gamesOf(products: readonly string[], games: ReadonlyMap<string, readonly number[]>): number[] {
  return [...new Set(products.flatMap((product) => games.get(product) ?? []))].sort((a, b) => a - b);
}

/** The store's vouchers by the promotions that they were imported from. */
async function lockPromotions(tx: Db, { store, country }: Place) {
  const { rows } = await tx.execute<{ promotion: string; id: number; version: number }>(sql`
    select promotion_id as promotion, id, version from vouchers
    where store = ${store} and country is not distinct from ${country}::text and promotion_id is not null
    order by id for update`);
  return new Map(rows.map(({ promotion, ...voucher }) => [promotion, voucher]));
}
