import { Link } from "@tanstack/react-router";
import { pageWindow } from "contract/pagination.ts";
import { useText } from "../content-strings/texts.ts";
import { Pager } from "../ui/pager.tsx";
import { scrollToTop } from "../ui/scroll-to-top.ts";
import type { ListSearch } from "./list-search.ts";

interface ListPagerProps {
  to: "/games" | "/free";
  current: number;
  total: number;
  /** While a page loads, presses on the others do nothing (spec/games 2.6). */
  loading: boolean;
}

/** The pages of a list as links: everything else in the address stays. */
export function ListPager({ to, current, total, loading }: ListPagerProps) {
  const text = useText();
  return (
    <Pager
      current={current}
      total={total}
      pages={pageWindow(current, total)}
      labels={{ pages: text("browse.pages"), previous: text("browse.previous"), next: text("browse.next") }}
      link={({ page, ...rest }) => (
        <Link
          to={to}
          search={(search) => ({ ...(search as ListSearch<never>), page: page === 1 ? undefined : page })}
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
