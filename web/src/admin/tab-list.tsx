import type { RowData } from "@tanstack/react-table";
import type { ReactNode } from "react";
import { serverWords } from "./admin-call.ts";
import { DataTable, type TableColumns } from "./data-table.tsx";
import { LoadFailed } from "./load-failed.tsx";
import type { Order, TabState, useTabState } from "./tab-address.ts";
import { TabPager } from "./tab-pager.tsx";

/** What the address of a tab says of its list. */
interface ListState extends TabState {
  sort: string;
  order: Order;
}

interface TabListProps<State extends ListState, Row extends RowData> {
  /** What the table holds, for those who cannot see it. */
  label: string;
  /** What is said when the list cannot be loaded and the server does not say why. */
  failed: string;
  /** Stands in place of the rows when there are none. */
  empty: ReactNode;
  columns: TableColumns<Row>;
  tab: ReturnType<typeof useTabState<State>>;
  /** The page that was asked for. */
  answer: { error: unknown; isPlaceholderData: boolean; refetch: () => unknown };
  /** Its rows, `undefined` until they are there, and how many there are on all pages. */
  rows: Row[] | undefined;
  total: number | undefined;
  pageSize: number;
  align?: "top" | "middle";
}

/** A page of a tab's list as a table that sorts, with its pager; or why it could not be loaded. */
export function TabList<State extends ListState, Row extends RowData & { id: number }>(
  props: TabListProps<State, Row>,
) {
  const { failed, tab, answer, rows, total = 0, pageSize, ...table } = props;
  const { state, show, searchOf } = tab;
  if (answer.error && !rows) {
    return <LoadFailed message={serverWords(answer.error, failed)} onRetry={() => void answer.refetch()} />;
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
        loading={answer.isPlaceholderData}
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
