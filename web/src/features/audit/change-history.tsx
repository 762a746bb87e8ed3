import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { systemUser } from "contract/audit/rules.ts";
import type { AuditEntry } from "contract/audit/schema.ts";
import type { Call } from "contract/core/call.ts";
import { defaultPageSize } from "contract/core/pagination.ts";
import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { useAdminCall } from "../admin/admin-call.tsx";
import { HistoryFrame } from "../admin/history-frame.tsx";
import { formatMoment } from "../admin/moments.ts";
import { adminKey, useAdminQuery } from "../admin/queries.ts";
import { EntryDialog } from "./entry-dialog.tsx";

type ChangedThing =
  | { kind: "bundle" | "voucher"; id: number }
  | { kind: "service"; id: string }
  | { kind: "plan"; id: string };

function historyQuery(call: Call, thing: ChangedThing, page: number) {
  const query = { page, limit: defaultPageSize };
  return queryOptions({
    queryKey: [adminKey, "history", thing.kind, thing.id, page],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      thing.kind === "service" || thing.kind === "plan"
        ? call(
            `GET /api/admin/subscriptions/${thing.kind}s/{key}/history`,
            { params: { key: thing.id }, query },
            { signal },
          )
        : call(`GET /api/admin/${thing.kind}s/{id}/history`, { params: { id: thing.id }, query }, { signal }),
  });
}

/** The changes that administrators made to a thing, the latest first. */
export function ChangeHistory(thing: ChangedThing) {
  const [page, setPage] = useState(1);
  const result = useAdminQuery(historyQuery(useAdminCall(), thing, page));
  const [opened, setOpened] = useState<AuditEntry>();
  return (
    <HistoryFrame
      className="mt-6"
      empty={`Nobody has changed this ${thing.kind} yet.`}
      page={page}
      onPage={setPage}
      result={result}
    >
      <ol className="mt-2 divide-y divide-border">
        {result.data?.history.map((entry) => (
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
    </HistoryFrame>
  );
}
