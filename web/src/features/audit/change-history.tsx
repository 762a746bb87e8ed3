import { queryOptions } from "@tanstack/react-query";
import { systemUser } from "contract/audit/rules.ts";
import type { AuditEntry } from "contract/audit/schema.ts";
import type { Call } from "contract/core/call.ts";
import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { useAdminCall } from "../admin/admin-call.tsx";
import { formatMoment } from "../admin/moments.ts";
import { adminKey, useAdminQuery } from "../admin/queries.ts";
import { EntryDialog } from "./entry-dialog.tsx";

interface ChangedThing {
  kind: "bundle" | "voucher";
  id: number;
}

function historyQuery(call: Call, { kind, id }: ChangedThing) {
  return queryOptions({
    queryKey: [adminKey, `${kind}-history`, id],
    queryFn: ({ signal }) => call(`GET /api/admin/${kind}s/{id}/history`, { params: { id } }, { signal }),
  });
}

/** The changes that administrators made to a thing, the latest first. */
export function ChangeHistory(thing: ChangedThing) {
  const { data, error, refetch } = useAdminQuery(historyQuery(useAdminCall(), thing));
  const [opened, setOpened] = useState<AuditEntry>();
  return (
    <section aria-labelledby="change-history" className="mt-6">
      <h3 id="change-history" className="text-md">
        History
      </h3>
      {error && !data && <FailureNotice title="Failed to load the history" onRetry={refetch} />}
      {data?.total === 0 && <p className="mt-2 text-sm text-muted">{`Nobody has changed this ${thing.kind} yet.`}</p>}
      <ol className="mt-2 divide-y divide-border">
        {data?.history.map((entry) => (
          <li key={entry.id} className="flex flex-wrap items-center justify-between gap-2 py-2 text-sm">
            <span>
              {entry.description}
              <span className="block text-muted">
                {`${entry.username ?? systemUser} · ${formatMoment(entry.performed_at)}`}
              </span>
            </span>
            <Button size="small" onClick={() => setOpened(entry)}>
              Details
            </Button>
          </li>
        ))}
      </ol>
      {opened && <EntryDialog entry={opened} onClose={() => setOpened(undefined)} />}
    </section>
  );
}
