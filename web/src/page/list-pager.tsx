import { Link } from "@tanstack/react-router";
import { listTexts } from "contract/content-strings/defaults/list.ts";
import { pageWindow } from "contract/core/pagination.ts";
import { useTextOf } from "../api/texts.ts";
import { Pager } from "../ui/pager.tsx";
import { scrollToTop } from "../ui/scroll-to-top.ts";

interface ListPagerProps {
  /** `.` = the current page's path. */
  to: "/games" | "/deals" | "/bundles/{-$id}" | "/free" | "/wishlist" | "/library" | ".";
  /** The search parameters of a page, or a function of the current ones. */
  searchOf: (page: number) => object;
  current: number;
  /** The number of pages. */
  total: number;
  /** Whether a page is loading: then the links do nothing (spec/games 2.6). */
  loading: boolean;
}

/** The pages of a list as links. */
export function ListPager({ to, searchOf, current, total, loading }: ListPagerProps) {
  const text = useTextOf(listTexts);
  if (total <= 1) return null;
  return (
    <Pager
      current={current}
      total={total}
      pages={pageWindow(current, total)}
      labels={{
        pages: text("browse.pages"),
        page: (page) => text("browse.page_number", { page: String(page) }),
        previous: text("browse.previous"),
        next: text("browse.next"),
      }}
      link={({ page, ...rest }) => (
        <Link
          to={to}
          search={searchOf(page) as never}
          resetScroll={false}
          activeOptions={{ exact: true, includeSearch: true }}
          onClick={(event) => {
            if (loading || page === current) event.preventDefault();
            else scrollToTop();
          }}
          {...rest}
        />
      )}
    />
  );
}
