import { Link } from "@tanstack/react-router";
import { defaultPageSize } from "contract/core/pagination.ts";
import type { GameList } from "contract/games/schema.ts";
import SearchX from "lucide-react/icons/search-x";
import { type ReactNode, Suspense } from "react";
import { ListPager } from "../../../page/list-pager.tsx";
import { buttonStyle } from "../../../ui/button-style.ts";
import { Notice } from "../../../ui/notice.tsx";
import { CompactList } from "./filters/finder-parts.ts";
import { GameGrid } from "./game-grid.tsx";
import { summaryId } from "./list-form.ts";
import { isPastEnd } from "./list-head.ts";
import type { ListSearch } from "./list-search.ts";
import { useListText } from "./list-text.ts";

interface GameResultsProps {
  to: "/games" | "/free";
  /** `undefined` while the page of results loads. */
  list: GameList | undefined;
  page: number;
  /** The number of the previous results while new ones load. */
  totalPages: number;
  search: string;
  /** A line that describes the results. */
  summary: ReactNode;
  view: "list" | undefined;
  /** The actions shown when nothing was found, and what follows them. */
  emptyAction?: ReactNode;
  emptyHints?: ReactNode;
  hasFilterPanel?: boolean;
  free?: boolean;
}

/** Summary, cards and pager, or an empty state. */
export function GameResults(props: GameResultsProps) {
  const { to, list, page, totalPages, search, summary, view, emptyAction, emptyHints, hasFilterPanel, free } = props;
  const text = useListText();
  if (list && isPastEnd(list)) return <PastEnd to={to} page={page} last={list.totalPages} />;
  return (
    <>
      <p
        id={summaryId}
        tabIndex={-1}
        role="status"
        className="figures my-4 flex min-h-5 flex-wrap justify-between gap-x-4 text-sm text-muted outline-none sm:mb-5"
      >
        {list ? (
          <>
            <span>{summary}</span>
            {list.totalPages > 0 && (
              <span>{text("browse.page", { current: list.currentPage, total: list.totalPages })}</span>
            )}
          </>
        ) : (
          <span className="sr-only">{text("browse.loading")}</span>
        )}
      </p>
      {list?.games.length === 0 ? (
        <>
          <Notice icon={SearchX} title={text("browse.empty_title")} actions={emptyAction}>
            {!search
              ? text("browse.empty")
              : text(list.hidden_explicit > 0 ? "browse.empty_explicit" : "browse.empty_search", { search })}
          </Notice>
          {emptyHints}
        </>
      ) : view === "list" ? (
        <Suspense>
          <CompactList games={list?.games} />
        </Suspense>
      ) : (
        <GameGrid
          games={list?.games}
          places={defaultPageSize}
          level={2}
          free={free}
          inView={4}
          hasFilterPanel={hasFilterPanel}
        />
      )}
      <div className="mt-8">
        <ListPager to={to} searchOf={searchOfPage} current={page} total={totalPages} loading={!list} />
      </div>
    </>
  );
}

const searchOfPage = (page: number) => (search: ListSearch<never>) => ({
  ...search,
  page: page === 1 ? undefined : page,
});

/** Shown in place of a page past the last one. */
function PastEnd({ to, page, last }: { to: "/games" | "/free"; page: number; last: number }) {
  const text = useListText();
  return (
    <div role="status">
      <Notice
        icon={SearchX}
        title={text("browse.past_end", { page })}
        actions={
          <Link
            to={to}
            search={(search) => ({ ...(search as ListSearch<never>), page: undefined })}
            className={buttonStyle("primary")}
          >
            {text("browse.first_page")}
          </Link>
        }
      >
        {text("browse.past_end_text", { last })}
      </Notice>
    </div>
  );
}
