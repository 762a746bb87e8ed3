import { Link } from "@tanstack/react-router";
import type { GameList } from "contract/games/schema.ts";
import { defaultPageSize } from "contract/pagination.ts";
import SearchX from "lucide-react/icons/search-x";
import type { ReactNode } from "react";
import { buttonStyle } from "../ui/button-style.ts";
import { Notice } from "../ui/notice.tsx";
import { GameGrid } from "./game-grid.tsx";
import { ListPager } from "./list-pager.tsx";
import type { ListSearch } from "./list-search.ts";
import { useListText } from "./list-text.ts";
import { isPastEnd } from "./past-end.ts";

interface GameResultsProps {
  to: "/games" | "/free";
  /** `undefined` while the page of results loads. */
  list: GameList | undefined;
  page: number;
  /** Of the results before, while the new ones load. */
  totalPages: number;
  search: string;
  /** One line about what was found. */
  summary: ReactNode;
  /** What to press when nothing was found. */
  emptyAction?: ReactNode;
  free?: boolean;
}

/** What a list found: summary, cards and pages, or that there is nothing. */
export function GameResults({ to, list, page, totalPages, search, summary, emptyAction, free }: GameResultsProps) {
  const text = useListText();
  if (list && isPastEnd(list)) return <PastEnd to={to} page={page} last={list.totalPages} />;
  return (
    <>
      <p
        role="status"
        className="figures my-4 flex min-h-5 flex-wrap justify-between gap-x-4 text-sm text-muted sm:mb-5"
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
        <Notice icon={SearchX} title={text("browse.empty_title")} actions={emptyAction}>
          {search ? text("browse.empty_search", { search }) : text("browse.empty")}
        </Notice>
      ) : (
        <GameGrid games={list?.games} places={defaultPageSize} level={2} free={free} inView={4} />
      )}
      <div className="mt-8">
        <ListPager to={to} current={page} total={totalPages} loading={!list} />
      </div>
    </>
  );
}

/** Stands in for a page that the list does not reach. */
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
