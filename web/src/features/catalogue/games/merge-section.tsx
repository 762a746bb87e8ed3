import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { undoDays } from "contract/catalogue/merge-rules.ts";
import type { GameMerge, MergeCounts, MergeTarget } from "contract/catalogue/merge-schema.ts";
import type { Call } from "contract/core/call.ts";
import { formatCount } from "contract/core/counts.ts";
import { useState } from "react";
import { withBase } from "../../../api/base-path.ts";
import { useStores } from "../../../api/stores.ts";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { ErrorBox } from "../../../ui/error-box.tsx";
import { ActionButton } from "../../admin/action-button.tsx";
import { serverMessageOf, useAdminCall } from "../../admin/admin-call.tsx";
import { useDenialReason } from "../../admin/me.ts";
import { formatMoment } from "../../admin/moments.ts";
import { adminKey, useAdminQuery, useRefresh } from "../../admin/queries.ts";
import { TabSearch } from "../../admin/tab-list.tsx";
import { TabUnloaded } from "../../admin/tab-page.tsx";
import { useChanges } from "../../admin/use-changes.tsx";

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

  if (!data) return <TabUnloaded error={error} failed="Failed to load duplicates" onRetry={refetch} />;
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
function MergeDialog({ game, into, onClose, onMerged }: MergeDialogProps) {
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
      <ul aria-label="What moves" className="list-disc ps-5">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </>
  );
}

interface MergedGamesProps {
  title: string;
  merges: readonly GameMerge[];
  denialReason: string | undefined;
  onUndo: (merge: GameMerge) => void;
}

/** Merges, each with its undo while that is possible. */
function MergedGames({ title, merges, denialReason, onUndo }: MergedGamesProps) {
  return (
    <div>
      <h3 className="mb-2 font-medium">{title}</h3>
      <ul aria-label={title} className="divide-y divide-border rounded-lg border border-border bg-raised">
        {merges.map((merge) => (
          <li key={merge.id} className="flex items-start justify-between gap-3 p-3 text-sm">
            <p className="min-w-0">
              <span className="text-base">{merge.title}</span> into{" "}
              <a
                href={withBase(`/games/${merge.into.id}`)}
                target="_blank"
                rel="noreferrer"
                className="hover:underline"
              >
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

interface TargetListProps {
  targets: readonly MergeTarget[];
  /** Whether they are search results. */
  isSearch: boolean;
  denialReason: string | undefined;
  onChoose: (target: MergeTarget) => void;
}

/** Games to merge into, with facts that distinguish games of the same title. */
function TargetList({ targets, isSearch, denialReason, onChoose }: TargetListProps) {
  if (targets.length === 0) {
    return (
      <p className="text-sm text-muted">
        {isSearch ? "No game fits the search." : "No other game has such a title. Search for one."}
      </p>
    );
  }
  return (
    <ul
      aria-label={isSearch ? "Games found" : "Possible duplicates"}
      className="divide-y divide-border rounded-lg border border-border bg-raised"
    >
      {targets.map((target) => (
        <li key={target.id} className="flex items-start justify-between gap-3 p-3">
          <Target target={target} />
          <ActionButton
            size="small"
            denialReason={denialReason}
            aria-label={`Merge into ${target.title} (game ${target.id})`}
            onClick={() => onChoose(target)}
          >
            Merge into
          </ActionButton>
        </li>
      ))}
    </ul>
  );
}

function Target({ target }: { target: MergeTarget }) {
  const { id, title, developer, release_date, steam_appid, stores, wishlists } = target;
  const { storeOf } = useStores();
  const facts = [
    `game ${id}`,
    release_date?.slice(0, 4),
    developer,
    steam_appid !== null && `Steam ${steam_appid}`,
    stores.length > 0 && `at ${stores.map((store) => storeOf(store).name).join(", ")}`,
    wishlists > 0 && (wishlists === 1 ? "1 wishlist" : `${formatCount(wishlists)} wishlists`),
  ].filter(Boolean);
  return (
    <p className="min-w-0 text-sm">
      <a href={withBase(`/games/${id}`)} target="_blank" rel="noreferrer" className="text-base hover:underline">
        {title}
      </a>
      <span className="block text-muted">{facts.join(" · ")}</span>
    </p>
  );
}

/** Possible duplicates of a game or the results of a search, and the games merged into it. */
function duplicatesQuery(call: Call, id: number, search: string) {
  return queryOptions({
    queryKey: [adminKey, "duplicates", id, search],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      call("GET /api/admin/catalogue/games/{id}/duplicates", { params: { id }, query: { search } }, { signal }),
  });
}

/** What a merge would move now. */
function mergePreviewQuery(call: Call, id: number, into: number) {
  return queryOptions({
    queryKey: [adminKey, "merge", id, into],
    staleTime: 0,
    queryFn: ({ signal }) =>
      call("GET /api/admin/catalogue/games/{id}/merge", { params: { id }, query: { into } }, { signal }),
  });
}

/** What a merge moves, one line for each kind; empty kinds are left out. */
export function describeMoves(counts: MergeCounts): string[] {
  const lines: [number, string, string, string?][] = [
    [
      counts.wishlists,
      "wishlist entry",
      "wishlist entries",
      both(counts.wishlists_both, "users with both games: they keep the other place"),
    ],
    [
      counts.alerts,
      "price alert",
      "price alerts",
      both(counts.alerts_both, "users with both games: they keep the other alert"),
    ],
    [counts.offers, "offer", "offers", both(counts.offers_both, "stores that sell both games: one stays")],
    [counts.price_records, "price record", "price records"],
    [counts.matches, "match", "matches"],
    [counts.additions, "addition", "additions"],
    [counts.clicks, "visit to a store", "visits to stores"],
    [counts.reports, "report of a price", "reports of prices"],
  ];
  return lines
    .filter(([count]) => count > 0)
    .map(([count, one, many, more]) => `${formatCount(count)} ${count === 1 ? one : many}${more ?? ""}`);
}

const both = (count: number, what: string) => (count === 0 ? undefined : `, ${formatCount(count)} of ${what}`);

const day = new Intl.DateTimeFormat("en-US", { day: "numeric", month: "long" });

/** `until December 12`, or why it is too late. */
export function describeUndo(undoUntil: string | null): string {
  return undoUntil === null ? "can no longer be undone" : `can be undone until ${day.format(new Date(undoUntil))}`;
}
