import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { CatalogueRow } from "contract/catalogue/game-schema.ts";
import { type CatalogueSort, catalogueSorts, missingFacts } from "contract/catalogue/rules.ts";
import type { Call } from "contract/core/call.ts";
import { formatCount } from "contract/core/counts.ts";
import { formatPriceOrFree } from "contract/core/money.ts";
import { defaultPageSize } from "contract/core/pagination.ts";
import type { Order } from "contract/core/sorting.ts";
import { gameTypes } from "contract/games/columns.ts";
import EyeOff from "lucide-static/icons/eye-off.svg?react";
import Pin from "lucide-static/icons/pin.svg?react";
import SearchX from "lucide-static/icons/search-x.svg?react";
import { type KeyboardEvent, useRef, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { buttonStyle } from "../../../ui/button-style.ts";
import { Notice } from "../../../ui/notice.tsx";
import { Select } from "../../../ui/select.tsx";
import { useAdminCall } from "../../admin/admin-call.tsx";
import { adminFreshFor, adminKey, useAdminQuery } from "../../admin/queries.ts";
import { type Allowed, TabList, TabSearch, type TabState, useTabState } from "../../admin/tab-list.tsx";
import { ReadOnlyNote, TabPage } from "../../admin/tab-page.tsx";
import type { Column } from "../../admin/table.tsx";
import { ChangeMessage, useChanges } from "../../admin/use-changes.tsx";
import { GameArt } from "../../images/game-art.tsx";
import { BulkEdit } from "./bulk-edit.tsx";
import { GameFilters, missingNames, noFilters, type PanelFilters, toFilterQuery } from "./game-filters.tsx";
import { choiceName, fieldNames } from "./game-form.ts";
import { GamePage } from "./game-page.tsx";
import { GenreWords, genreWordsQuery } from "./genre-words.tsx";

/** All games of the catalogue: a list, and a page for each (spec/catalogue 2). */
export function GamesTab() {
  const tab = useTabState(gamesDefaults, gamesAllowed);
  const { game, page } = tab.state;
  const id = /^[1-9]\d{0,9}$/.test(game) ? Number(game) : null;
  if (id === null) return <GamesList tab={tab} />;
  // returns to the list with its previous state
  return <GamePage key={id} id={id} listSearch={tab.searchOf({ game: "", page })} />;
}

type Tab = ReturnType<typeof useTabState<GamesState>>;

/** The games, searched and filtered. */
function GamesList({ tab }: { tab: Tab }) {
  return (
    <TabPage>
      <Games tab={tab} />
    </TabPage>
  );
}

function Games({ tab }: { tab: Tab }) {
  const { state, show } = tab;
  const call = useAdminCall();
  const result = useAdminQuery(gamesQuery(call, state));
  const list = useRef<HTMLDivElement>(null);
  const changes = useChanges();
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const { data } = result;
  const chosen = data?.games.filter(({ id }) => selected.has(id)) ?? [];
  const unknown = data?.unknown_genres ?? [];
  const isUnfiltered =
    state.show === "visible" && state.search === "" && Object.keys(toFilterQuery(state, false)).length === 0;
  const isMapping = state.show === "unknown_genre";
  // above the list, which would move
  const words = useAdminQuery({ ...genreWordsQuery(call), enabled: isMapping });
  const isWaiting = isMapping && !words.data && !words.error;
  return (
    <>
      <ReadOnlyNote needs="catalogue.write" />
      <div className="mb-4 flex flex-wrap gap-2.5">
        <TabSearch
          label="Search by title"
          applied={state.search}
          onSearch={(search) => show({ search }, { replace: state.search !== "" })}
          className="min-w-64 grow"
        />
        <Select label="Show" value={state.show} onChoose={(shown) => show({ show: shown as GamesState["show"] })}>
          <option value="visible">Visible</option>
          <option value="edited">Visible, set by hand</option>
          <option value="unknown_genre">Visible, unknown genre</option>
          <option value="hidden">Hidden</option>
        </Select>
        <GameFilters state={state} isHidden={state.show === "hidden"} onChange={show} />
      </div>
      {isMapping && <GenreWords />}
      <p role="status" className="text-sm text-muted">
        {data?.corrected && `Showing results for ${data.corrected}`}
      </p>
      <ChangeMessage changes={changes}>
        {unknown.length > 0 && (
          <UnknownGenres genres={unknown} onMap={isMapping ? undefined : () => show({ show: "unknown_genre" })} />
        )}
      </ChangeMessage>
      {chosen.length > 0 && (
        <BulkEdit
          ids={chosen.map(({ id }) => id)}
          hidden={state.show === "hidden"}
          changes={changes}
          onDone={() => setSelected(new Set())}
        />
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys move between links */}
      <div
        ref={list}
        hidden={isWaiting}
        className="[&_td]:h-10 [&_td]:py-0"
        onKeyDown={(event) => moveFocus(event, list.current)}
      >
        <TabList
          label="Games"
          failed="Failed to load games"
          empty={
            isUnfiltered ? (
              <Notice
                icon={SearchX}
                title="No games yet"
                actions={
                  <Link to="/admin/{-$tab}" params={{ tab: "imports" }} className={buttonStyle("primary")}>
                    Open imports
                  </Link>
                }
              >
                Import a file, or read games from the stores: the dashboard shows how.
              </Notice>
            ) : (
              <Notice icon={SearchX} title="No games found">
                {state.show === "visible" && state.search ? "Hidden games are listed separately." : undefined}
              </Notice>
            )
          }
          columns={columnsOf({ games: data?.games ?? [], currency: data?.currency, selected, onSelect: setSelected })}
          tab={tab}
          result={result}
          rows={data?.games}
          total={data?.total}
          pageSize={gamesPageSize}
          align="middle"
        />
      </div>
    </>
  );
}

interface UnknownGenresProps {
  genres: readonly { name: string; games: number }[];
  onMap: (() => void) | undefined;
}

/** The genres that the site does not know, in one line, which comes with the list and moves nothing. */
function UnknownGenres({ genres, onMap }: UnknownGenresProps) {
  const names = genres.map(({ name, games }) => `${name} (${games})`).join(", ");
  return (
    <p className="-my-2 flex min-h-9 items-center gap-2">
      <span className="min-w-0 truncate" title={names}>
        {genres.length === 1 ? "1 unknown genre" : `${genres.length} unknown genres`}: {names}
      </span>
      {onMap && (
        <Button kind="quiet" size="small" className="shrink-0" onClick={onMap}>
          Map them
        </Button>
      )}
    </p>
  );
}

/** `j` and `k` move from game to game. */
function moveFocus(event: KeyboardEvent, list: HTMLElement | null): void {
  const step = { j: 1, k: -1 }[event.key];
  if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
  const links = [...(list?.querySelectorAll<HTMLElement>("[data-game]") ?? [])];
  const place = links.indexOf(document.activeElement as HTMLElement);
  links[Math.max(0, Math.min(place + step, links.length - 1))]?.focus();
}

interface ColumnOptions {
  games: readonly CatalogueRow[];
  currency: string | undefined;
  selected: ReadonlySet<number>;
  onSelect: (selected: ReadonlySet<number>) => void;
}

function columnsOf({ games, currency, selected, onSelect }: ColumnOptions): Column<CatalogueRow>[] {
  const isAll = games.length > 0 && games.every(({ id }) => selected.has(id));
  return [
    {
      head: "Select",
      title: (
        <input
          type="checkbox"
          aria-label="Select all games of this page"
          checked={isAll}
          onChange={() => onSelect(new Set(isAll ? [] : games.map(({ id }) => id)))}
          className={checkbox}
        />
      ),
      cell: ({ id, title }) => (
        <input
          type="checkbox"
          aria-label={`Select ${title}`}
          checked={selected.has(id)}
          onChange={() =>
            onSelect(new Set(selected.has(id) ? [...selected].filter((one) => one !== id) : [...selected, id]))
          }
          className={checkbox}
        />
      ),
    },
    {
      head: "Title",
      sort: "title",
      className: "w-1/2 max-w-0 min-w-64",
      cell: (game) => (
        <Link
          to="."
          search={((list: object) => ({ ...list, game: String(game.id) })) as never}
          data-game
          className="flex items-center gap-3 font-medium hover:underline"
          title={game.title}
        >
          <GameArt
            gameId={game.id}
            version={game.picture_version}
            alt={null}
            variant="landscape"
            sizes="4rem"
            className="h-7.5 w-16 shrink-0 rounded-sm"
          />
          <span className="min-w-0 truncate">{game.title}</span>
        </Link>
      ),
    },
    { head: "State", cell: (game) => <Marks game={game} /> },
    { head: "Type", cell: ({ type }) => (type ? choiceName(type) : "–") },
    {
      head: "Price",
      count: true,
      cell: ({ best_price }) =>
        best_price === null || !currency ? "–" : formatPriceOrFree(best_price, { currency, locale: "en-US" }),
    },
    { head: "Offers", count: true, cell: ({ offers }) => formatCount(offers) },
    {
      head: "Missing",
      className: "max-w-36 truncate text-xs text-muted",
      cell: ({ missing }) => {
        const names = missing.map((fact) => missingNames[fact]).join(", ");
        return <span title={names}>{names}</span>;
      },
    },
    { head: "Developers", className: "max-w-40 truncate", cell: ({ developer }) => developer ?? "–" },
    {
      head: "Released",
      sort: "release_date",
      className: "figures whitespace-nowrap",
      cell: ({ release_date }) => release_date ?? "–",
    },
    { head: "Steam appid", className: "figures", cell: ({ steam_appid }) => steam_appid ?? "–" },
  ];
}

const checkbox = "block size-5 accent-accent-text";

function Marks({ game: { hidden, overridden } }: { game: CatalogueRow }) {
  const edited = overridden.map((name) => fieldNames[name]).join(", ");
  return (
    <span className="flex h-5 items-center gap-3 whitespace-nowrap text-muted">
      {hidden && (
        <span className="flex items-center gap-1">
          <EyeOff aria-hidden className="size-4" /> Hidden
        </span>
      )}
      {edited && (
        <span className="flex items-center gap-1" title={`Set by hand: ${edited}`}>
          <Pin aria-hidden className="size-4" /> {overridden.length}
          <span className="sr-only"> fields set by hand</span>
        </span>
      )}
    </span>
  );
}

interface GamesState extends TabState, PanelFilters {
  /** The id of the game whose page is open; empty = the list. */
  game: string;
  search: string;
  show: "visible" | "edited" | "unknown_genre" | "hidden";
  sort: CatalogueSort;
  order: Order;
}

const gamesDefaults: GamesState = {
  ...noFilters,
  game: "",
  search: "",
  show: "visible",
  sort: "relevance",
  order: "DESC",
  page: 1,
};

const gamesAllowed: Allowed<GamesState> = {
  type: gameTypes,
  missing: missingFacts,
  show: ["visible", "edited", "unknown_genre", "hidden"],
  sort: catalogueSorts,
  order: ["ASC", "DESC"],
};

const gamesPageSize = defaultPageSize;

/** A page of the games. The previous page stays visible while the next loads. */
function gamesQuery(call: Call, { search, show, sort, order, page, ...filters }: GamesState) {
  const query = {
    ...toFilterQuery(filters, show === "hidden"),
    search,
    hidden: show === "hidden" ? ("true" as const) : undefined,
    edited: show === "edited" ? ("true" as const) : undefined,
    unknown_genre: show === "unknown_genre" ? ("true" as const) : undefined,
    sortBy: sort,
    sortOrder: order,
    page,
    limit: gamesPageSize,
  };
  return queryOptions({
    queryKey: [adminKey, "games", "list", query],
    staleTime: adminFreshFor,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => call("GET /api/admin/catalogue/games", { query }, { signal }),
  });
}
