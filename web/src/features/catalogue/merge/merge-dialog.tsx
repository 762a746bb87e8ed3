import { undoDays } from "contract/catalogue/merge-rules.ts";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { ErrorBox } from "../../../ui/error-box.tsx";
import { serverMessageOf, useAdminCall } from "../../admin/admin-call.ts";
import { useRefresh } from "../../admin/editing/use-refresh.ts";
import { useAdminQuery } from "../../admin/use-admin-query.ts";
import { mergePreviewQuery } from "./merge-queries.ts";
import { describeMoves } from "./move-counts.ts";

interface NamedGame {
  id: number;
  title: string;
}

interface MergeDialogProps {
  game: NamedGame;
  into: NamedGame;
  onClose: () => void;
  onMerged: () => void;
}

/** Shows what a merge would move, and asks for confirmation. */
export function MergeDialog({ game, into, onClose, onMerged }: MergeDialogProps) {
  const call = useAdminCall();
  const refresh = useRefresh();
  const { data, error } = useAdminQuery(mergePreviewQuery(call, game.id, into.id));
  const merge = async () => {
    const params = { id: game.id };
    await call("POST /api/admin/catalogue/games/{id}/merge", { params, body: { into: into.id } });
    onMerged();
    await refresh();
  };
  return (
    <ConfirmDialog
      title={`Merge ${game.title} into ${into.title}?`}
      action="Merge"
      kind="danger"
      onConfirm={merge}
      explain={(failure) => serverMessageOf(failure, (failure as Error).message)}
      onClose={onClose}
    >
      <div className="grid gap-3">
        <p>
          {game.title} (game {game.id}) will be gone, and its addresses lead to {into.title} (game {into.id}). Nobody is
          mailed. It can be undone for {undoDays} days.
        </p>
        {error && <ErrorBox>{serverMessageOf(error, "Failed to load what would move")}</ErrorBox>}
        {data && <Moves lines={describeMoves(data.counts)} />}
      </div>
    </ConfirmDialog>
  );
}

function Moves({ lines }: { lines: readonly string[] }) {
  if (lines.length === 0) return <p>Nothing belongs to it that would move.</p>;
  return (
    <>
      <p>These move:</p>
      <ul aria-label="What moves" className="list-disc pl-5">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </>
  );
}
