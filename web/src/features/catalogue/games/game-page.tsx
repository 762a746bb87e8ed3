import { queryOptions } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import type { CatalogueGame, GameDependents } from "contract/catalogue/game-schema.ts";
import type { Call } from "contract/core/call.ts";
import { formatCount } from "contract/core/counts.ts";
import ArrowLeft from "lucide-static/icons/arrow-left.svg?react";
import { useState } from "react";
import { failedWith } from "../../../api/api-error.ts";
import { Badge } from "../../../ui/badge.tsx";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { ActionButton } from "../../admin/action-button.tsx";
import { serverMessageOf, useAdminCall } from "../../admin/admin-call.tsx";
import { LeaveGuard } from "../../admin/leave-guard.tsx";
import { useDenialReason } from "../../admin/me.ts";
import { formatMoment } from "../../admin/moments.ts";
import { adminKey, useAdminQuery, useRefresh } from "../../admin/queries.ts";
import { ReadOnlyNote, TabPage, TabUnloaded } from "../../admin/tab-page.tsx";
import { EditConflict } from "../../admin/use-edits.tsx";
import { GameOffers } from "../../prices/desk/game-offers.tsx";
import { BoxArt } from "./box-art.tsx";
import { GameFields } from "./game-fields.tsx";
import { useGameEdit } from "./game-form.ts";
import { GameHistory } from "./game-history.tsx";
import { MergeSection } from "./merge-section.tsx";
import { sourceName } from "./source-name.ts";

interface GamePageProps {
  id: number;
  /** The search parameters of the list that it was opened from. */
  listSearch: object;
}

/** A game: its fields on the left, related sections on the right. */
export function GamePage({ id, listSearch }: GamePageProps) {
  return (
    <>
      <Link
        to="."
        search={listSearch as never}
        className="mb-2 inline-flex h-9 items-center gap-1.5 text-sm text-muted hover:text-text"
      >
        <ArrowLeft aria-hidden className="size-4" /> All games
      </Link>
      <LoadedGame id={id} listSearch={listSearch} />
    </>
  );
}

function LoadedGame({ id, listSearch }: GamePageProps) {
  const { data, error, refetch } = useAdminQuery(gameQuery(useAdminCall(), id));
  return (
    <TabPage title={data?.title ?? "Game"}>
      {failedWith(error, "not_found") ? (
        // the game may have been merged into another one
        <MergeSection game={{ id, title: data?.title ?? `Game ${id}` }} />
      ) : data ? (
        <Game game={data} listSearch={listSearch} />
      ) : (
        <TabUnloaded error={error} failed="Failed to load the game" onRetry={refetch} />
      )}
    </TabPage>
  );
}

function Game({ game, listSearch }: { game: CatalogueGame; listSearch: object }) {
  const [done, setDone] = useState("");
  const edit = useGameEdit(game, setDone);
  const pricesDenied = useDenialReason()("prices.read");
  return (
    <>
      <ReadOnlyNote needs="catalogue.write" />
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <span className="figures text-sm text-muted">
          Game {game.id} · version {game.version}
        </span>
        {game.hidden && <Badge tone="warning">Hidden</Badge>}
        {game.sample && <Badge>Sample</Badge>}
        <GameActions game={game} listSearch={listSearch} onDone={setDone} />
      </div>
      <p role="status" className="sticky top-16 z-10 mb-2 min-h-9 bg-surface py-2 text-sm text-positive">
        {done}
      </p>
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <GameFields game={game} edit={edit} onDone={setDone} />
        <div className="grid gap-6">
          <BoxArt game={game} onDone={setDone} />
          <GameSources game={game} />
          <GameHistory game={game} onDone={setDone} />
          <MergeSection game={game} />
        </div>
      </div>
      {!pricesDenied && (
        <div className="mt-6">
          <GameOffers gameId={game.id} heading="Offers" />
        </div>
      )}
      <LeaveGuard unsaved={edit.unsaved} onDiscard={edit.cancel} />
      <EditConflict edit={edit} />
    </>
  );
}

/** Where the game's fields come from. */
function GameSources({ game }: { game: CatalogueGame }) {
  return (
    <section aria-labelledby="game-sources" className="rounded-lg border border-border bg-raised p-5">
      <h2 id="game-sources" className="text-md">
        Sources
      </h2>
      {game.sources.length === 0 && <p className="mt-2 text-sm text-muted">A file, or a match that made the game.</p>}
      <dl className="mt-2 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
        {game.sources.map(({ source, product_id, read_at }) => (
          <div key={source} className="contents">
            <dt className="font-medium">{sourceName(source)}</dt>
            <dd className="text-muted">
              Product {product_id}, read {formatMoment(read_at)}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Always refetched: sources change games too. */
function gameQuery(call: Call, id: number) {
  return queryOptions({
    queryKey: [adminKey, "games", id],
    staleTime: 0,
    queryFn: async ({ signal }) =>
      (await call("GET /api/admin/catalogue/games/{id}", { params: { id } }, { signal })).game,
  });
}

interface GameActionsProps {
  game: CatalogueGame;
  /** The search parameters of the list, which a deleted game leads to. */
  listSearch: object;
  onDone: (done: string) => void;
}

/** Actions on a game as a whole. */
function GameActions({ game, listSearch, onDone }: GameActionsProps) {
  const denialReason = useDenialReason()("catalogue.write");
  const [open, setOpen] = useState<"hide" | "delete">();
  const close = () => setOpen(undefined);
  return (
    <div className="ms-auto flex flex-wrap gap-2">
      <ActionButton size="small" denialReason={denialReason} onClick={() => setOpen("hide")}>
        {game.hidden ? "Unhide" : "Hide"}
      </ActionButton>
      <ActionButton size="small" kind="danger" denialReason={denialReason} onClick={() => setOpen("delete")}>
        Delete
      </ActionButton>
      {open === "hide" && <HideDialog game={game} onDone={onDone} onClose={close} />}
      {open === "delete" && <DeleteDialog game={game} listSearch={listSearch} onClose={close} />}
    </div>
  );
}

interface HideDialogProps extends Pick<GameActionsProps, "game" | "onDone"> {
  onClose: () => void;
}

function HideDialog({ game, onDone, onClose }: HideDialogProps) {
  const call = useAdminCall();
  const refresh = useRefresh();
  const [reason, setReason] = useState("");
  const what = game.hidden ? "unhide" : "hide";
  const confirm = async () => {
    const body = { base_version: game.version, ...(reason && { reason }) };
    const input = { params: { id: game.id }, body };
    await call(`POST /api/admin/catalogue/games/{id}/${what}`, input).catch(async (error) => {
      // the next attempt is based on the version shown by then
      await refresh();
      throw error;
    });
    await refresh();
    onDone(game.hidden ? "Visitors see the game again." : "Visitors no longer see the game.");
  };
  return (
    <ConfirmDialog
      title={game.hidden ? `Show ${game.title} again?` : `Hide ${game.title}?`}
      action={game.hidden ? "Unhide" : "Hide"}
      onConfirm={confirm}
      explain={(error) => serverMessageOf(error, `Failed to ${what} the game`)}
      onClose={onClose}
    >
      <p className="mb-4">
        {game.hidden
          ? "It comes back to lists, search and wishlists, with its prices."
          : "It leaves lists, search, feeds and wishlists, and its alerts stay silent. Prices are still recorded."}
      </p>
      <TextField
        label="Reason"
        value={reason}
        maxLength={500}
        autoComplete="off"
        onChange={({ target }) => setReason(target.value)}
      />
    </ConfirmDialog>
  );
}

/** What follows one of them, and what follows several. */
const dependentNames: Record<keyof GameDependents, [one: string, several: string]> = {
  offers: ["offer", "offers"],
  history: ["record of its price history", "records of its price history"],
  wishlists: ["wishlist that has it", "wishlists that have it"],
  alerts: ["price alert", "price alerts"],
  additions: ["addition, which stays without a base game", "additions, which stay without a base game"],
};

interface DeleteDialogProps extends Pick<GameActionsProps, "game" | "listSearch"> {
  onClose: () => void;
}

function DeleteDialog({ game, listSearch, onClose }: DeleteDialogProps) {
  const call = useAdminCall();
  const refresh = useRefresh();
  const navigate = useNavigate();
  const names = Object.keys(dependentNames) as (keyof GameDependents)[];
  const dependents = names.filter((name) => game.dependents[name] > 0);
  const sources = game.sources.map(({ source }) => sourceName(source)).join(" and ");
  const confirm = async () => {
    try {
      const query = game.dependents;
      await call("DELETE /api/admin/catalogue/games/{id}", { params: { id: game.id }, query });
    } catch (error) {
      // the counts shown may be outdated
      void refresh();
      throw error;
    }
    await navigate({ to: ".", search: listSearch as never });
    await refresh();
  };
  return (
    <ConfirmDialog
      title={`Delete ${game.title}?`}
      action="Delete"
      kind="danger"
      onConfirm={confirm}
      explain={(error) => serverMessageOf(error, "Failed to delete the game")}
      onClose={onClose}
    >
      {dependents.length > 0 ? (
        <>
          <p>This also concerns, and cannot be undone:</p>
          <dl className="mt-2 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 text-text">
            {dependents.map((name) => (
              <div key={name} className="contents">
                <dt className="figures text-end">{formatCount(game.dependents[name])}</dt>
                <dd>{dependentNames[name][game.dependents[name] === 1 ? 0 : 1]}</dd>
              </div>
            ))}
          </dl>
        </>
      ) : (
        <p>Nothing depends on it. This cannot be undone.</p>
      )}
      {sources && <p className="mt-3">{sources} may list it again, as a new game: hide it to keep it away.</p>}
    </ConfirmDialog>
  );
}
