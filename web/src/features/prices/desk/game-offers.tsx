import { queryOptions } from "@tanstack/react-query";
import type { Call } from "contract/core/call.ts";
import { formatPrice, formatPriceOrFree } from "contract/core/money.ts";
import { english } from "contract/languages/language.ts";
import type { DeskOffer } from "contract/prices/desk-schema.ts";
import ChevronRight from "lucide-static/icons/chevron-right.svg?react";
import { Fragment, useState } from "react";
import { withBase } from "../../../api/base-path.ts";
import { useStores } from "../../../api/stores.ts";
import { Badge } from "../../../ui/badge.tsx";
import { classNames } from "../../../ui/class-names.ts";
import { ErrorBox } from "../../../ui/error-box.tsx";
import { ActionButton } from "../../admin/action-button.tsx";
import { useAdminCall } from "../../admin/admin-call.tsx";
import { useDenialReason } from "../../admin/me.ts";
import { formatMoment } from "../../admin/moments.ts";
import { adminFreshFor, adminKey, useAdminQuery } from "../../admin/queries.ts";
import { TabUnloaded } from "../../admin/tab-page.tsx";
import { Table } from "../../admin/table.tsx";
import { type Changes, useChanges } from "../../admin/use-changes.tsx";
import type { OfferPlace } from "./offer-dialog.tsx";
import { type DialogKind, OfferDialog, type OpenedDialog } from "./offer-dialog.tsx";
import { OfferHistory } from "./offer-history.tsx";

const keyOf = ({ store, country }: OfferPlace) => `${store} ${country}`;

const columns = ["Store", "Price", "Product", "Last seen", "Actions"];

/** A game's offers at all stores in all markets with their history, and the actions that correct them. */
export function GameOffers({ gameId, heading }: { gameId: number; heading?: string }) {
  const { data, error, refetch } = useAdminQuery(deskOffersQuery(useAdminCall(), gameId));
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set());
  const [opened, setOpened] = useState<OpenedDialog>();
  const changes = useChanges();
  if (!data) return <TabUnloaded error={error} failed="Failed to load offers" onRetry={refetch} />;
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
          <a href={withBase(`/games/${game.id}`)} target="_blank" rel="noreferrer" className="hover:underline">
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
        {[...Map.groupBy(offers, ({ country }) => country)].map(([country, ofMarket]) => (
          <Fragment key={country}>
            <tr className="bg-sunken/60">
              <th scope="rowgroup" colSpan={columns.length} className="px-3 py-1.5 text-start font-medium">
                {english.country(country)}{" "}
                <span className="font-normal text-muted">
                  {country} · {ofMarket[0]!.currency}
                </span>
              </th>
            </tr>
            {ofMarket.map((offer) => (
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
          </Fragment>
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

interface OfferRowProps {
  gameId: number;
  offer: DeskOffer;
  /** Whether its history is shown. */
  isExpanded: boolean;
  onToggle: () => void;
  onOpen: (kind: DialogKind) => void;
  changes: Changes;
}

/** An offer, and its price history when expanded. */
function OfferRow({ gameId, offer, isExpanded, onToggle, onOpen, changes }: OfferRowProps) {
  const { storeOf } = useStores();
  const { store, country } = offer;
  const name = `${storeOf(store).name} in ${country}`;
  return (
    <>
      <tr className="align-top hover:bg-sunken/50 [&>td]:px-3 [&>td]:py-2">
        <td>
          <button
            type="button"
            aria-expanded={isExpanded}
            aria-label={`${name}: history`}
            onClick={onToggle}
            className="inline-flex min-h-9 items-center gap-1 font-medium whitespace-nowrap hover:underline"
          >
            <ChevronRight aria-hidden className={classNames("size-4 shrink-0", isExpanded && "rotate-90")} />
            {storeOf(store).name}
          </button>
        </td>
        <td className="pt-3.5!">
          <OfferPrice offer={offer} />
        </td>
        <td className="pt-3.5!">
          <Product offer={offer} />
        </td>
        <td className="pt-3.5!">
          {formatMoment(offer.last_seen_at)}
          <span className="block text-muted">{offer.source ?? "from a file"}</span>
        </td>
        <td>
          <OfferActions name={name} offer={offer} onOpen={onOpen} />
        </td>
      </tr>
      {isExpanded && (
        <tr>
          <td colSpan={5} className="bg-sunken/40 p-3">
            <OfferHistory gameId={gameId} place={offer} name={name} changes={changes} />
          </td>
        </tr>
      )}
    </>
  );
}

function OfferPrice({ offer: { price, regular_price, currency, in_stock, override } }: { offer: DeskOffer }) {
  const money = { currency, locale: "en-US" };
  const isReduced = regular_price !== null && price !== null && regular_price > price;
  return (
    <>
      {price === null ? <span className="text-muted">Not sold</span> : formatPriceOrFree(price, money)}
      {isReduced && <s className="ms-2 text-muted">{formatPrice(regular_price, money)}</s>}
      {in_stock === false && <Badge className="ms-2">Out of stock</Badge>}
      {override && (
        <span className="block text-muted">
          Set by {override.set_by ?? "a former administrator"} until {formatMoment(override.until)}: {override.reason}
        </span>
      )}
    </>
  );
}

function Product({ offer: { link, product_id, is_linked_by_hand } }: { offer: DeskOffer }) {
  const id = product_id ?? (link ? "Open" : "None");
  return (
    <>
      {link ? (
        <a href={link} target="_blank" rel="noreferrer" className="break-all text-accent-text hover:underline">
          {id}
        </a>
      ) : (
        <span className="break-all text-muted">{id}</span>
      )}
      {is_linked_by_hand && <span className="block text-muted">linked by hand</span>}
    </>
  );
}

interface OfferActionsProps {
  name: string;
  offer: DeskOffer;
  onOpen: (kind: DialogKind) => void;
}

function OfferActions({ name, offer, onOpen }: OfferActionsProps) {
  const lacksWrite = useDenialReason()("prices.write");
  const lacksProduct = offer.product_id === null ? "The store's product is not known" : undefined;
  const actions: { kind: DialogKind; label: string; denialReason: string | undefined }[] = [
    { kind: "override", label: offer.override ? "Change price" : "Set price", denialReason: lacksWrite },
    { kind: "unlink", label: "Unlink", denialReason: lacksWrite ?? lacksProduct },
    { kind: "relink", label: "Relink", denialReason: lacksWrite ?? lacksProduct },
  ];
  if (offer.override) actions.unshift({ kind: "end-override", label: "End price", denialReason: lacksWrite });
  return (
    <div className="flex flex-wrap gap-2">
      {actions.map(({ kind, label, denialReason }) => (
        <ActionButton
          key={kind}
          size="small"
          denialReason={denialReason}
          aria-label={`${label}: ${name}`}
          onClick={() => onOpen(kind)}
        >
          {label}
        </ActionButton>
      ))}
    </div>
  );
}

/** A game's offers at all stores in all markets. */
function deskOffersQuery(call: Call, game: number) {
  return queryOptions({
    queryKey: [adminKey, "prices", "offers", game],
    staleTime: adminFreshFor,
    queryFn: ({ signal }) => call("GET /api/admin/catalogue/offers", { query: { game } }, { signal }),
  });
}
