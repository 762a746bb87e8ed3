import { toMinor } from "contract/core/money.ts";
import type { DeskOffer } from "contract/prices/desk-schema.ts";
import { useState } from "react";
import { useStores } from "../../../api/stores.ts";
import { fieldProblems, useDraftForm } from "../../../page/form.ts";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { ErrorBox } from "../../../ui/error-box.tsx";
import { FormButtons } from "../../../ui/form-buttons.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { serverMessageOf, useAdminCall } from "../../admin/admin-call.tsx";
import { GameSearch } from "../../admin/game-search.tsx";
import { formatMoment } from "../../admin/moments.ts";
import { useRefresh } from "../../admin/queries.ts";

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
interface DialogProps extends Pick<OfferDialogProps, "game" | "onDone" | "onClose"> {
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
      title="End the price"
      action="End price"
      onConfirm={end}
      explain={(error) => serverMessageOf(error, "Failed to end the price")}
      onClose={onClose}
    >
      The price that {storeName} was last seen to ask holds again, at once.
    </ConfirmDialog>
  );
}

/** Sets the price of an offer for a limited time. */
function OverrideDialog({ game, offer, storeName, onDone, onClose }: DialogProps) {
  const call = useAdminCall();
  const refresh = useRefresh();
  const form = useDraftForm({
    initial: openForm(offer, new Date()),
    check: (values) => fieldProblems(formProblems(values, offer.currency, new Date())),
    send: async (values) => {
      const body = toOverride(values, offer.price);
      const params = { game: game.id, store: offer.store, country: offer.country };
      await call("PUT /api/admin/catalogue/offers/{game}/{store}/{country}/override", { params, body }).finally(
        refresh,
      );
      onDone(`The price at ${storeName} holds until ${formatMoment(body.until)}.`);
      onClose();
    },
    explain: (error) => ({ box: serverMessageOf(error, (error as Error).message) }),
  });
  return (
    <Dialog title={`Set the price at ${storeName} in ${offer.country}`} onClose={onClose}>
      <form {...form.formProps} className="mt-3 grid gap-4">
        <p className="text-muted">It holds whatever the store says. Afterwards the store's latest price does.</p>
        {form.box && <ErrorBox {...form.boxProps}>{form.box}</ErrorBox>}
        <div className="grid grid-cols-2 gap-3">
          <TextField
            label={`Price (${offer.currency})`}
            inputMode="decimal"
            autoComplete="off"
            {...form.fieldProps("price")}
          />
          <TextField label="Regular price" inputMode="decimal" autoComplete="off" {...form.fieldProps("regular")} />
        </div>
        <TextField label="Until" type="datetime-local" {...form.fieldProps("until")} />
        <TextField label="Reason" maxLength={500} {...form.fieldProps("reason")} />
        <FormButtons submit="Set price" disabled={form.sending} onCancel={onClose} />
      </form>
    </Dialog>
  );
}

/** Links a store's product to another game. */
function RelinkDialog({ game, offer, storeName, productIds, onDone, onClose }: DialogProps) {
  const call = useAdminCall();
  const [search, setSearch] = useState("");
  const [chosen, setChosen] = useState<{ id: number; title: string }>();
  const refresh = useRefresh();
  const relink = async () => {
    const params = { game: game.id, store: offer.store };
    const body = { gameId: chosen!.id, base_product_ids: productIds };
    await call("POST /api/admin/catalogue/offers/{game}/{store}/relink", { params, body }).finally(refresh);
    onDone(`The product of ${storeName} is ${chosen!.title} from now on.`);
  };
  return (
    <ConfirmDialog
      title={`Relink from ${storeName}`}
      action={chosen ? `Relink with ${chosen.title}` : "Relink"}
      disabled={!chosen}
      onConfirm={relink}
      explain={(error) => serverMessageOf(error, (error as Error).message)}
      onClose={onClose}
    >
      <p>Which game is the product {productIds.join(", ")}? Its offers move there, and later readings agree.</p>
      <div className="mt-4 text-text">
        <GameSearch
          applied={search}
          onSearch={setSearch}
          chosen={chosen?.id ?? null}
          onChoose={(id, title) => setChosen({ id, title })}
        />
      </div>
    </ConfirmDialog>
  );
}

/** The form of a price set by hand. */
interface OverrideForm {
  price: string;
  regular: string;
  /** Local time, in the format of the browser's field. */
  until: string;
  reason: string;
}

const dayMs = 24 * 60 * 60 * 1000;
const usualDays = 7;
const maxDays = 30;

/** The price as it is, for a week. */
function openForm({ price, regular_price, override }: DeskOffer, now: Date): OverrideForm {
  return {
    price: price === null ? "" : String(price),
    regular: regular_price === null ? "" : String(regular_price),
    until: toLocal(override ? new Date(override.until) : new Date(now.getTime() + usualDays * dayMs)),
    reason: override?.reason ?? "",
  };
}

/** In the format of a `datetime-local` field. */
function toLocal(time: Date): string {
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** The problems by field; empty for a valid form. */
function formProblems(
  { price, regular, until, reason }: OverrideForm,
  currency: string,
  now: Date,
): Partial<Record<keyof OverrideForm, string>> {
  const problems: Partial<Record<keyof OverrideForm, string>> = {};
  const isAmount = (text: string) => text.trim() !== "" && toMinor(Number(text), currency) !== null;
  if (!isAmount(price)) problems.price = `An amount in ${currency}, such as 9.99`;
  if (regular.trim() !== "" && !isAmount(regular)) problems.regular = `An amount in ${currency}, or nothing`;
  else if (regular.trim() !== "" && Number(regular) < Number(price)) problems.regular = "Not below the price";
  const time = new Date(until).getTime();
  const isWithin = time > now.getTime() && time <= now.getTime() + maxDays * dayMs;
  if (!isWithin) problems.until = `A time within the next ${maxDays} days`;
  const why = checkReason(reason);
  if (why) problems.reason = why;
  return problems;
}

/** The request body. `base` = the price that was shown. */
function toOverride({ price, regular, until, reason }: OverrideForm, base: number | null) {
  return {
    price: Number(price),
    regular: regular.trim() === "" ? null : Number(regular),
    until: new Date(until).toISOString(),
    reason,
    base_price: base,
  };
}

const minReason = 3;

/** The problem of a reason, if any. */
export function checkReason(reason: string): string | undefined {
  return reason.trim().length < minReason ? `Say why, in ${minReason} to 500 characters` : undefined;
}

/** Identifies an offer of a game. */
export type OfferPlace = Pick<DeskOffer, "store" | "country">;
