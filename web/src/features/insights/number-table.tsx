import { formatCount } from "contract/core/counts.ts";
import type { ReactNode } from "react";
import { Table } from "../admin/table.tsx";

interface NumberTableProps<Row> {
  /** The table's accessible name. */
  label: string;
  /** The heading of each column; the first column names the row. */
  columns: readonly string[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  /** The name of a row, then its cells; numbers are right-aligned. */
  cells: (row: Row) => readonly ReactNode[];
  /** Shown without rows. */
  empty: string;
}

/** A small table of names and numbers. */
export function NumberTable<Row>({ label, columns, rows, rowKey, cells, empty }: NumberTableProps<Row>) {
  if (rows.length === 0) return <p className="mt-3 text-sm text-muted">{empty}</p>;
  return (
    <div className="mt-3">
      <Table bare label={label} height="max-h-96" columns={columns.map((head, place) => ({ head, count: place > 0 }))}>
        {rows.map((row) => {
          const [name, ...values] = cells(row);
          return (
            <tr key={rowKey(row)}>
              <th scope="row" className="py-2 pr-3 font-normal wrap-anywhere">
                {name}
              </th>
              {values.map((value, place) => (
                <td key={columns[place + 1]} className="figures py-2 pr-3 text-right whitespace-nowrap">
                  {typeof value === "number" ? formatCount(value) : value}
                </td>
              ))}
            </tr>
          );
        })}
      </Table>
    </div>
  );
}
