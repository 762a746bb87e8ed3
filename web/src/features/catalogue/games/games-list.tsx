import SearchX from "lucide-react/icons/search-x";
import { type KeyboardEvent, useRef } from "react";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Select } from "../../../ui/select.tsx";
import { useAdminCall } from "../../admin/admin-call.ts";
import { ReadOnlyNote } from "../../admin/editing/read-only-note.tsx";
import type { useTabState } from "../../admin/tabs/tab-address.ts";
import { TabList } from "../../admin/tabs/tab-list.tsx";
import { TabPage } from "../../admin/tabs/tab-page.tsx";
import { TabSearch } from "../../admin/tabs/tab-search.tsx";
import { useAdminQuery } from "../../admin/use-admin-query.ts";
import { gameColumns } from "./game-columns.tsx";
import { type GamesState, gamesPageSize, gamesQuery } from "./game-queries.ts";
import { GenreWords } from "./genre-words.tsx";
import { TypeOptions } from "./type-options.tsx";

type Tab = ReturnType<typeof useTabState<GamesState>>;

/** The games, searched and filtered. */
export function GamesList({ tab }: { tab: Tab }) {
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
          <TypeOptions />
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
