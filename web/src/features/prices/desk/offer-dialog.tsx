import type { DeskOffer } from "contract/prices/desk-schema.ts";
import { useStores } from "../../../api/stores.ts";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { serverMessageOf, useAdminCall } from "../../admin/admin-call.ts";
import { useRefresh } from "../../admin/editing/use-refresh.ts";
import type { OfferPlace } from "./desk-queries.ts";
import { OverrideDialog } from "./override-dialog.tsx";
import { RelinkDialog } from "./relink-dialog.tsx";

export type DialogKind = "override" | "end-override" | "unlink" | "relink";

export interface OpenedDialog {
  kind: DialogKind;
  place: OfferPlace;
}

export interface OfferDialogProps {
  game: { id: number; title: string };
  opened: OpenedDialog;
  offers: readonly DeskOffer[];
  /** Called with what was done. */
  onDone: (done: string) => void;
  onClose: () => void;
}

/** The dialog of an offer's action. */
export function OfferDialog({ game, opened: { kind, place }, offers, onDone, onClose }: OfferDialogProps) {
  const offer = offers.find(({ store, country }) => store === place.store && country === place.country);
  const { storeOf } = useStores();
  if (!offer) return null;
  const storeName = storeOf(place.store).name;
  const productIds = productsAt(offers, place);
  const shared = { game, offer, storeName, productIds, onDone, onClose };
  if (kind === "override") return <OverrideDialog {...shared} />;
  if (kind === "relink") return <RelinkDialog {...shared} />;
  return kind === "unlink" ? <UnlinkDialog {...shared} /> : <EndOverrideDialog {...shared} />;
}

/** The store's products that are linked to the game, in any market. */
const productsAt = (offers: readonly DeskOffer[], { store }: OfferPlace) => [
  ...new Set(offers.filter((offer) => offer.store === store).flatMap(({ product_id }) => product_id ?? [])),
];

/** The common props of an offer's dialogs. */
export interface DialogProps extends Pick<OfferDialogProps, "game" | "onDone" | "onClose"> {
  offer: DeskOffer;
  storeName: string;
  productIds: string[];
}

function UnlinkDialog({ game, offer, storeName, productIds, onDone, onClose }: DialogProps) {
  const call = useAdminCall();
  const refresh = useRefresh();
  const unlink = async () => {
    try {
      await call("POST /api/admin/catalogue/offers/{game}/{store}/unlink", {
        params: { game: game.id, store: offer.store },
        body: { base_product_ids: productIds },
      });
      onDone(`${storeName} no longer sells ${game.title}.`);
    } finally {
      await refresh();
    }
  };
  return (
    <ConfirmDialog
      title={`Unlink from ${storeName}`}
      action="Unlink"
      kind="danger"
      onConfirm={unlink}
      explain={(error) => serverMessageOf(error, "Failed to unlink the product")}
      onClose={onClose}
    >
      The product {productIds.join(", ")} is not {game.title}: its offers end in all countries, and it is rejected among
      the matches, where this can be taken back.
    </ConfirmDialog>
  );
}

function EndOverrideDialog({ game, offer, storeName, onDone, onClose }: DialogProps) {
  const call = useAdminCall();
  const refresh = useRefresh();
  const end = async () => {
    try {
      await call("DELETE /api/admin/catalogue/offers/{game}/{store}/{country}/override", {
        params: { game: game.id, store: offer.store, country: offer.country },
      });
      onDone(`The price that ${storeName} asks holds again.`);
    } finally {
      await refresh();
    }
  };
  return (
    <ConfirmDialog
      title="End the Price"
      action="End Price"
      onConfirm={end}
      explain={(error) => serverMessageOf(error, "Failed to end the price")}
      onClose={onClose}
    >
      The price that {storeName} was last seen to ask holds again, at once.
    </ConfirmDialog>
  );
}
