import { queryOptions } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Call } from "contract/core/call.ts";
import { formatCount } from "contract/core/counts.ts";
import type { ProductFeed } from "contract/prices/feed-schema.ts";
import Plus from "lucide-static/icons/plus.svg?react";
import Rss from "lucide-static/icons/rss.svg?react";
import { Notice } from "../../../ui/notice.tsx";
import { ActionButton } from "../../admin/action-button.tsx";
import { useAdminCall } from "../../admin/admin-call.tsx";
import { useDenialReason } from "../../admin/me.ts";
import { formatMoment } from "../../admin/moments.ts";
import { adminFreshFor, adminKey, useAdminQuery } from "../../admin/queries.ts";
import { type TabState, useTabState } from "../../admin/tab-list.tsx";
import { ReadOnlyNote, TabPage, TabUnloaded } from "../../admin/tab-page.tsx";
import { rowStyle, Table } from "../../admin/table.tsx";
import { ChangeMessage, useChanges } from "../../admin/use-changes.tsx";
import { FeedPage, type Places, RunsLink } from "./feed-page.tsx";

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
      Add feed
    </ActionButton>
  );
  return (
    <TabPage actions={actions || null}>
      <Feeds />
    </TabPage>
  );
}

function Feeds() {
  const { state, show, searchOf } = useTabState<FeedsState>(defaults);
  const { data, error, refetch } = useAdminQuery(feedsQuery(useAdminCall()));
  const changes = useChanges();
  if (!data) return <TabUnloaded error={error} failed="Failed to load feeds" onRetry={refetch} />;
  const { feeds, ...places } = data;
  const feed = feeds.find(({ id }) => String(id) === state.feed);
  const isEditing = state.feed === "new" || feed;
  return (
    <>
      <ReadOnlyNote needs="sources.write" />
      <ChangeMessage changes={changes} />
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

/** The feeds, and the stores and markets that may have one. */
function feedsQuery(call: Call) {
  return queryOptions({
    queryKey: [adminKey, "feeds"],
    staleTime: adminFreshFor,
    queryFn: ({ signal }) => call("GET /api/admin/catalogue/feeds", {}, { signal }),
  });
}

interface FeedTableProps {
  feeds: readonly ProductFeed[];
  stores: Places["stores"];
  /** The search parameters of a feed's page. */
  searchOf: (id: number) => object;
}

const columns = ["Store", "Market", "Address", "Currency", "Last read", "Runs"];

/** The feeds, a row for each. */
function FeedTable({ feeds, stores, searchOf }: FeedTableProps) {
  return (
    <Table label="Feeds" columns={columns}>
      {feeds.map((feed) => (
        <FeedRow
          key={feed.id}
          feed={feed}
          storeName={stores.find(({ key }) => key === feed.store)?.name ?? feed.store}
          search={searchOf(feed.id)}
        />
      ))}
    </Table>
  );
}

function FeedRow({ feed, storeName, search }: { feed: ProductFeed; storeName: string; search: object }) {
  const { country, url, currency, offers, read_at, source } = feed;
  return (
    <tr data-feed={source} className={`${rowStyle} [&>td]:py-2`}>
      <td>
        <Link to="." search={search as never} className="font-medium whitespace-nowrap hover:underline">
          {storeName}
        </Link>
      </td>
      <td>{country}</td>
      <td className="min-w-64 break-all">
        {url ?? <span className="text-danger">Cannot be read with this secret key: enter it again</span>}
      </td>
      <td className="whitespace-nowrap">{currency ?? "The market's"}</td>
      <td className="whitespace-nowrap">
        {offers === null ? (
          "Never"
        ) : (
          <>
            {formatMoment(read_at)}
            <span className="figures block text-xs text-muted">{formatCount(offers)} good rows</span>
          </>
        )}
      </td>
      <td>
        <RunsLink source={source} name={storeName} />
      </td>
    </tr>
  );
}
