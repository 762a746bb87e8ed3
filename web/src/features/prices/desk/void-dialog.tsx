import { formatPriceOrFree } from "contract/core/money.ts";
import type { DeskRecord } from "contract/prices/desk-schema.ts";
import { fieldProblems, useDraftForm } from "../../../page/form.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { ErrorBox } from "../../../ui/error-box.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { serverMessageOf } from "../../admin/admin-call.ts";
import { useRefresh } from "../../admin/editing/use-refresh.ts";
import { formatMoment } from "../../admin/moments.ts";
import { checkReason } from "./override-form.ts";

interface VoidDialogProps {
  record: DeskRecord;
  send: (reason: string) => Promise<unknown>;
  onDone: (done: string) => void;
  onClose: () => void;
}

/** Asks why a record is wrong. */
export function VoidDialog({ record, send, onDone, onClose }: VoidDialogProps) {
  const { price, currency, recorded_at } = record;
  const refresh = useRefresh();
  const what = price === null ? "“not sold”" : formatPriceOrFree(price, { currency, locale: "en-US" });
  const from = formatMoment(recorded_at);
  const form = useDraftForm({
    initial: { reason: "" },
    check: ({ reason }) => fieldProblems({ reason: checkReason(reason) }),
    send: async ({ reason }) => {
      await send(reason).finally(refresh);
      onDone(`The price of ${from} no longer counts.`);
      onClose();
    },
    explain: (error) => ({ box: serverMessageOf(error, (error as Error).message) }),
  });
  return (
    <Dialog title="Void a Price" onClose={onClose}>
      <form {...form.formProps} className="mt-3 grid gap-4">
        <p className="text-muted">
          {what} of {from} will count nowhere, as if it had never been. It stays in this list, and can be taken back.
        </p>
        {form.box && <ErrorBox {...form.boxProps}>{form.box}</ErrorBox>}
        <TextField label="Reason" maxLength={500} {...form.fieldProps("reason")} />
        <div className="flex flex-wrap gap-3">
          <Button kind="primary" type="submit" disabled={form.sending}>
            Void Price
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </form>
    </Dialog>
  );
}
