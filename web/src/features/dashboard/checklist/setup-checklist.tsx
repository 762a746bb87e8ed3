import { useQuery } from "@tanstack/react-query";
import type { DashboardStats } from "contract/dashboard/api.ts";
import type { Checklist } from "contract/dashboard/checklist.ts";
import { ErrorBox } from "../../../ui/error-box.tsx";
import { ActionButton } from "../../admin/action-button.tsx";
import { useAdminCall } from "../../admin/admin-call.ts";
import { useDenialReason } from "../../admin/me.ts";
import { Card } from "../card.tsx";
import { CatalogueStart } from "./catalogue-start.tsx";
import { ChecklistItem } from "./checklist-item.tsx";
import { checklistQuery } from "./checklist-query.ts";
import { useSetting } from "./use-setting.ts";

type Polls = DashboardStats["data"]["polls"];

/** What the site still needs; hidden once all is done or the card is dismissed (spec/administration 4.1). */
export function SetupChecklist({ polls }: { polls: Polls }) {
  const { data } = useQuery(checklistQuery(useAdminCall()));
  if (!data || data.items.every(({ done }) => done)) return null;
  return data.dismissed ? <ShowAgain /> : <OpenChecklist checklist={data} polls={polls} />;
}

function OpenChecklist({ checklist: { items, sample }, polls }: { checklist: Checklist; polls: Polls }) {
  const denialReason = useDenialReason()("config.write");
  const { change, busy, failure } = useSetting("site.setup_checklist");
  const done = items.filter((item) => item.done).length;
  return (
    <Card title="Set up your site">
      <div className="mt-1 flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm text-muted">
          {done} of {items.length} done. What you solve elsewhere is ticked off here by itself.
        </p>
        <ActionButton size="small" denialReason={denialReason} disabled={busy} onClick={() => change(false)}>
          Dismiss for Everyone
        </ActionButton>
      </div>
      {failure && (
        <div className="mt-3">
          <ErrorBox>{failure}</ErrorBox>
        </div>
      )}
      <ul aria-label="Setup" className="mt-3 divide-y divide-border">
        {items.map(({ key, done }) => (
          <ChecklistItem key={key} name={key} done={done}>
            {key === "sample" && !done && <CatalogueStart isReading={sample.catalogue_sync} polls={polls} />}
          </ChecklistItem>
        ))}
      </ul>
    </Card>
  );
}

function ShowAgain() {
  const denialReason = useDenialReason()("config.write");
  const { change, busy, failure } = useSetting("site.setup_checklist");
  if (denialReason !== undefined) return null;
  return (
    <div className="flex flex-wrap items-center gap-3 text-sm text-muted">
      The site is not set up completely.
      <ActionButton size="small" disabled={busy} onClick={() => change(true)}>
        Show the Setup Checklist
      </ActionButton>
      {failure && <ErrorBox>{failure}</ErrorBox>}
    </div>
  );
}
