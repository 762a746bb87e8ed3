import { Link } from "@tanstack/react-router";
import { formatCount } from "contract/core/counts.ts";
import { pageCount, pageWindow } from "contract/core/pagination.ts";
import type { Order } from "contract/core/sorting.ts";
import type { ReactNode } from "react";
import { FailureNotice } from "../../../ui/failure-notice.tsx";
import { Pager } from "../../../ui/pager.tsx";
import { serverMessageOf } from "../admin-call.ts";
import { type Column, Table } from "../table.tsx";
import type { TabState, useTabState } from "./tab-address.ts";

/** A tab's state with a sorted list. */
interface ListState extends TabState {
  sort: string;
  order: Order;
}

interface TabListProps<State extends ListState, Row> {
  /** The table's accessible name. */
  label: string;
  /** Error message when the server gives none. */
  failed: string;
  /** Shown when there are no rows. */
  empty: ReactNode;
  columns: readonly Column<Row>[];
  tab: ReturnType<typeof useTabState<State>>;
  /** The query of the page. */
  result: { error: unknown; isPlaceholderData: boolean; refetch: () => unknown };
  /** Its rows, `undefined` until they are there, and how many there are on all pages. */
  rows: readonly Row[] | undefined;
  total: number | undefined;
  pageSize: number;
  align?: "top" | "middle";
}

/** A page of a tab's list as a sortable table with its pager, or a failure notice. */
export function TabList<State extends ListState, Row extends { id: number }>(props: TabListProps<State, Row>) {
  const { failed, tab, result, rows, total = 0, pageSize, ...table } = props;
  const { state, searchOf } = tab;
  if (result.error && !rows) {
    return <FailureNotice title={serverMessageOf(result.error, failed)} onRetry={result.refetch} />;
  }
  return (
    <>
      <Table
        {...table}
        rows={rows}
        rowKey={({ id }) => id}
        sorting={{ ...state, searchOf: (change) => searchOf(change as Partial<State>) }}
        loading={result.isPlaceholderData}
      />
      <TabPager
        page={state.page}
        total={total}
        pageSize={pageSize}
        searchOf={(change) => searchOf(change as Partial<State>)}
      />
    </>
  );
}

const labels = { pages: "Pages", previous: "Previous", next: "Next" };

interface TabPagerProps {
  page: number;
  /** Of all that was found. */
  total: number;
  pageSize: number;
  /** The search parameters of a page's address. */
  searchOf: (change: { page: number }) => object;
}

/** The visible range of the list, and its pages (spec/administration 2.4). */
export function TabPager({ page, total, pageSize, searchOf }: TabPagerProps) {
  if (total <= pageSize) return null;
  const first = (page - 1) * pageSize + 1;
  const last = Math.min(page * pageSize, total);
  return (
    <div className="mt-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <p className="figures text-sm text-muted">
        {first <= total
          ? `${formatCount(first)}–${formatCount(last)} of ${formatCount(total)}`
          : `${formatCount(total)} in all`}
      </p>
      <Pager
        current={page}
        total={pageCount(total, pageSize)}
        pages={pageWindow(page, pageCount(total, pageSize))}
        labels={labels}
        link={({ page: to, ...rest }) => (
          <Link to="." search={searchOf({ page: to }) as never} resetScroll={false} {...rest} />
        )}
      />
    </div>
  );
}
