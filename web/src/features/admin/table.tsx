import { Link } from "@tanstack/react-router";
import type { Order } from "contract/core/sorting.ts";
import ArrowDown from "lucide-static/icons/arrow-down.svg?react";
import ArrowUp from "lucide-static/icons/arrow-up.svg?react";
import ChevronsUpDown from "lucide-static/icons/chevrons-up-down.svg?react";
import type { Key, ReactNode } from "react";
import { classNames } from "../../ui/class-names.ts";
import { Skeleton } from "../../ui/skeleton.tsx";

/** A column with its cells; a table that is given its rows as children needs only heads, which may be plain strings. */
export interface Column<Row> {
  head: string;
  /** Shown as its head, instead of the text. */
  title?: ReactNode;
  cell?: (row: Row) => ReactNode;
  /** The name by which the server sorts it. */
  sort?: string;
  /** Numbers, at the right. */
  count?: boolean;
  /** Class names of the head and the cells. */
  className?: string;
}

interface TableProps<Row> {
  /** The table's accessible name. */
  label: string;
  columns: readonly (string | Column<Row>)[];
  /** `undefined` until the first rows have loaded. */
  rows?: readonly Row[] | undefined;
  rowKey?: (row: Row) => Key;
  /** Rows that are more than their cells, instead of `rows`. */
  children?: ReactNode;
  /** The order of the rows, and the search parameters of an address with another one. */
  sorting?: { sort: string; order: Order; searchOf: (change: { sort: string; order: Order }) => object };
  /** Whether other rows are loading. */
  loading?: boolean;
  /** Shown when there are no rows. */
  empty?: ReactNode;
  /** Below the rows. */
  footer?: ReactNode;
  /** The class of a maximum height, within which the rows scroll below the head. */
  height?: string;
  /** Without a frame, as part of a card or a row. */
  bare?: boolean;
  align?: "top" | "middle";
}

/** Keeps a row's buttons visible where the table is wider than the window. */
export const stickyRight = "max-xl:sticky max-xl:end-0 max-xl:bg-raised";

/** A row of 40 pixels. */
export const rowStyle = "h-10 hover:bg-sunken/50 [&>td]:px-3";

const aligns = { top: "align-top", middle: "align-middle" };

/** The panel's table: the server sorts and pages its rows. It scrolls by itself where it is too wide. */
export function Table<Row>(props: TableProps<Row>) {
  const { label, rows, rowKey, children, sorting, loading, empty, footer, height, bare, align = "top" } = props;
  const columns = props.columns.map((column): Column<Row> => (typeof column === "string" ? { head: column } : column));
  const isLoading = children === undefined && !rows;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields that are sent
    <div
      role="group"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it
      tabIndex={0}
      className={classNames(
        // contains what only screen readers see, which would widen the page
        "relative overflow-x-auto",
        !bare && "rounded-lg border border-border bg-raised",
        height && `overflow-y-auto ${height}`,
      )}
    >
      <table aria-label={label} aria-busy={isLoading || loading} className="w-full text-start text-sm">
        <thead
          className={classNames(
            "border-b border-border text-muted [&_th]:font-medium [&_th]:whitespace-nowrap",
            // browsers centre heads unless they are told themselves
            "[&_th:not(.text-end)]:text-start",
            bare ? "[&_th]:h-9 [&_th]:pe-3" : "[&_th]:h-10 [&_th]:px-3",
            height && "sticky top-0 bg-raised",
          )}
        >
          <tr>
            {columns.map((column) => (
              <Head key={column.head} column={column} sorting={sorting} />
            ))}
          </tr>
        </thead>
        <tbody className={classNames("divide-y divide-border", loading && "opacity-60")}>
          {children}
          {rows?.map((row, index) => (
            <tr key={rowKey?.(row) ?? index} className={bare ? undefined : "hover:bg-sunken/50"}>
              {columns.map(({ head, cell, count, className }) => (
                <td
                  key={head}
                  className={classNames(
                    bare ? "py-2 pe-3" : "px-3 py-2.5",
                    aligns[align],
                    count && "figures text-end",
                    className,
                  )}
                >
                  {cell?.(row)}
                </td>
              ))}
            </tr>
          ))}
          {isLoading &&
            [1, 2, 3, 4, 5].map((row) => (
              <tr key={row}>
                <td colSpan={columns.length} className="px-3 py-3">
                  <Skeleton className="h-6" />
                </td>
              </tr>
            ))}
        </tbody>
      </table>
      {rows?.length === 0 && empty}
      {footer}
    </div>
  );
}

interface HeadProps<Row> {
  column: Column<Row>;
  sorting: TableProps<Row>["sorting"];
}

/** The head of a column; a sortable one links to the list in its order, or to the reverse of it. */
function Head<Row>({ column: { head, title = head, sort, count, className }, sorting }: HeadProps<Row>) {
  const style = classNames(count && "text-end", className);
  if (sort === undefined || !sorting) {
    return (
      <th scope="col" className={style}>
        {title}
      </th>
    );
  }
  const order = sorting.sort === sort ? sorting.order : undefined;
  const Icon = order === "ASC" ? ArrowUp : order === "DESC" ? ArrowDown : ChevronsUpDown;
  return (
    <th scope="col" aria-sort={order && (order === "ASC" ? "ascending" : "descending")} className={style}>
      <Link
        to="."
        search={sorting.searchOf({ sort, order: order === "ASC" ? "DESC" : "ASC" }) as never}
        resetScroll={false}
        className="-mx-2 inline-flex h-10 items-center gap-1 rounded-md px-2 font-medium hover:text-text"
      >
        {head}
        <Icon aria-hidden className={classNames("size-3.5", order ? "text-accent-text" : "opacity-60")} />
      </Link>
    </th>
  );
}
