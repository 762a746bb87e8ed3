import { Link } from "@tanstack/react-router";
import { formatCount } from "contract/core/counts.ts";
import type { ProductFeed } from "contract/prices/feed-schema.ts";
import { formatMoment } from "../../admin/moments.ts";
import { rowStyle, Table } from "../../admin/table.tsx";
import type { Places } from "./feed-page.tsx";
import { RunsLink } from "./runs-link.tsx";

interface FeedTableProps {
  feeds: readonly ProductFeed[];
  stores: Places["stores"];
  /** The search parameters of a feed's page. */
  searchOf: (id: number) => object;
}

const columns = ["Store", "Market", "Address", "Currency", "Last Read", "Runs"];

/** The feeds, a row for each. */
export function FeedTable({ feeds, stores, searchOf }: FeedTableProps) {
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
