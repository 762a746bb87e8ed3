import { fieldProblems, useDraftForm } from "../../../page/form.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { ErrorBox } from "../../../ui/error-box.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { serverMessageOf, useAdminCall } from "../../admin/admin-call.ts";
import { useRefresh } from "../../admin/editing/use-refresh.ts";
import { formatMoment } from "../../admin/moments.ts";
import type { DialogProps } from "./offer-dialog.tsx";
import { formProblems, openForm, toOverride } from "./override-form.ts";

/** Sets the price of an offer for a limited time. */
export function OverrideDialog({ game, offer, storeName, onDone, onClose }: DialogProps) {
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
    <Dialog title={`Set the Price at ${storeName} in ${offer.country}`} onClose={onClose}>
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
        <div className="flex flex-wrap gap-3">
          <Button kind="primary" type="submit" disabled={form.sending}>
            Set Price
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </form>
    </Dialog>
  );
}
