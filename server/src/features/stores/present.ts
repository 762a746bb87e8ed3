import type { StorePack } from "contract/stores/pack.ts";
import type { AdminStore, Retailer } from "contract/stores/schema.ts";
import type { StoreRow } from "./queries.ts";

/** The oldest stores come first on pages, in this order. */
const firstShown: readonly string[] = ["steam", "cdkeys", "gog", "other"];

/** The stores in the order in which pages show them. */
export function inPageOrder(stores: readonly StoreRow[]): StoreRow[] {
  const place = ({ key }: StoreRow) => (firstShown.includes(key) ? firstShown.indexOf(key) : firstShown.length);
  return stores.toSorted((a, b) => place(a) - place(b));
}

/** A store as visitors see it; with the number of deliverable offers when given. */
export function toRetailer({ key, name, color, kind, reportsStock }: StoreRow, inStock?: number): Retailer {
  return {
    key,
    name,
    color,
    kind,
    ...(inStock !== undefined && { tracks_stock: reportsStock, in_stock_count: inStock }),
  };
}

/** How a store's own feed is read. */
export type FeedFacts = Pick<NonNullable<StorePack["feed"]>, "columns" | "currency" | "encoding">;

/** A store as a file for other sites; its own feed, if it has one here, goes before that of its pack. */
export function toStorePack(row: StoreRow, own: FeedFacts | null): StorePack {
  const { key, name, kind, website, activation, color, reportsStock, pack } = row;
  const unknown = { programme: null, licence: null };
  return {
    format: "store-pack-1",
    ...{ key, name, kind, website, activation, color },
    reports_stock: reportsStock,
    countries: pack?.countries ?? [],
    feed: own ? { ...unknown, ...pack?.feed, ...own } : (pack?.feed ?? null),
    source: pack?.source ?? null,
  };
}

export function toAdminStore(row: StoreRow & { offers: number }): AdminStore {
  return {
    key: row.key,
    name: row.name,
    kind: row.kind,
    website: row.website,
    activation: row.activation,
    color: row.color,
    reports_stock: row.reportsStock,
    link_templates: row.linkTemplates,
    open_data_licence: row.openDataLicence,
    enabled: row.enabled,
    position: row.position,
    offers: row.offers,
    version: row.version,
    updated_at: row.updatedAt?.toISOString() ?? null,
  };
}
