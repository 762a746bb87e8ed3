import type { GameMerge, MergeTarget } from "contract/catalogue/merge-schema.ts";
import { useState } from "react";
import { ErrorBox } from "../../../ui/error-box.tsx";
import { FailureNotice } from "../../../ui/failure-notice.tsx";
import { serverMessageOf, useAdminCall } from "../../admin/admin-call.ts";
import { useDenialReason } from "../../admin/me.ts";
import { TabPending } from "../../admin/tabs/tab-fallbacks.tsx";
import { TabSearch } from "../../admin/tabs/tab-search.tsx";
import { useAdminQuery } from "../../admin/use-admin-query.ts";
import { useChanges } from "../../stores/use-changes.ts";
import { MergeDialog } from "./merge-dialog.tsx";
import { duplicatesQuery } from "./merge-queries.ts";
import { MergedGames } from "./merged-games.tsx";
import { TargetList } from "./target-list.tsx";

/** Merges a game into another one, and undoes merges into this one. */
export function MergeSection({ game }: { game: { id: number; title: string } }) {
  const [search, setSearch] = useState("");
  const [target, setTarget] = useState<MergeTarget | null>(null);
  const call = useAdminCall();
  const changes = useChanges();
  const denialReason = useDenialReason()("catalogue.write");
  const { data, error, refetch } = useAdminQuery(duplicatesQuery(call, game.id, search));

  const undo = ({ id, title, into }: GameMerge) =>
    changes.make(`${title} is a game of its own again; what has happened since stays with ${into.title}.`, () =>
      call("POST /api/admin/catalogue/games/{id}/unmerge", { params: { id } }),
    );

  if (!data) {
    if (!error) return <TabPending />;
    return <FailureNotice title={serverMessageOf(error, "Failed to load duplicates")} onRetry={refetch} />;
  }
  const { duplicates, merged, merged_into: mergedInto } = data;
  return (
    <section aria-label="Duplicates" className="grid gap-4">
      <h2 className="text-lg">Duplicates</h2>
      <p role="status" className="text-sm text-positive empty:hidden">
        {changes.done}
      </p>
      {changes.failure && <ErrorBox>{changes.failure}</ErrorBox>}
      {mergedInto ? (
        <MergedGames title="This game was merged" merges={[mergedInto]} denialReason={denialReason} onUndo={undo} />
      ) : (
        <>
          <TabSearch label="Search for a game to merge into" applied={search} onSearch={setSearch} />
          <TargetList targets={duplicates} isSearch={search !== ""} denialReason={denialReason} onChoose={setTarget} />
        </>
      )}
      {merged.length > 0 && (
        <MergedGames title="Merged into this game" merges={merged} denialReason={denialReason} onUndo={undo} />
      )}
      {target && (
        <MergeDialog
          game={game}
          into={target}
          onClose={() => setTarget(null)}
          onMerged={() => changes.report(`${game.title} was merged into ${target.title}.`)}
        />
      )}
    </section>
  );
}
