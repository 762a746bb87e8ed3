import { maxReplyLength, type ReportOutcome, reportOutcomes } from "contract/prices/report-rules.ts";
import type { ReportGroup } from "contract/prices/report-schema.ts";
import { useState } from "react";
import { ApiError, failedWith } from "../../../api/api-error.ts";
import { useStores } from "../../../api/stores.ts";
import { useDraftForm } from "../../../page/form.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { ErrorBox } from "../../../ui/error-box.tsx";
import { TextArea } from "../../../ui/text-area.tsx";
import { serverMessageOf, useAdminCall } from "../../admin/admin-call.ts";
import { useRefresh } from "../../admin/editing/use-refresh.ts";
import { outcomeNames } from "./reports-state.ts";

interface SettleDialogProps {
  group: ReportGroup;
  onClose: () => void;
  onDone: (what: string) => void;
}

/** Asks for the outcome of the reports, and for a reply. */
export function SettleDialog({ group, onClose, onDone }: SettleDialogProps) {
  const call = useAdminCall();
  const refresh = useRefresh();
  const { storeOf } = useStores();
  const [latest, setLatest] = useState(group.latest);
  const { game, country, store } = group;
  const form = useDraftForm({
    initial: { outcome: "corrected" as ReportOutcome, reply: "" },
    send: async ({ outcome, reply }) => {
      const { settled, replies } = await call("POST /api/admin/catalogue/reports/{game}/{country}/{store}/settle", {
        params: { game: game.id, country, store },
        body: { outcome, reply, latest },
      });
      await refresh();
      onDone(describe(game.title, settled, replies));
    },
    explain: (error) => {
      if (error instanceof ApiError && failedWith(error, "stale")) {
        setLatest((error.current as ReportGroup | null)?.latest ?? latest);
        void refresh();
      }
      return { box: explain(error) };
    },
  });
  const { outcome } = form.values;

  return (
    <Dialog title={`Settle: ${game.title} at ${storeOf(store).name}`} onClose={onClose}>
      <form {...form.formProps} className="mt-4 grid gap-5">
        {form.box && <ErrorBox {...form.boxProps}>{form.box}</ErrorBox>}
        <fieldset className="grid gap-2">
          <legend className="mb-1.5 text-sm font-medium">Outcome</legend>
          {reportOutcomes.map((one) => (
            <label key={one} className="flex min-h-8 items-center gap-2.5">
              <input
                type="radio"
                name="outcome"
                value={one}
                checked={outcome === one}
                onChange={() => form.change({ outcome: one })}
                className="size-4 accent-accent"
              />
              {outcomeNames[one]}
            </label>
          ))}
        </fieldset>
        <TextArea
          label="Reply (optional)"
          hint="Mailed to everyone who reported it."
          rows={5}
          maxLength={maxReplyLength}
          {...form.fieldProps("reply")}
        />
        <div className="flex flex-wrap gap-3">
          <Button kind="primary" type="submit" disabled={form.sending}>
            Settle Reports
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </form>
    </Dialog>
  );
}

function describe(title: string, settled: number, replies: number): string {
  const what = settled === 1 ? "1 report" : `${settled} reports`;
  const mails = replies === 0 ? "" : replies === 1 ? " 1 reply was sent." : ` ${replies} replies were sent.`;
  return `Settled ${what} about ${title}.${mails}`;
}

function explain(error: unknown): string {
  if (!(error instanceof ApiError && failedWith(error, "stale"))) {
    return serverMessageOf(error, "Failed to settle the reports");
  }
  return error.current === null
    ? "Someone else has settled these reports meanwhile."
    : "More reports came in meanwhile. Look at them in the list, or settle them, too.";
}
