import { useNavigate } from "@tanstack/react-router";
import type { CatalogueGame, GameDependents } from "contract/catalogue/game-schema.ts";
import { formatCount } from "contract/core/counts.ts";
import { useState } from "react";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { ActionButton } from "../../admin/action-button.tsx";
import { serverMessageOf, useAdminCall } from "../../admin/admin-call.tsx";
import { useDenialReason } from "../../admin/me.ts";
import { useRefresh } from "../../admin/queries.ts";
import { sourceName } from "./source-name.ts";

interface GameActionsProps {
  game: CatalogueGame;
  /** The search parameters of the list, which a deleted game leads to. */
  listSearch: object;
  onDone: (done: string) => void;
}

/** Actions on a game as a whole. */
export function GameActions({ game, listSearch, onDone }: GameActionsProps) {
  const denialReason = useDenialReason()("catalogue.write");
  const [open, setOpen] = useState<"hide" | "delete">();
  const close = () => setOpen(undefined);
  return (
    <div className="ml-auto flex flex-wrap gap-2">
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

const dependentNames: Record<keyof GameDependents, string> = {
  offers: "Offers",
  history: "Records of its price history",
  wishlists: "Wishlists that have it",
  alerts: "Price alerts",
  additions: "Additions, which stay without a base game",
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
                <dt className="figures text-right">{formatCount(game.dependents[name])}</dt>
                <dd>{dependentNames[name]}</dd>
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
