import {
  type ColumnDef,
  createColumnHelper,
  functionalUpdate,
  type RowData,
  rowSortingFeature,
  type SortingState,
  tableFeatures,
  useTable,
} from "@tanstack/react-table";
import type { Order } from "contract/core/sorting.ts";
import ArrowDown from "lucide-react/icons/arrow-down";
import ArrowUp from "lucide-react/icons/arrow-up";
import ChevronsUpDown from "lucide-react/icons/chevrons-up-down";
import { type ReactNode, useMemo } from "react";
import { classNames } from "../../ui/class-names.ts";
import { Skeleton } from "../../ui/skeleton.tsx";

interface ColumnMeta {
  /** Class names of the column's cells and its head. */
  className?: string;
}

// the server sorts and pages
const features = tableFeatures({ rowSortingFeature, columnMeta: {} as ColumnMeta });

// biome-ignore lint/suspicious/noExplicitAny: columns of one table hold values of different types
export type TableColumns<Row extends RowData> = ColumnDef<typeof features, Row, any>[];

/** Creates columns: `helper.accessor("key", { header: "Key", cell: … })`. Call it outside of components. */
export function columnsOf<Row extends RowData>() {
  return createColumnHelper<typeof features, Row>();
}

interface DataTableProps<Row extends RowData> {
  /** The table's accessible name. */
  label: string;
  /** Ids of sortable columns are the names by which the server sorts; others have `enableSorting: false`. */
  columns: TableColumns<Row>;
  /** `undefined` until the first rows have loaded. */
  rows: Row[] | undefined;
  rowId: (row: Row) => string;
  sort: string;
  order: Order;
  onSort: (sort: string, order: Order) => void;
  /** Whether other rows are loading. */
  loading?: boolean;
  /** Shown when there are no rows. */
  empty: ReactNode;
  /** The vertical alignment of cells. */
  align?: "top" | "middle";
}

/** Keeps a row's buttons visible where the table is wider than the window. */
export const stickyRight = "max-lg:sticky max-lg:right-0 max-lg:bg-raised";

const aligns = { top: "align-top", middle: "align-middle" };

const none: never[] = [];

/** A table with sortable headers. */
export function DataTable<Row extends RowData>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowId, sort, order, onSort, loading, empty, align = "top" } = props;
  const sorting = useMemo<SortingState>(() => [{ id: sort, desc: order === "DESC" }], [sort, order]);
  const table = useTable({
    features,
    columns,
    data: rows ?? (none as Row[]),
    getRowId: rowId,
    manualSorting: true,
    enableSortingRemoval: false,
    enableMultiSort: false,
    sortDescFirst: false,
    state: { sorting },
    onSortingChange: (updater) => {
      const [next] = functionalUpdate(updater, sorting);
      if (next) onSort(next.id, next.desc ? "DESC" : "ASC");
    },
  });
  return (
    <div className="overflow-x-auto rounded-lg border border-border bg-raised">
      <table aria-label={label} aria-busy={!rows || loading} className="w-full text-left text-sm">
        <thead className="border-b border-border text-muted">
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id}>
              {group.headers.map((header) => {
                const { column } = header;
                const sorted = column.getCanSort() && column.getIsSorted();
                return (
                  <th
                    key={header.id}
                    scope="col"
                    aria-sort={sorted ? (sorted === "desc" ? "descending" : "ascending") : undefined}
                    className={classNames("px-3 font-medium whitespace-nowrap", column.columnDef.meta?.className)}
                  >
                    {column.getCanSort() ? (
                      <button
                        type="button"
                        onClick={column.getToggleSortingHandler()}
                        className="-mx-2 inline-flex h-10 items-center gap-1 rounded-md px-2 font-medium hover:text-text"
                      >
                        <table.FlexRender header={header} />
                        <SortMark sorted={sorted} />
                      </button>
                    ) : (
                      <span className="inline-flex h-10 items-center">
                        <table.FlexRender header={header} />
                      </span>
                    )}
                  </th>
                );
              })}
            </tr>
          ))}
        </thead>
        <tbody className={classNames("divide-y divide-border", loading && "opacity-60")}>
          {table.getRowModel().rows.map((row) => (
            <tr key={row.id} className="hover:bg-sunken/50">
              {row.getAllCells().map((cell) => (
                <td
                  key={cell.id}
                  className={classNames("px-3 py-2.5", aligns[align], cell.column.columnDef.meta?.className)}
                >
                  <table.FlexRender cell={cell} />
                </td>
              ))}
            </tr>
          ))}
          {!rows && <PendingRows columns={columns.length} />}
        </tbody>
      </table>
      {rows?.length === 0 && empty}
    </div>
  );
}

function SortMark({ sorted }: { sorted: false | "asc" | "desc" }) {
  const Icon = sorted === "asc" ? ArrowUp : sorted === "desc" ? ArrowDown : ChevronsUpDown;
  return <Icon aria-hidden className={classNames("size-3.5", sorted ? "text-accent-text" : "opacity-60")} />;
}

/** Placeholders for the first rows. */
function PendingRows({ columns }: { columns: number }) {
  return [1, 2, 3, 4, 5].map((row) => (
    <tr key={row}>
      <td colSpan={columns} className="px-3 py-3">
        <Skeleton className="h-6" />
      </td>
    </tr>
  ));
}
