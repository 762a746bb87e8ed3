import { formatPrice, formatPriceOrFree } from "contract/core/money.ts";
import type { DeskOffer } from "contract/prices/desk-schema.ts";
import ChevronRight from "lucide-react/icons/chevron-right";
import { useStores } from "../../../api/stores.ts";
import { Badge } from "../../../ui/badge.tsx";
import { classNames } from "../../../ui/class-names.ts";
import { ActionButton } from "../../admin/action-button.tsx";
import { useDenialReason } from "../../admin/me.ts";
import { formatMoment } from "../../admin/moments.ts";
import type { Changes } from "../../stores/use-changes.ts";
import type { DialogKind } from "./offer-dialog.tsx";
import { OfferHistory } from "./offer-history.tsx";

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
export function OfferRow({ gameId, offer, isExpanded, onToggle, onOpen, changes }: OfferRowProps) {
  const { storeOf } = useStores();
  const { store, country } = offer;
  const name = `${storeOf(store).name} in ${country}`;
  return (
    <>
      <tr className="align-top hover:bg-sunken/50 [&>td]:px-3 [&>td]:py-2">
        <td>
          <div className="flex items-center gap-2 whitespace-nowrap">
            <button
              type="button"
              aria-expanded={isExpanded}
              aria-label={`${name}: history`}
              onClick={onToggle}
              className="inline-flex min-h-9 items-center gap-1 font-medium hover:underline"
            >
              <ChevronRight aria-hidden className={classNames("size-4 shrink-0", isExpanded && "rotate-90")} />
              {storeOf(store).name}
            </button>
            <span className="text-muted">{country}</span>
          </div>
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
      {isReduced && <s className="ml-2 text-muted">{formatPrice(regular_price, money)}</s>}
      {in_stock === false && <Badge className="ml-2">Out of stock</Badge>}
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
    { kind: "override", label: offer.override ? "Change Price" : "Set Price", denialReason: lacksWrite },
    { kind: "unlink", label: "Unlink", denialReason: lacksWrite ?? lacksProduct },
    { kind: "relink", label: "Relink", denialReason: lacksWrite ?? lacksProduct },
  ];
  if (offer.override) actions.unshift({ kind: "end-override", label: "End Price", denialReason: lacksWrite });
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
