import type { FileEncoding } from "contract/core/file-encoding.ts";
import { type FeedColumn, feedColumns, neededColumns } from "contract/prices/feed-rules.ts";
import type { FeedFields, FeedPreview, ProductFeed } from "contract/prices/feed-schema.ts";
import { useState } from "react";
import { useAdminCall } from "../../admin/admin-call.tsx";
import { useRefresh } from "../../admin/queries.ts";
import type { Changes } from "../../admin/use-changes.tsx";
import { useEdits } from "../../admin/use-edits.tsx";

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

export type FeedEdit = ReturnType<typeof useFeedEdit>;

const path = "/api/admin/catalogue/feeds";

/** The form of a feed, its preview and its saving. */
export function useFeedEdit(feed: ProductFeed | undefined, onDone: (done: string) => void) {
  const call = useAdminCall();
  const refresh = useRefresh();
  const [preview, setPreview] = useState<FeedPreview>();
  const [reading, setReading] = useState(false);
  const edits = useEdits({
    thing: feed ?? newFeed,
    toForm,
    names: fieldNames,
    send: (typed, base: EditedFeed) => {
      const body = toFields({ ...toForm(base), ...typed });
      if (!feed) return call(`POST ${path}`, { body });
      return call(`PUT ${path}/{id}`, { params: { id: feed.id }, body: { ...body, base_version: base.version } });
    },
    onSaved: () => onDone(feed ? "Saved the feed." : "Added the feed. It is read on the schedule of feeds."),
    fallback: "Failed to save the feed",
  });

  async function readPreview(): Promise<void> {
    setReading(true);
    setPreview(undefined);
    edits.fail(undefined);
    try {
      const body = { ...toFields(edits.form), ...(feed && { id: feed.id }) };
      setPreview((await call(`POST ${path}/preview`, { body })).preview);
    } catch (error) {
      edits.fail(error);
    } finally {
      setReading(false);
    }
  }

  return {
    ...edits,
    preview,
    reading,
    readPreview,
    /** Accepts the feed in the next run, however few rows it has. */
    acceptLoss: ({ make }: Changes) =>
      make("The next run takes the feed as it is, with however many rows.", () =>
        call(`PUT ${path}/{id}`, {
          params: { id: feed!.id },
          body: { accept_loss: true, base_version: feed!.version },
        }),
      ),
    async remove(): Promise<void> {
      const query = { base_version: String(feed!.version) };
      await call(`DELETE ${path}/{id}`, { params: { id: feed!.id }, query: query as object });
      edits.cancel();
      // before the list is refetched, which no longer has the feed of this page
      onDone("Removed the feed.");
      await refresh();
    },
  };
}
