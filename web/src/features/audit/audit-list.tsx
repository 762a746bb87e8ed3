import { systemUser } from "contract/audit/rules.ts";
import type { AuditEntry } from "contract/audit/schema.ts";
import ScrollText from "lucide-react/icons/scroll-text";
import { useMemo, useState } from "react";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useAdminCall } from "../admin/admin-call.ts";
import { columnsOf, stickyRight } from "../admin/data-table.tsx";
import { formatMoment } from "../admin/moments.ts";
import { TabList } from "../admin/tabs/tab-list.tsx";
import { useAdminQuery } from "../admin/use-admin-query.ts";
import { AuditFilters } from "./audit-filters.tsx";
import { useAuditState } from "./audit-state.ts";
import { EntryDialog } from "./entry-dialog.tsx";
import { auditPageSize, auditQuery } from "./queries.ts";

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
  const tab = useAuditState();
  const { state, show } = tab;
  const result = useAdminQuery(auditQuery(useAdminCall(), state));
  const [opened, setOpened] = useState<AuditEntry>();

  const columns = useMemo(
    () => [
      ...facts,
      helper.display({
        id: "details",
        header: "Details",
        enableSorting: false,
        meta: { className: stickyRight },
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
      <TabList
        label="Audit logs"
        failed="Failed to load audit logs"
        empty={<Notice icon={ScrollText} title="No audit logs found" />}
        columns={columns}
        tab={tab}
        result={result}
        rows={result.data?.logs}
        total={result.data?.total}
        pageSize={auditPageSize}
        align="middle"
      />
      {opened && <EntryDialog entry={opened} onClose={() => setOpened(undefined)} />}
    </>
  );
}
