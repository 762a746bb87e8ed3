import { useQuery } from "@tanstack/react-query";
import { systemUser } from "contract/audit/rules.ts";
import type { AuditEntry } from "contract/audit/schema.ts";
import ScrollText from "lucide-react/icons/scroll-text";
import { useMemo, useState } from "react";
import { serverWords, useAdminCall } from "../admin/admin-call.ts";
import { columnsOf, DataTable } from "../admin/data-table.tsx";
import { LoadFailed } from "../admin/load-failed.tsx";
import { formatMoment } from "../admin/moments.ts";
import { TabPager } from "../admin/tab-pager.tsx";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { AuditFilters } from "./audit-filters.tsx";
import type { AuditState } from "./audit-state.ts";
import { EntryDialog } from "./entry-dialog.tsx";
import { auditPageSize, auditQuery } from "./queries.ts";
import { useAuditState } from "./use-audit-state.ts";

const helper = columnsOf<AuditEntry>();
const facts = [
  helper.accessor("performed_at", {
    header: "Timestamp",
    cell: ({ getValue }) => formatMoment(getValue()),
    meta: { className: "xl:whitespace-nowrap" },
  }),
  helper.accessor("username", { header: "User", cell: ({ getValue }) => getValue() ?? systemUser }),
  helper.accessor("action", { header: "Action", cell: ({ getValue }) => <Badge>{getValue()}</Badge> }),
  helper.accessor("resource_type", {
    header: "Resource",
    cell: ({ row: { original: entry } }) => (
      <>
        {entry.resource_type}
        {entry.resource_key && <span className="block break-all text-muted">{entry.resource_key}</span>}
      </>
    ),
  }),
  helper.accessor("description", { header: "Description", meta: { className: "min-w-40 break-words" } }),
];

export function AuditList() {
  const { state, show, searchOf } = useAuditState();
  const { data, error, isPlaceholderData, refetch } = useQuery(auditQuery(useAdminCall(), state));
  const [opened, setOpened] = useState<AuditEntry>();

  const columns = useMemo(
    () => [
      ...facts,
      helper.display({
        id: "details",
        header: "Details",
        enableSorting: false,
        cell: ({ row: { original: entry } }) => (
          <Button size="small" aria-label={`Details: ${entry.description}`} onClick={() => setOpened(entry)}>
            Details
          </Button>
        ),
      }),
    ],
    [],
  );

  return (
    <>
      <AuditFilters state={state} show={show} />
      {error && !data ? (
        <LoadFailed message={serverWords(error, "Failed to load audit logs")} onRetry={() => void refetch()} />
      ) : (
        <>
          <DataTable
            label="Audit logs"
            columns={columns}
            rows={data?.logs}
            rowId={({ id }) => String(id)}
            sort={state.sort}
            order={state.order}
            onSort={(sort, order) => show({ sort: sort as AuditState["sort"], order })}
            loading={isPlaceholderData}
            align="middle"
            empty={<Notice icon={ScrollText} title="No audit logs found" />}
          />
          <TabPager page={state.page} total={data?.total ?? 0} pageSize={auditPageSize} searchOf={searchOf} />
        </>
      )}
      {opened && <EntryDialog entry={opened} onClose={() => setOpened(undefined)} />}
    </>
  );
}
