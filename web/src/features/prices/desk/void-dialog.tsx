import { formatPriceOrFree } from "contract/core/money.ts";
import type { DeskRecord } from "contract/prices/desk-schema.ts";
import { useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { ErrorBox } from "../../../ui/error-box.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { formatMoment } from "../../admin/moments.ts";
import { checkReason, useSubmit } from "./use-submit.ts";

interface VoidDialogProps {
  record: DeskRecord;
  send: (reason: string) => Promise<unknown>;
  onDone: (done: string) => void;
  onClose: () => void;
}

/** Asks why a record is wrong. */
export function VoidDialog({ record, send, onDone, onClose }: VoidDialogProps) {
  const { price, currency, recorded_at } = record;
  const [reason, setReason] = useState("");
  const [isSent, setSent] = useState(false);
  const { busy, failure, submit } = useSubmit({ onDone, onClose });
  const problem = checkReason(reason);
  const what = price === null ? "“not sold”" : formatPriceOrFree(price, { currency, locale: "en-US" });
  const from = formatMoment(recorded_at);
  return (
    <Dialog title="Void a Price" onClose={onClose}>
      <form
        noValidate
        className="mt-3 grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          setSent(true);
          if (!problem) void submit(`The price of ${from} no longer counts.`, () => send(reason));
        }}
      >
        <p className="text-muted">
          {what} of {from} will count nowhere, as if it had never been. It stays in this list, and can be taken back.
        </p>
        {failure && <ErrorBox>{failure}</ErrorBox>}
        <TextField
          label="Reason"
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          {...(isSent && problem && { error: problem })}
        />
        <div className="flex flex-wrap gap-3">
          <Button kind="primary" type="submit" disabled={busy}>
            Void Price
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </form>
    </Dialog>
  );
}
