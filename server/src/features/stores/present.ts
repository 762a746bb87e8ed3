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
