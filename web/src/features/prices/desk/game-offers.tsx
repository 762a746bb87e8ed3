import type { DeskOffer } from "contract/prices/desk-schema.ts";
import { useState } from "react";
import { ErrorBox } from "../../../ui/error-box.tsx";
import { FailureNotice } from "../../../ui/failure-notice.tsx";
import { serverMessageOf, useAdminCall } from "../../admin/admin-call.ts";
import { Table } from "../../admin/table.tsx";
import { TabPending } from "../../admin/tabs/tab-fallbacks.tsx";
import { useAdminQuery } from "../../admin/use-admin-query.ts";
import { useChanges } from "../../stores/use-changes.ts";
import { deskOffersQuery, type OfferPlace } from "./desk-queries.ts";
import { OfferDialog, type OpenedDialog } from "./offer-dialog.tsx";
import { OfferRow } from "./offer-row.tsx";

const keyOf = ({ store, country }: OfferPlace) => `${store} ${country}`;

const columns = ["Store", "Price", "Product", "Last seen", "Actions"];

/** A game's offers at all stores in all markets with their history, and the actions that correct them. */
export function GameOffers({ gameId, heading }: { gameId: number; heading?: string }) {
  const { data, error, refetch } = useAdminQuery(deskOffersQuery(useAdminCall(), gameId));
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set());
  const [opened, setOpened] = useState<OpenedDialog>();
  const changes = useChanges();
  if (!data) {
    if (!error) return <TabPending />;
    return <FailureNotice title={serverMessageOf(error, "Failed to load offers")} onRetry={refetch} />;
  }
  const { game, offers } = data;
  const toggle = (offer: DeskOffer) => {
    const next = new Set(expanded);
    if (!next.delete(keyOf(offer))) next.add(keyOf(offer));
    setExpanded(next);
  };
  return (
    <section aria-labelledby="game-offers" className="min-w-0">
      <h2 id="game-offers" className="text-lg">
        {heading ?? (
          <a href={`/games/${game.id}`} target="_blank" rel="noreferrer" className="hover:underline">
            {game.title}
          </a>
        )}
      </h2>
      <div className="min-h-9 py-2 text-sm">
        <p role="status" className="text-positive">
          {changes.done}
        </p>
        {changes.failure && <ErrorBox>{changes.failure}</ErrorBox>}
      </div>
      <Table
        label={`Offers of ${game.title}`}
        columns={columns}
        footer={offers.length === 0 && <p className="p-6 text-center text-muted">No store has ever sold this game.</p>}
      >
        {offers.map((offer) => (
          <OfferRow
            key={keyOf(offer)}
            gameId={gameId}
            offer={offer}
            isExpanded={expanded.has(keyOf(offer))}
            onToggle={() => toggle(offer)}
            onOpen={(kind) => setOpened({ kind, place: offer })}
            changes={changes}
          />
        ))}
      </Table>
      {opened && (
        <OfferDialog
          game={game}
          opened={opened}
          offers={offers}
          onDone={changes.report}
          onClose={() => setOpened(undefined)}
        />
      )}
    </section>
  );
}
