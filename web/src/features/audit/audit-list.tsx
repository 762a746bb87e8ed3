import { systemUser } from "contract/audit/rules.ts";
import type { AuditEntry } from "contract/audit/schema.ts";
import ScrollText from "lucide-react/icons/scroll-text";
import { useState } from "react";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useAdminCall } from "../admin/admin-call.ts";
import { formatMoment } from "../admin/moments.ts";
import { type Column, stickyRight } from "../admin/table.tsx";
import { TabList } from "../admin/tabs/tab-list.tsx";
import { useAdminQuery } from "../admin/use-admin-query.ts";
import { AuditFilters } from "./audit-filters.tsx";
import { useAuditState } from "./audit-state.ts";
import { EntryDialog } from "./entry-dialog.tsx";
import { auditPageSize, auditQuery } from "./queries.ts";

const facts: Column<AuditEntry>[] = [
  {
    head: "Timestamp",
    sort: "performed_at",
    cell: ({ performed_at }) => formatMoment(performed_at),
    className: "xl:whitespace-nowrap",
  },
  { head: "User", sort: "username", cell: ({ username }) => username ?? systemUser },
  { head: "Action", sort: "action", cell: ({ action }) => <Badge>{action}</Badge> },
  {
    head: "Resource",
    sort: "resource_type",
    cell: ({ resource_type, resource_key }) => (
      <>
        {resource_type}
        {resource_key && <span className="block break-all text-muted">{resource_key}</span>}
      </>
    ),
  },
  {
    head: "Description",
    sort: "description",
    cell: ({ description }) => description,
    className: "min-w-40 break-words",
  },
];

export function AuditList() {
  const tab = useAuditState();
  const { state, show } = tab;
  const result = useAdminQuery(auditQuery(useAdminCall(), state));
  const [opened, setOpened] = useState<AuditEntry>();

  const details: Column<AuditEntry> = {
    head: "Details",
    className: stickyRight,
    cell: (entry) => (
      <Button size="small" aria-label={`Details: ${entry.description}`} onClick={() => setOpened(entry)}>
        Details
      </Button>
    ),
  };
  return (
    <>
      <AuditFilters state={state} show={show} />
      <TabList
        label="Audit logs"
        failed="Failed to load audit logs"
        empty={<Notice icon={ScrollText} title="No audit logs found" />}
        columns={[...facts, details]}
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
