import type { GameMerge } from "contract/catalogue/merge-schema.ts";
import { ActionButton } from "../../admin/action-button.tsx";
import { formatMoment } from "../../admin/moments.ts";
import { describeUndo } from "./move-counts.ts";

interface MergedGamesProps {
  title: string;
  merges: readonly GameMerge[];
  denialReason: string | undefined;
  onUndo: (merge: GameMerge) => void;
}

/** Merges, each with its undo while that is possible. */
export function MergedGames({ title, merges, denialReason, onUndo }: MergedGamesProps) {
  return (
    <div>
      <h3 className="mb-2 font-medium">{title}</h3>
      <ul aria-label={title} className="divide-y divide-border rounded-lg border border-border bg-raised">
        {merges.map((merge) => (
          <li key={merge.id} className="flex items-start justify-between gap-3 p-3 text-sm">
            <p className="min-w-0">
              <span className="text-base">{merge.title}</span> into{" "}
              <a href={`/games/${merge.into.id}`} target="_blank" rel="noreferrer" className="hover:underline">
                {merge.into.title}
              </a>
              <span className="block text-muted">
                {formatMoment(merge.merged_at)} · {describeUndo(merge.undo_until)}
              </span>
            </p>
            {merge.undo_until !== null && (
              <ActionButton
                size="small"
                denialReason={denialReason}
                aria-label={`Undo the merge of ${merge.title}`}
                onClick={() => onUndo(merge)}
              >
                Undo
              </ActionButton>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
