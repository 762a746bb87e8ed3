import type { RowData } from "@tanstack/react-table";
import type { Order } from "contract/core/sorting.ts";
import type { ReactNode } from "react";
import { FailureNotice } from "../../../ui/failure-notice.tsx";
import { serverMessageOf } from "../admin-call.ts";
import { DataTable, type TableColumns } from "../data-table.tsx";
import type { TabState, useTabState } from "./tab-address.ts";
import { TabPager } from "./tab-pager.tsx";

/** A tab's state with a sorted list. */
interface ListState extends TabState {
  sort: string;
  order: Order;
}

interface TabListProps<State extends ListState, Row extends RowData> {
  /** The table's accessible name. */
  label: string;
  /** Error message when the server gives none. */
  failed: string;
  /** Shown when there are no rows. */
  empty: ReactNode;
  columns: TableColumns<Row>;
  tab: ReturnType<typeof useTabState<State>>;
  /** The query of the page. */
  result: { error: unknown; isPlaceholderData: boolean; refetch: () => unknown };
  /** Its rows, `undefined` until they are there, and how many there are on all pages. */
  rows: Row[] | undefined;
  total: number | undefined;
  pageSize: number;
  align?: "top" | "middle";
}

/** A page of a tab's list as a sortable table with its pager, or a failure notice. */
export function TabList<State extends ListState, Row extends RowData & { id: number }>(
  props: TabListProps<State, Row>,
) {
  const { failed, tab, result, rows, total = 0, pageSize, ...table } = props;
  const { state, show, searchOf } = tab;
  if (result.error && !rows) {
    return <FailureNotice title={serverMessageOf(result.error, failed)} onRetry={result.refetch} />;
  }
  return (
    <>
      <DataTable
        {...table}
        rows={rows}
        rowId={({ id }) => String(id)}
        sort={state.sort}
        order={state.order}
        onSort={(sort, order) => show({ sort, order } as Partial<State>)}
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
