import { Link } from "@tanstack/react-router";
import Plus from "lucide-react/icons/plus";
import Rss from "lucide-react/icons/rss";
import { ErrorBox } from "../../../ui/error-box.tsx";
import { FailureNotice } from "../../../ui/failure-notice.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { ActionButton } from "../../admin/action-button.tsx";
import { serverMessageOf, useAdminCall } from "../../admin/admin-call.ts";
import { ReadOnlyNote } from "../../admin/editing/read-only-note.tsx";
import { useDenialReason } from "../../admin/me.ts";
import { type TabState, useTabState } from "../../admin/tabs/tab-address.ts";
import { TabPending } from "../../admin/tabs/tab-fallbacks.tsx";
import { TabPage } from "../../admin/tabs/tab-page.tsx";
import { useAdminQuery } from "../../admin/use-admin-query.ts";
import { useChanges } from "../../stores/use-changes.ts";
import { FeedPage } from "./feed-page.tsx";
import { feedsQuery } from "./feed-queries.ts";
import { FeedTable } from "./feed-table.tsx";

interface FeedsState extends TabState {
  /** The id of the feed that is shown, or `new`; empty = all. */
  feed: string;
}

const defaults: FeedsState = { page: 1, feed: "" };

/** Product feeds of stores (spec/catalogue 8). */
export function FeedsTab() {
  const { state, show } = useTabState<FeedsState>(defaults);
  const denialReason = useDenialReason()("sources.write");
  const actions = state.feed === "" && (
    <ActionButton size="small" denialReason={denialReason} onClick={() => show({ feed: "new" })}>
      <Plus aria-hidden className="size-4" />
      Add Feed
    </ActionButton>
  );
  return (
    <TabPage title="Feeds" needs="sources.read" actions={actions || null}>
      <Feeds />
    </TabPage>
  );
}

function Feeds() {
  const { state, show, searchOf } = useTabState<FeedsState>(defaults);
  const { data, error, refetch } = useAdminQuery(feedsQuery(useAdminCall()));
  const changes = useChanges();
  if (!data) {
    if (!error) return <TabPending />;
    return <FailureNotice title={serverMessageOf(error, "Failed to load feeds")} onRetry={refetch} />;
  }
  const { feeds, ...places } = data;
  const feed = feeds.find(({ id }) => String(id) === state.feed);
  const isEditing = state.feed === "new" || feed;
  return (
    <>
      <ReadOnlyNote needs="sources.write" />
      <div className="sticky top-16 z-10 -mx-1 min-h-9 bg-surface px-1 py-2 text-sm">
        <p role="status" className="text-positive">
          {changes.done}
        </p>
        {changes.failure && <ErrorBox>{changes.failure}</ErrorBox>}
      </div>
      {isEditing ? (
        <FeedPage
          key={state.feed}
          feed={feed}
          places={places}
          changes={changes}
          listSearch={searchOf({ feed: "" })}
          onLeave={() => show({ feed: "" })}
        />
      ) : state.feed !== "" ? (
        <Notice icon={Rss} title="There is no such feed">
          Someone may have removed it.{" "}
          <Link to="." search={searchOf({ feed: "" }) as never} className="underline">
            All feeds
          </Link>
        </Notice>
      ) : feeds.length > 0 ? (
        <FeedTable feeds={feeds} stores={places.stores} searchOf={(id) => searchOf({ feed: String(id) })} />
      ) : (
        <Notice icon={Rss} title="No feeds yet">
          A feed is a file with a store's products and prices at an address of that store. Add one, and its prices are
          read on schedule.
        </Notice>
      )}
    </>
  );
}
