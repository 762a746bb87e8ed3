import { titleKey } from "contract/games/rules.ts";
import { z } from "zod";
import { amountIn, isNot, largestInteger, shown } from "../../../platform/files/row-values.ts";
import { cleanLine } from "../../../platform/files/text.ts";

/** CSV has numbers as text. */
const asNumber = (value: unknown) =>
  typeof value === "string" && /^\d+(\.\d+)?$/.test(value.trim()) ? Number(value) : value;

const time = z.string({ error: isNot("a time") }).transform((text, context) => {
  const at = parseTime(text);
  if (at) return at;
  context.addIssue(`${shown(text)} is not a time such as 2024-10, 2024-10-31 or 2024-10-31T18:00:00+00:00`);
  return z.NEVER;
});

const appid = z.preprocess(
  asNumber,
  z
    .int({ error: isNot("a Steam appid") })
    .refine((id) => id > 0 && id <= largestInteger, { error: isNot("a Steam appid") }),
);

/** GOG's ids have ten digits or more, as numbers or text. */
const productId = z.union([z.int().positive().transform(String), z.string().regex(/^\d{1,20}$/)], {
  error: isNot("an id of GOG"),
});

/** A store, and its kind (`official`, or one that sells keys). */
export interface HistoryStore {
  key: string;
  kind: string;
}

const keysOf = (stores: readonly HistoryStore[]) => stores.map(({ key }) => key);

/**
 * A past price in a file: its game, by the store's id, the appid or the title, and the store's price since a time, in
 * the market's currency. Parses to minor units; ignores a base price below the price.
 */
export function historyRowIn(currency: string, stores: readonly HistoryStore[]) {
  const sellsKeys = new Set(stores.filter(({ kind }) => kind !== "official").map(({ key }) => key));
  const price = z.preprocess(asNumber, amountIn(currency));
  return (
    z
      .object(
        {
          steam_appid: appid.nullish(),
          gog_id: productId.nullish(),
          title: z
            .string({ error: isNot("text") })
            .transform((text) => titleKey(cleanLine(text)))
            .nullish(),
          store: z.enum(keysOf(stores), { error: isNot("the key of a store") }),
          recorded_at: time,
          price,
          base_price: price.nullish(),
          currency: z.literal(currency, { error: isNot(currency) }),
        },
        { error: () => "is not a JSON object" },
      )
      .refine((row) => row.steam_appid || (row.gog_id && row.store === "gog") || row.title, {
        error: "names no game: it needs steam_appid, title or, at GOG, gog_id",
      })
      // key shops give nothing away: they write 0 for products without a price
      .refine(({ price, store }) => price > 0 || !sellsKeys.has(store), {
        path: ["price"],
        error: "is 0 at a key shop",
      })
      .transform((row) => ({
        steamAppid: row.steam_appid ?? null,
        productId: row.store === "gog" ? (row.gog_id ?? null) : null,
        titleKey: row.title || null,
        store: row.store,
        at: row.recorded_at,
        priceMinor: row.price,
        regularMinor:
          row.base_price !== null && row.base_price !== undefined && row.base_price >= row.price
            ? row.base_price
            : null,
      }))
  );
}
export type HistoryRow = z.output<ReturnType<typeof historyRowIn>>;

/**
 * Parses a month, a day, or a time with an offset, by default UTC. Months and days mean their beginning. `null` =
 * invalid.
 */
export function parseTime(text: string): Date | null {
  const parts = /^(\d{4}-\d\d)(?:-(\d\d)(?:[T ](\d\d:\d\d:\d\d)(?:\.(\d{1,3})\d*)?(Z|[+-]\d\d:?\d\d)?)?)?$/.exec(
    text.trim(),
  );
  if (!parts) return null;
  const [, month, day = "01", clock = "00:00:00", fraction = "0", offset = "Z"] = parts;
  const isReal = new Date(`${month}-${day}T00:00:00Z`);
  // Date reads February 30 as March 1
  if (Number.isNaN(isReal.getTime()) || !isReal.toISOString().startsWith(`${month}-${day}`)) return null;
  const zone = offset === "Z" ? offset : `${offset.slice(0, 3)}:${offset.slice(-2)}`;
  const at = new Date(`${month}-${day}T${clock}.${fraction.padEnd(3, "0")}${zone}`);
  return Number.isNaN(at.getTime()) || at.getTime() < Date.UTC(1980) ? null : at;
}
