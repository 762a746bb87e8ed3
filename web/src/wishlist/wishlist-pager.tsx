import { Link } from "@tanstack/react-router";
import { pageWindow } from "contract/pagination.ts";
import { useText } from "../content-strings/texts.ts";
import { Pager } from "../ui/pager.tsx";
import { scrollToTop } from "../ui/scroll-to-top.ts";
import { toWishlistSearch, type WishlistState } from "./wishlist-search.ts";

interface WishlistPagerProps {
  state: WishlistState;
  /** The number of pages. */
  total: number;
  /** While a page loads, presses on the others do nothing. */
  loading: boolean;
}

/** The pages of a long wishlist as links. */
export function WishlistPager({ state, total, loading }: WishlistPagerProps) {
  const text = useText();
  if (total <= 1) return null;
  return (
    <div className="mt-8">
      <Pager
        current={state.page}
        total={total}
        pages={pageWindow(state.page, total)}
        labels={{ pages: text("browse.pages"), previous: text("browse.previous"), next: text("browse.next") }}
        link={({ page, ...rest }) => (
          <Link
            to="/wishlist"
            search={toWishlistSearch({ ...state, page })}
            resetScroll={false}
            activeOptions={{ exact: true, includeSearch: true }}
            onClick={(event) => {
              if (loading || page === state.page) event.preventDefault();
              else scrollToTop();
            }}
            {...rest}
          />
        )}
      />
    </div>
  );
}
