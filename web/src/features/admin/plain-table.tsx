import type { ReactNode, Ref } from "react";
import { classNames } from "../../ui/class-names.ts";

interface PlainTableProps {
  label: string;
  columns: readonly (string | CountColumn)[];
  /** The class of a maximum height, within which the rows scroll below the head. */
  height?: string;
  /** The body, for a table whose rows are dragged. */
  ranking?: Ref<HTMLTableSectionElement>;
  /** Below the rows. */
  footer?: ReactNode;
  children: ReactNode;
}

/** A column of numbers. */
interface CountColumn {
  count: string;
}

/** A row of 40 pixels. */
export const rowStyle = "h-10 hover:bg-sunken/50 [&>td]:px-3";

/** A table without sorting, which scrolls by itself where it is too wide. */
export function PlainTable({ label, columns, height, ranking, footer, children }: PlainTableProps) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it
      tabIndex={0}
      className={classNames(
        "overflow-x-auto rounded-lg border border-border bg-raised",
        height && `overflow-y-auto ${height}`,
      )}
    >
      <table aria-label={label} className="w-full text-left text-sm">
        <thead
          className={classNames(
            "border-b border-border text-muted [&_th]:h-10 [&_th]:px-3 [&_th]:font-medium [&_th]:whitespace-nowrap",
            height && "sticky top-0 bg-raised",
          )}
        >
          <tr>
            {columns.map((column) =>
              typeof column === "string" ? (
                <th key={column} scope="col">
                  {column}
                </th>
              ) : (
                <th key={column.count} scope="col" className="text-right">
                  {column.count}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody ref={ranking} data-ranking={ranking ? true : undefined} className="divide-y divide-border">
          {children}
        </tbody>
      </table>
      {footer}
    </section>
  );
}
