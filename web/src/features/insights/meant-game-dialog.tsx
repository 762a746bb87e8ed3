import { queryOptions } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { CatalogueRow } from "contract/catalogue/game-schema.ts";
import type { Call } from "contract/core/call.ts";
import { useState } from "react";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { ErrorBox } from "../../ui/error-box.tsx";
import { useAction } from "../../ui/use-action.ts";
import { ActionButton } from "../admin/action-button.tsx";
import { serverMessageOf, useAdminCall } from "../admin/admin-call.tsx";
import { useDenialReason } from "../admin/me.ts";
import { adminKey, useAdminQuery, useRefresh } from "../admin/queries.ts";
import { TabSearch } from "../admin/tab-list.tsx";

interface MeantGameDialogProps {
  /** What visitors searched for. */
  search: string;
  onDone: (done: string) => void;
  onClose: () => void;
}

/** Finds the game that a search without results meant: gives it the search as an alias, or shows it again. */
export function MeantGameDialog({ search, onDone, onClose }: MeantGameDialogProps) {
  const [words, setWords] = useState(search);
  const call = useAdminCall();
  const { data: games, error } = useAdminQuery(gamesQuery(call, words));
  const change = useChangeGame(search, onDone);
  return (
    <Dialog title={`Which game is “${search}”?`} onClose={onClose}>
      <div className="mt-3 grid gap-4">
        <p className="text-sm text-muted">
          An alias lets visitors find a game by these words. Games that are hidden can be shown again.
        </p>
        <TabSearch label="Search by title" applied={words} onSearch={setWords} />
        {change.failure && <ErrorBox>{change.failure}</ErrorBox>}
        {error && <ErrorBox>{serverMessageOf(error, "Failed to search for games")}</ErrorBox>}
        {games?.length === 0 && <p className="text-sm text-muted">No game has this title. Try other words.</p>}
        {games && games.length > 0 && (
          <ul aria-label="Games found" className="divide-y divide-border rounded-lg border border-border">
            {games.map((game) => (
              <FoundGame key={game.id} game={game} running={change.running} onChoose={() => change.make(game)} />
            ))}
          </ul>
        )}
        <div>
          <Button onClick={onClose}>Close</Button>
        </div>
      </div>
    </Dialog>
  );
}

interface FoundGameProps {
  game: CatalogueRow;
  running: boolean;
  onChoose: () => void;
}

function FoundGame({
  game: { id, title, hidden, explicit, developer, release_date },
  running,
  onChoose,
}: FoundGameProps) {
  const denialReason = useDenialReason()("catalogue.write");
  const action = hidden ? "Unhide" : "Add alias";
  return (
    <li className="flex items-center justify-between gap-3 px-3 py-2">
      <div className="min-w-0 text-sm">
        <Link
          to="/admin/{-$tab}"
          params={{ tab: "games" }}
          search={{ game: String(id) } as never}
          className="font-medium wrap-anywhere hover:underline"
        >
          {title}
        </Link>
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-muted">
          {[release_date?.slice(0, 4), developer].filter(Boolean).join(" · ")}
          {hidden && <Badge tone="warning">Hidden</Badge>}
          {explicit && <Badge>Explicit</Badge>}
        </p>
      </div>
      <ActionButton
        size="small"
        className="shrink-0"
        denialReason={denialReason}
        disabled={running}
        aria-label={`${action}: ${title}`}
        onClick={onChoose}
      >
        {action}
      </ActionButton>
    </li>
  );
}

const reason = "Visitors searched for it and found nothing";

/** Shows a hidden game again; gives another one the search as an alias. */
function useChangeGame(search: string, onDone: (done: string) => void) {
  const call = useAdminCall();
  const refresh = useRefresh();
  const { run, ...state } = useAction((error) => serverMessageOf(error, "Failed to change the game"));
  const change = async ({ id, title, hidden }: CatalogueRow) => {
    const params = { id };
    const { game } = await call("GET /api/admin/catalogue/games/{id}", { params });
    const base = { base_version: game.version, reason };
    if (hidden) {
      await call("POST /api/admin/catalogue/games/{id}/unhide", { params, body: base });
    } else {
      const known = game.fields.find(({ name }) => name === "also_known_as")?.value;
      const also_known_as = [known, search].filter(Boolean).join("\n");
      await call("PUT /api/admin/catalogue/games/{id}", { params, body: { also_known_as, ...base } });
    }
    await refresh();
    onDone(hidden ? `Visitors see ${title} again.` : `“${search}” finds ${title} now.`);
  };
  return { ...state, make: (game: CatalogueRow) => run(() => change(game)) };
}

const perList = 5;

/** The first visible and hidden games that a search finds. */
function gamesQuery(call: Call, search: string) {
  return queryOptions({
    queryKey: [adminKey, "games", "meant", search],
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const lists = await Promise.all(
        ([undefined, "true"] as const).map((hidden) =>
          call("GET /api/admin/catalogue/games", { query: { search, hidden, limit: perList } }, { signal }),
        ),
      );
      return lists.flatMap(({ games }) => games);
    },
  });
}
