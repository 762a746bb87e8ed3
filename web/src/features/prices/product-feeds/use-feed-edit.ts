import type { FeedPreview, ProductFeed } from "contract/prices/feed-schema.ts";
import { useState } from "react";
import { useAdminCall } from "../../admin/admin-call.ts";
import { useRefresh } from "../../admin/queries.ts";
import type { Changes } from "../../admin/use-changes.tsx";
import { useEdits } from "../../admin/use-edits.tsx";
import { type EditedFeed, fieldNames, newFeed, toFields, toForm } from "./feed-form.ts";

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
