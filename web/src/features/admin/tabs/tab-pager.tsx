import { Link } from "@tanstack/react-router";
import { formatCount } from "contract/core/counts.ts";
import { pageCount, pageWindow } from "contract/core/pagination.ts";
import { Pager } from "../../../ui/pager.tsx";

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
