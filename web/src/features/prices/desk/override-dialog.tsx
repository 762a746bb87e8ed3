import { useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { ErrorBox } from "../../../ui/error-box.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { useAdminCall } from "../../admin/admin-call.ts";
import { formatMoment } from "../../admin/moments.ts";
import type { DialogProps } from "./offer-dialog.tsx";
import { formProblems, type OverrideForm, openForm, toOverride } from "./override-form.ts";
import { useSubmit } from "./use-submit.ts";

/** Sets the price of an offer for a limited time. */
export function OverrideDialog({ game, offer, storeName, onDone, onClose }: DialogProps) {
  const call = useAdminCall();
  const [form, setForm] = useState(() => openForm(offer, new Date()));
  const [isSent, setSent] = useState(false);
  const { busy, failure, submit } = useSubmit({ onDone, onClose });
  const problems = formProblems(form, offer.currency, new Date());
  const field = (name: keyof OverrideForm) => ({
    value: form[name],
    onChange: (event: { target: { value: string } }) => setForm({ ...form, [name]: event.target.value }),
    ...(isSent && problems[name] && { error: problems[name] }),
  });
  const save = () => {
    setSent(true);
    if (Object.keys(problems).length > 0) return;
    const body = toOverride(form, offer.price);
    void submit(`The price at ${storeName} holds until ${formatMoment(body.until)}.`, () =>
      call("PUT /api/admin/catalogue/offers/{game}/{store}/{country}/override", {
        params: { game: game.id, store: offer.store, country: offer.country },
        body,
      }),
    );
  };
  return (
    <Dialog title={`Set the Price at ${storeName} in ${offer.country}`} onClose={onClose}>
      <form
        noValidate
        className="mt-3 grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <p className="text-muted">It holds whatever the store says. Afterwards the store's latest price does.</p>
        {failure && <ErrorBox>{failure}</ErrorBox>}
        <div className="grid grid-cols-2 gap-3">
          <TextField label={`Price (${offer.currency})`} inputMode="decimal" autoComplete="off" {...field("price")} />
          <TextField label="Regular price" inputMode="decimal" autoComplete="off" {...field("regular")} />
        </div>
        <TextField label="Until" type="datetime-local" {...field("until")} />
        <TextField label="Reason" maxLength={500} {...field("reason")} />
        <div className="flex flex-wrap gap-3">
          <Button kind="primary" type="submit" disabled={busy}>
            Set Price
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </form>
    </Dialog>
  );
}
