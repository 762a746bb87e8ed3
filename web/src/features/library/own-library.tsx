import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import type { PartialGame } from "contract/games/schema.ts";
import type { LibraryState } from "contract/library/rules.ts";
import type { LibraryGame } from "contract/library/schema.ts";
import EyeOff from "lucide-static/icons/eye-off.svg?react";
import Gamepad2 from "lucide-static/icons/gamepad-2.svg?react";
import Lock from "lucide-static/icons/lock.svg?react";
import Puzzle from "lucide-static/icons/puzzle.svg?react";
import Trash2 from "lucide-static/icons/trash-2.svg?react";
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useCountry } from "../../api/market.ts";
import { useCall } from "../../api/session.ts";
import { useLanguage } from "../../api/texts.ts";
import { GameTitle, shownTitle } from "../../page/game-title.tsx";
import { ListPager } from "../../page/list-pager.tsx";
import { useTypedSearch } from "../../page/use-typed-search.ts";
import { Button } from "../../ui/button.tsx";
import { buttonStyle } from "../../ui/button-style.ts";
import { classNames } from "../../ui/class-names.ts";
import { ErrorBox } from "../../ui/error-box.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { Notice } from "../../ui/notice.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import { useAction } from "../../ui/use-action.ts";
import { LoginLink } from "../accounts/login-link.tsx";
import { GameArt } from "../images/game-art.tsx";
import { BestPrice } from "../prices/best-price.tsx";
import { StoreName } from "../prices/store-name.tsx";
import { ImportTab } from "./import/import-tab.tsx";
import { RowSkeletons } from "./library-pending.tsx";
import { type LibraryPageState, libraryTabs, toLibrarySearch } from "./library-search.ts";
import { useLibraryText } from "./library-text.ts";
import { dlcQuery, libraryQuery, useLibraryChanges } from "./queries.ts";

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

interface ListProps {
  list: LibraryState;
  state: LibraryPageState;
}

/**
 * The owned or ignored games, searched and paged in the address. A removal is announced, and the focus moves to the
 * container, because the button is gone.
 */
function OwnList(props: ListProps) {
  const text = useLibraryText();
  const container = useRef<HTMLDivElement>(null);
  const [removed, setRemoved] = useState<string>();
  const onRemoved = (title: string) => {
    setRemoved(title);
    container.current?.focus();
  };
  return (
    <div ref={container} tabIndex={-1} className="outline-none">
      <p role="status" className="sr-only">
        {removed && text("library.removed", { title: removed })}
      </p>
      <SearchedGames {...props} onRemoved={onRemoved} />
    </div>
  );
}

function SearchedGames({ list, state, onRemoved }: ListProps & { onRemoved: (title: string) => void }) {
  const text = useLibraryText();
  const navigate = useNavigate();
  const { search, page } = state;
  const query = useQuery({
    ...libraryQuery(useCall(), { state: list, search, page }, useCountry()),
    placeholderData: keepPreviousData,
  });
  const shown = query.isPlaceholderData ? undefined : query.data;
  const show = (next: Partial<LibraryPageState>, replace = false) =>
    navigate({ to: "/library", search: toLibrarySearch({ ...state, ...next }), replace, resetScroll: false });
  const typed = useTypedSearch(search, (next) => void show({ search: next, page: 1 }, search !== ""));

  // the last game of the last page was removed
  const lastPage = shown && shown.items.length === 0 && shown.total > 0 ? shown.totalPages : undefined;
  useEffect(() => {
    if (lastPage)
      void navigate({ to: "/library", search: toLibrarySearch({ ...state, page: lastPage }), replace: true });
  }, [lastPage, navigate, state]);

  if (query.error && !query.data) {
    return <FailureNotice title={text("library.load_failed")} retry={text("status.retry")} onRetry={query.refetch} />;
  }
  if (query.data?.total === 0 && search === "") return <Empty list={list} />;
  return (
    <>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          typed.applyNow();
        }}
        className="max-w-md"
      >
        <SearchField
          label={text("library.search")}
          placeholder={text("library.search")}
          clearLabel={text("browse.empty_box")}
          value={typed.typed}
          onChange={typed.setTyped}
        />
      </form>
      <p role="status" className="figures mt-3 min-h-5 text-sm text-muted">
        {shown && text("library.count", { count: shown.total })}
      </p>
      {shown ? <Games items={shown.items} onRemoved={onRemoved} /> : <RowSkeletons />}
      {shown?.total === 0 && <p className="mt-4 text-muted">{text("library.nothing_found")}</p>}
      <div className="mt-8 empty:hidden">
        <ListPager
          to="/library"
          searchOf={(to) => toLibrarySearch({ ...state, page: to })}
          current={page}
          total={query.data?.totalPages ?? 0}
          loading={!shown}
        />
      </div>
    </>
  );
}

function Games({ items, onRemoved }: { items: readonly LibraryGame[]; onRemoved: (title: string) => void }) {
  const language = useLanguage();
  const text = useLibraryText();
  const { setState } = useLibraryChanges();
  const [busy, setBusy] = useState<number>();
  const { run, failure } = useAction(() => text("library.change_failed"));

  const remove = async ({ game }: LibraryGame) => {
    setBusy(game.id);
    await run(async () => {
      await setState(game.id, null);
      onRemoved(shownTitle(game));
    });
    setBusy(undefined);
  };
  return (
    <>
      {failure && <ErrorBox>{failure}</ErrorBox>}
      <ul className="mt-1 divide-y divide-border">
        {items.map((item) => (
          <li key={item.game_id} className={busy === item.game_id ? "opacity-50" : undefined}>
            <GameRow
              game={item.game}
              note={text(`library.from.${item.source}`, { date: language.date(item.added_at) })}
              actions={
                <Button
                  kind="quiet"
                  size="small"
                  disabled={busy !== undefined}
                  aria-label={`${text("library.remove")}: ${shownTitle(item.game)}`}
                  onClick={() => remove(item)}
                  className="max-sm:-ms-3"
                >
                  <Trash2 aria-hidden className="size-4" />
                  {text("library.remove")}
                </Button>
              }
            />
          </li>
        ))}
      </ul>
    </>
  );
}

function Empty({ list }: { list: LibraryState }) {
  const text = useLibraryText();
  return (
    <Notice
      icon={list === "owned" ? Gamepad2 : EyeOff}
      title={text(`library.${list}_empty_title`)}
      actions={
        list === "owned" ? (
          <Link to="/library" search={{ tab: "import" }} className={buttonStyle("primary")}>
            {text("library.import_action")}
          </Link>
        ) : (
          <Link to="/games" className={buttonStyle("primary")}>
            {text("header.nav.all_games")}
          </Link>
        )
      }
    >
      {text(`library.${list}_empty_text`)}
    </Notice>
  );
}

type RowGame = Pick<
  PartialGame,
  | "id"
  | "title"
  | "localized_title"
  | "picture_version"
  | "best_price"
  | "best_store"
  | "reference_price"
  | "reference_store"
  | "cut"
>;

/** A game of the library in one line; on phones in two. */
function GameRow({ game, note, actions }: { game: RowGame; note?: ReactNode; actions?: ReactNode }) {
  // only the canonical address of a game names a country
  const country = useCountry();
  return (
    <article
      className={
        "grid grid-cols-[5.5rem_minmax(0,1fr)] items-center gap-x-3 gap-y-2 py-2.5 " +
        "sm:grid-cols-[5.5rem_minmax(0,1fr)_12rem_auto] sm:gap-x-4"
      }
    >
      <GameArt
        gameId={game.id}
        version={game.picture_version}
        alt={null}
        variant="landscape"
        sizes="88px"
        className="aspect-[460/215] w-full rounded-sm"
      />
      <div className="min-w-0">
        <h2 className="truncate text-base font-medium">
          <Link
            to={country === undefined ? "/game/$id" : "/games/$id"}
            params={{ id: String(game.id) }}
            className="hover:underline"
          >
            <GameTitle game={game} />
          </Link>
        </h2>
        {note && <p className="text-sm text-muted">{note}</p>}
      </div>
      <div className="max-sm:col-start-2">
        <BestPrice game={game} />
      </div>
      {actions && <div className="flex gap-1 max-sm:col-start-2">{actions}</div>}
    </article>
  );
}
