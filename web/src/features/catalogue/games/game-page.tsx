import { Link } from "@tanstack/react-router";
import type { CatalogueGame } from "contract/catalogue/game-schema.ts";
import ArrowLeft from "lucide-react/icons/arrow-left";
import { useState } from "react";
import { failedWith } from "../../../api/api-error.ts";
import { Badge } from "../../../ui/badge.tsx";
import { FailureNotice } from "../../../ui/failure-notice.tsx";
import { serverMessageOf, useAdminCall } from "../../admin/admin-call.tsx";
import { LeaveGuard } from "../../admin/leave-guard.tsx";
import { useDenialReason } from "../../admin/me.ts";
import { formatMoment } from "../../admin/moments.ts";
import { useAdminQuery } from "../../admin/queries.ts";
import { ReadOnlyNote, TabPage, TabPending } from "../../admin/tab-page.tsx";
import { EditConflict } from "../../admin/use-edits.tsx";
import { GameOffers } from "../../prices/desk/game-offers.tsx";
import { MergeSection } from "../merge/merge-section.tsx";
import { BoxArt } from "./box-art.tsx";
import { GameActions } from "./game-actions.tsx";
import { GameFields } from "./game-fields.tsx";
import { GameHistory } from "./game-history.tsx";
import { gameQuery } from "./game-queries.ts";
import { sourceName } from "./source-name.ts";
import { useGameEdit } from "./use-game-edit.ts";

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
      ) : error ? (
        <FailureNotice title={serverMessageOf(error, "Failed to load the game")} onRetry={refetch} />
      ) : (
        <TabPending />
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
