import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { CatalogueRow } from "contract/catalogue/game-schema.ts";
import { type CatalogueSort, catalogueSorts } from "contract/catalogue/rules.ts";
import type { Call } from "contract/core/call.ts";
import { defaultPageSize } from "contract/core/pagination.ts";
import type { Order } from "contract/core/sorting.ts";
import { gameTypes } from "contract/games/columns.ts";
import type { GameType } from "contract/games/game-type.ts";
import EyeOff from "lucide-react/icons/eye-off";
import Pin from "lucide-react/icons/pin";
import SearchX from "lucide-react/icons/search-x";
import { type KeyboardEvent, useRef } from "react";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Select } from "../../../ui/select.tsx";
import { useAdminCall } from "../../admin/admin-call.tsx";
import { adminFreshFor, adminKey, useAdminQuery } from "../../admin/queries.ts";
import { type Allowed, TabList, TabSearch, type TabState, useTabState } from "../../admin/tab-list.tsx";
import { ReadOnlyNote, TabPage } from "../../admin/tab-page.tsx";
import type { Column } from "../../admin/table.tsx";
import { ChoiceOptions } from "./game-fields.tsx";
import { choiceName, fieldNames } from "./game-form.ts";
import { GamePage } from "./game-page.tsx";
import { GenreWords } from "./genre-words.tsx";

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
  const result = useAdminQuery(gamesQuery(useAdminCall(), state));
  const list = useRef<HTMLDivElement>(null);
  const { data } = result;
  const unknown = data?.unknown_genres ?? [];
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
        <Select label="Type" value={state.type} onChoose={(type) => show({ type: type as GamesState["type"] })}>
          <option value="">All types</option>
          <ChoiceOptions choices={gameTypes} />
        </Select>
      </div>
      {unknown.length > 0 && (
        <p className="mb-2 text-sm wrap-anywhere">
          {unknown.length === 1 ? "1 unknown genre" : `${unknown.length} unknown genres`}:{" "}
          {unknown
            .slice(0, 12)
            .map(({ name, games }) => `${name} (${games})`)
            .join(", ")}
          {unknown.length > 12 && " …"}.{" "}
          {state.show !== "unknown_genre" && (
            <Button kind="quiet" size="small" onClick={() => show({ show: "unknown_genre" })}>
              Map them
            </Button>
          )}
        </p>
      )}
      {state.show === "unknown_genre" && <GenreWords />}
      <p role="status" className="mb-2 min-h-5 text-sm text-muted">
        {data?.corrected && `Showing results for ${data.corrected}`}
      </p>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys move between links */}
      <div ref={list} className="[&_td]:h-10 [&_td]:py-0" onKeyDown={(event) => moveFocus(event, list.current)}>
        <TabList
          label="Games"
          failed="Failed to load games"
          empty={
            <Notice icon={SearchX} title="No games found">
              {state.show === "visible" && state.search ? "Hidden games are listed separately." : undefined}
            </Notice>
          }
          columns={gameColumns}
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

/** `j` and `k` move from game to game. */
function moveFocus(event: KeyboardEvent, list: HTMLElement | null): void {
  const step = { j: 1, k: -1 }[event.key];
  if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
  const links = [...(list?.querySelectorAll<HTMLElement>("[data-game]") ?? [])];
  const place = links.indexOf(document.activeElement as HTMLElement);
  links[Math.max(0, Math.min(place + step, links.length - 1))]?.focus();
}

const gameColumns: Column<CatalogueRow>[] = [
  {
    head: "Title",
    sort: "title",
    className: "max-w-0 w-1/2",
    cell: (game) => (
      <Link
        to="."
        search={((list: object) => ({ ...list, game: String(game.id) })) as never}
        data-game
        className="block truncate font-medium hover:underline"
        title={game.title}
      >
        {game.title}
      </Link>
    ),
  },
  { head: "State", cell: (game) => <Marks game={game} /> },
  { head: "Type", cell: ({ type }) => (type ? choiceName(type) : "–") },
  { head: "Developers", className: "max-w-48 truncate", cell: ({ developer }) => developer ?? "–" },
  {
    head: "Released",
    sort: "release_date",
    className: "figures whitespace-nowrap",
    cell: ({ release_date }) => release_date ?? "–",
  },
  { head: "Steam appid", className: "figures", cell: ({ steam_appid }) => steam_appid ?? "–" },
];

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

interface GamesState extends TabState {
  /** The id of the game whose page is open; empty = the list. */
  game: string;
  search: string;
  /** Empty = all. */
  type: GameType | "";
  show: "visible" | "edited" | "unknown_genre" | "hidden";
  sort: CatalogueSort;
  order: Order;
}

const gamesDefaults: GamesState = {
  game: "",
  search: "",
  type: "",
  show: "visible",
  sort: "relevance",
  order: "DESC",
  page: 1,
};

const gamesAllowed: Allowed<GamesState> = {
  type: gameTypes,
  show: ["visible", "edited", "unknown_genre", "hidden"],
  sort: catalogueSorts,
  order: ["ASC", "DESC"],
};

const gamesPageSize = defaultPageSize;

/** A page of the games. The previous page stays visible while the next loads. */
function gamesQuery(call: Call, { search, type, show, sort, order, page }: GamesState) {
  const query = {
    search,
    type: type || undefined,
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
