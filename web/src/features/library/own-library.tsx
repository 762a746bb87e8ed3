import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import Lock from "lucide-react/icons/lock";
import Puzzle from "lucide-react/icons/puzzle";
import { type RefObject, useLayoutEffect, useRef } from "react";
import { useCountry } from "../../api/market.ts";
import { useCall } from "../../api/session.ts";
import { ListPager } from "../../page/list-pager.tsx";
import { buttonStyle } from "../../ui/button-style.ts";
import { classNames } from "../../ui/class-names.ts";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { Notice } from "../../ui/notice.tsx";
import { LoginLink } from "../accounts/login-link.tsx";
import { StoreName } from "../prices/store-name.tsx";
import { ImportTab } from "./import/import-tab.tsx";
import { RowSkeletons } from "./library-pending.tsx";
import { type LibraryPageState, libraryTabs, toLibrarySearch } from "./library-search.ts";
import { useLibraryText } from "./library-text.ts";
import { GameRow } from "./lists/game-row.tsx";
import { OwnList } from "./lists/own-list.tsx";
import { dlcQuery } from "./queries.ts";

/** The library, only for signed-in users. */
export default function OwnLibrary({ state, isSignedIn }: { state: LibraryPageState; isSignedIn: boolean }) {
  return isSignedIn ? <Tabs state={state} /> : <AccessDenied />;
}

/** The parts of the library, each with its address. */
function Tabs({ state }: { state: LibraryPageState }) {
  const text = useLibraryText();
  const { tab } = state;
  const row = useSelectedInView<HTMLUListElement>(tab);
  return (
    <div className="page-width py-6 sm:py-10">
      <h1 className="text-xl sm:text-2xl">{text("library.title")}</h1>
      <nav aria-label={text("library.tabs")} className="mt-4 border-b border-border">
        <ul ref={row} className="scroll-row -mb-px flex gap-1 overflow-x-auto sm:gap-2">
          {libraryTabs.map((one) => (
            <li key={one}>
              <Link
                to="/library"
                search={toLibrarySearch({ tab: one, search: "", page: 1 })}
                resetScroll={false}
                activeOptions={{ exact: true, includeSearch: true }}
                // current for any search and page of the tab
                aria-current={one === tab ? "page" : undefined}
                className={classNames(
                  "flex h-11 items-center border-b-2 px-2.5 text-base font-medium whitespace-nowrap sm:px-3",
                  one === tab ? "border-accent-text text-text" : "border-transparent text-muted hover:text-text",
                )}
              >
                {text(`library.tab.${one}`)}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className="mt-5 sm:mt-6">
        {tab === "dlc" ? (
          <DlcList page={state.page} />
        ) : tab === "import" ? (
          <ImportTab />
        ) : (
          <OwnList key={tab} list={tab} state={state} />
        )}
      </div>
    </div>
  );
}

function AccessDenied() {
  const text = useLibraryText();
  return (
    <Notice
      level={1}
      icon={Lock}
      title={text("library.denied_title")}
      actions={<LoginLink className={buttonStyle("primary")}>{text("header.nav.login")}</LoginLink>}
    >
      {text("library.denied_text")}
    </Notice>
  );
}

/** Scrolls a row sideways, at once, until its part with `aria-current` is in view; again when `selected` changes. */
function useSelectedInView<Row extends HTMLElement>(selected: string): RefObject<Row | null> {
  const row = useRef<Row>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another part is the current one
  useLayoutEffect(() => {
    const part = row.current?.querySelector("[aria-current]");
    if (!row.current || !part) return;
    const view = row.current.getBoundingClientRect();
    const { left, right } = part.getBoundingClientRect();
    row.current.scrollLeft += Math.min(0, left - view.left) + Math.max(0, right - view.right);
  }, [selected]);
  return row;
}

/** The DLC for owned games that is neither owned nor ignored itself. */
function DlcList({ page }: { page: number }) {
  const text = useLibraryText();
  const query = useQuery({ ...dlcQuery(useCall(), page, useCountry()), placeholderData: keepPreviousData });
  const list = query.isPlaceholderData ? undefined : query.data;
  if (query.error && !query.data) {
    return <FailureNotice title={text("library.load_failed")} retry={text("status.retry")} onRetry={query.refetch} />;
  }
  if (list?.totalGames === 0) {
    return (
      <Notice icon={Puzzle} title={text("library.dlc_empty_title")}>
        {text("library.dlc_empty_text")}
      </Notice>
    );
  }
  return (
    <>
      <p role="status" className="figures min-h-5 text-sm text-muted">
        {list && text("library.count", { count: list.totalGames })}
      </p>
      {list ? (
        <ul className="mt-1 divide-y divide-border">
          {list.games.map((game) => (
            <li key={game.id}>
              <GameRow game={game} note={game.best_store && <StoreName store={game.best_store} />} />
            </li>
          ))}
        </ul>
      ) : (
        <RowSkeletons />
      )}
      <div className="mt-8 empty:hidden">
        <ListPager
          to="/library"
          searchOf={(to) => toLibrarySearch({ tab: "dlc", search: "", page: to })}
          current={page}
          total={query.data?.totalPages ?? 0}
          loading={!list}
        />
      </div>
    </>
  );
}
