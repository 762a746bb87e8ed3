import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { formatDate } from "contract/core/dates.ts";
import type { LibraryState } from "contract/library/rules.ts";
import type { LibraryGame } from "contract/library/schema.ts";
import EyeOff from "lucide-react/icons/eye-off";
import Gamepad2 from "lucide-react/icons/gamepad-2";
import Trash2 from "lucide-react/icons/trash-2";
import { useEffect, useRef, useState } from "react";
import { useCountry } from "../../../api/market.ts";
import { useCall } from "../../../api/session.ts";
import { ListPager } from "../../../page/list-pager.tsx";
import { useTypedSearch } from "../../../page/use-typed-search.ts";
import { Button } from "../../../ui/button.tsx";
import { buttonStyle } from "../../../ui/button-style.ts";
import { ErrorBox } from "../../../ui/error-box.tsx";
import { FailureNotice } from "../../../ui/failure-notice.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { SearchField } from "../../../ui/search-field.tsx";
import { RowSkeletons } from "../library-pending.tsx";
import { type LibraryPageState, toLibrarySearch } from "../library-search.ts";
import { useLibraryText } from "../library-text.ts";
import { libraryQuery } from "../queries.ts";
import { useLibraryChanges } from "../use-library-changes.ts";
import { GameRow } from "./game-row.tsx";

interface ListProps {
  list: LibraryState;
  state: LibraryPageState;
}

/**
 * The owned or ignored games, searched and paged in the address. A removal is announced, and the focus moves to the
 * container, because the button is gone.
 */
export function OwnList(props: ListProps) {
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
        {shown && (shown.total === 1 ? text("library.count_one") : text("library.count", { count: shown.total }))}
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
  const text = useLibraryText();
  const { setState } = useLibraryChanges();
  const [busy, setBusy] = useState<number>();
  const [failed, setFailed] = useState(false);

  const remove = async ({ game }: LibraryGame) => {
    setBusy(game.id);
    setFailed(false);
    try {
      await setState(game.id, null);
      onRemoved(game.title);
    } catch {
      setFailed(true);
    } finally {
      setBusy(undefined);
    }
  };
  return (
    <>
      {failed && <ErrorBox>{text("library.change_failed")}</ErrorBox>}
      <ul className="mt-1 divide-y divide-border">
        {items.map((item) => (
          <li key={item.game_id} className={busy === item.game_id ? "opacity-50" : undefined}>
            <GameRow
              game={item.game}
              note={text(`library.from.${item.source}`, { date: formatDate(item.added_at) })}
              actions={
                <Button
                  kind="quiet"
                  size="small"
                  disabled={busy !== undefined}
                  aria-label={`${text("library.remove")}: ${item.game.title}`}
                  onClick={() => remove(item)}
                  className="max-sm:-ml-3"
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
        <Link to="/library" search={{ tab: "import" }} className={buttonStyle("primary")}>
          {text("library.import_action")}
        </Link>
      }
    >
      {text(`library.${list}_empty_text`)}
    </Notice>
  );
}
