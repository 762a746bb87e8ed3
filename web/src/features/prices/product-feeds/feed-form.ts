import type { FileEncoding } from "contract/core/file-encoding.ts";
import { type FeedColumn, feedColumns, neededColumns } from "contract/prices/feed-rules.ts";
import type { FeedFields, ProductFeed } from "contract/prices/feed-schema.ts";

/** Columns are named as in the paths of error details. */
type ColumnField = `columns.${FeedColumn}`;
export type FeedField = "store" | "country" | "url" | "currency" | "encoding" | ColumnField;

/** A feed as typed; an empty column has its default name. */
export type FeedForm = Record<FeedField, string>;

export const columnField = (column: FeedColumn): ColumnField => `columns.${column}`;

export const fieldNames = {
  store: "Store",
  country: "Market",
  url: "Address",
  currency: "Currency",
  encoding: "Encoding",
  ...Object.fromEntries(feedColumns.map((column) => [columnField(column), `Column ${column}`])),
} as Record<FeedField, string>;

/** What an edit starts from: a stored feed, or nothing yet. */
export type EditedFeed = Pick<
  ProductFeed,
  "store" | "country" | "url" | "currency" | "encoding" | "columns" | "version"
>;

export const newFeed: EditedFeed = {
  store: "",
  country: "",
  url: "",
  currency: null,
  encoding: null,
  columns: {},
  version: 0,
};

export function toForm({ store, country, url, currency, encoding, columns }: EditedFeed): FeedForm {
  const named = Object.fromEntries(feedColumns.map((column) => [columnField(column), columns[column] ?? ""]));
  return { store, country, url: url ?? "", currency: currency ?? "", encoding: encoding ?? "", ...named } as FeedForm;
}

/** The fields as sent. */
export function toFields(form: FeedForm): FeedFields {
  const named = feedColumns.map((column) => [column, form[columnField(column)].trim()] as const);
  return {
    store: form.store,
    country: form.country,
    url: form.url.trim(),
    currency: form.currency.trim().toUpperCase() || null,
    encoding: form.encoding === "" ? null : (form.encoding as FileEncoding),
    columns: Object.fromEntries(named.filter(([, name]) => name !== "")),
  };
}

export const isNeeded = (column: FeedColumn) => (neededColumns as readonly FeedColumn[]).includes(column);
