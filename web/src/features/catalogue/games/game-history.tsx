import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { CatalogueGame, GameVersion } from "contract/catalogue/game-schema.ts";
import type { GameAction } from "contract/catalogue/rules.ts";
import type { Call } from "contract/core/call.ts";
import { defaultPageSize } from "contract/core/pagination.ts";
import { useState } from "react";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { ActionButton } from "../../admin/action-button.tsx";
import { serverMessageOf, useAdminCall } from "../../admin/admin-call.tsx";
import { HistoryFrame } from "../../admin/history-frame.tsx";
import { useDenialReason } from "../../admin/me.ts";
import { formatMoment } from "../../admin/moments.ts";
import { adminKey, useAdminQuery, useRefresh } from "../../admin/queries.ts";
import { DiffView } from "../../content-strings/diff-view.tsx";
import { fieldNames, toText } from "./game-form.ts";

const actionNames: Record<GameAction, string> = {
  original: "Before the first change",
  edit: "Edited",
  release: "Released",
  restore: "Restored",
  hide: "Hidden",
  unhide: "Shown again",
};

interface GameHistoryProps {
  game: CatalogueGame;
  onDone: (done: string) => void;
}

/** The changes that administrators made to a game, with a button to restore each version. */
export function GameHistory({ game, onDone }: GameHistoryProps) {
  const [page, setPage] = useState(1);
  const [restoring, setRestoring] = useState<GameVersion>();
  const result = useAdminQuery(gameHistoryQuery(useAdminCall(), game.id, page));
  return (
    <HistoryFrame
      className="rounded-lg border border-border bg-raised p-5"
      empty="Nobody has changed this game yet."
      page={page}
      onPage={setPage}
      result={result}
    >
      <ol aria-label="Versions" className="mt-2 divide-y divide-border">
        {result.data?.history.map((version) => (
          <Version
            key={version.version}
            version={version}
            isCurrent={version.version === game.version}
            onRestore={() => setRestoring(version)}
          />
        ))}
      </ol>
      {restoring && (
        <RestoreDialog
          game={game}
          version={restoring.version}
          onDone={onDone}
          onClose={() => setRestoring(undefined)}
        />
      )}
    </HistoryFrame>
  );
}

interface VersionProps {
  version: GameVersion;
  isCurrent: boolean;
  onRestore: () => void;
}

function Version({ version, isCurrent, onRestore }: VersionProps) {
  const denialReason = useDenialReason()("catalogue.write");
  const [open, setOpen] = useState(false);
  const { action, changes, created_at, created_by, reason } = version;
  return (
    <li className="py-3">
      <div className="flex flex-wrap items-center gap-2">
        <div className="min-w-0 grow text-sm">
          <p className="flex items-center gap-2 font-medium">
            <span className="figures">{version.version}</span> {actionNames[action]}
            {isCurrent && <Badge tone="positive">Current</Badge>}
          </p>
          <p className="break-words text-muted">
            {[created_by ?? "Sources", formatMoment(created_at), reason].filter(Boolean).join(" · ")}
          </p>
          <p className="text-muted">{changes.map(({ name }) => fieldNames[name]).join(", ")}</p>
        </div>
        {changes.length > 0 && (
          <Button
            size="small"
            aria-expanded={open}
            aria-label={`Diff of version ${version.version}`}
            onClick={() => setOpen(!open)}
          >
            Diff
          </Button>
        )}
        {!isCurrent && (
          <ActionButton
            size="small"
            denialReason={denialReason}
            aria-label={`Restore version ${version.version}`}
            onClick={onRestore}
          >
            Restore
          </ActionButton>
        )}
      </div>
      {open && (
        <dl className="mt-3 grid gap-3 text-sm">
          {changes.map(({ name, old_value, new_value }) => (
            <div key={name}>
              <dt className="mb-1 text-muted">{fieldNames[name]}</dt>
              <dd>
                <DiffView older={toText(old_value)} newer={toText(new_value)} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  );
}

interface RestoreDialogProps extends GameHistoryProps {
  version: number;
  onClose: () => void;
}

function RestoreDialog({ game, version, onDone, onClose }: RestoreDialogProps) {
  const call = useAdminCall();
  const refresh = useRefresh();
  const restore = async () => {
    const body = { version, base_version: game.version };
    await call("POST /api/admin/catalogue/games/{id}/restore", { params: { id: game.id }, body }).catch(
      async (error) => {
        // the next attempt is based on the version shown by then
        await refresh();
        throw error;
      },
    );
    await refresh();
    onDone(`Restored version ${version}.`);
  };
  return (
    <ConfirmDialog
      title={`Restore version ${version}?`}
      action="Restore"
      onConfirm={restore}
      explain={(error) => serverMessageOf(error, "Failed to restore the version")}
      onClose={onClose}
    >
      The fields that were set by hand then become what they were; all others are released to the sources.
    </ConfirmDialog>
  );
}

/** A page of the changes that administrators made to a game, the latest first. */
function gameHistoryQuery(call: Call, id: number, page: number) {
  const input = { params: { id }, query: { page, limit: defaultPageSize } };
  return queryOptions({
    queryKey: [adminKey, "games", id, "history", page],
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => call("GET /api/admin/catalogue/games/{id}/history", input, { signal }),
  });
}
