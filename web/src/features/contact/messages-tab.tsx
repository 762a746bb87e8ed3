import { submissionStatuses } from "contract/contact/rules.ts";
import type { ContactSubmission } from "contract/contact/schema.ts";
import Inbox from "lucide-react/icons/inbox";
import { useMemo, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Select } from "../../ui/select.tsx";
import { useAdminCall } from "../admin/admin-call.ts";
import { columnsOf, stickyRight } from "../admin/data-table.tsx";
import { formatMoment } from "../admin/moments.ts";
import { useTabState } from "../admin/tabs/tab-address.ts";
import { TabList } from "../admin/tabs/tab-list.tsx";
import { TabPage } from "../admin/tabs/tab-page.tsx";
import { TabSearch } from "../admin/tabs/tab-search.tsx";
import { useAdminQuery } from "../admin/use-admin-query.ts";
import { MessageCounts } from "./message-counts.tsx";
import { MessageDialog } from "./message-dialog.tsx";
import { messagesPageSize, messagesQuery } from "./message-queries.ts";
import { type MessagesState, messagesAllowed, messagesDefaults } from "./messages-state.ts";
import { StatusBadge, statusNames } from "./status-badge.tsx";

/** Messages from the contact form with their status (spec/contact 4). */
export function MessagesTab() {
  return (
    <TabPage title="Customer Messages" needs="users.read">
      <MessageList />
    </TabPage>
  );
}

const helper = columnsOf<ContactSubmission>();
const facts = [
  helper.accessor("status", { header: "Status", cell: ({ getValue }) => <StatusBadge status={getValue()} /> }),
  helper.accessor("name", { header: "Name", meta: { className: "max-w-48 break-words" } }),
  helper.accessor("email", { header: "Email", meta: { className: "min-w-40 wrap-anywhere" } }),
  helper.accessor("subject", { header: "Subject", meta: { className: "min-w-48 break-words" } }),
  helper.accessor("submitted_at", {
    header: "Submitted",
    cell: ({ getValue }) => formatMoment(getValue()),
    meta: { className: "xl:whitespace-nowrap" },
  }),
];

function MessageList() {
  const tab = useTabState(messagesDefaults, messagesAllowed);
  const { state, show } = tab;
  const result = useAdminQuery(messagesQuery(useAdminCall(), state));
  const [opened, setOpened] = useState<ContactSubmission>();

  const columns = useMemo(
    () => [
      ...facts,
      helper.display({
        id: "actions",
        header: "Actions",
        enableSorting: false,
        meta: { className: stickyRight },
        cell: ({ row: { original: message } }) => (
          <Button size="small" aria-label={`View the message of ${message.name}`} onClick={() => setOpened(message)}>
            View
          </Button>
        ),
      }),
    ],
    [],
  );

  return (
    <>
      <MessageCounts messages={result.data?.submissions ?? []} />
      <div className="mb-4 flex flex-wrap gap-3">
        <TabSearch
          label="Search by name, email or subject"
          applied={state.search}
          onSearch={(search) => show({ search })}
          className="min-w-64 grow"
        />
        <Select
          label="Status"
          value={state.status}
          onChoose={(status) => show({ status: status as MessagesState["status"] })}
          className="w-44"
        >
          <option value="">All statuses</option>
          {submissionStatuses.map((status) => (
            <option key={status} value={status}>
              {statusNames[status]}
            </option>
          ))}
        </Select>
      </div>
      <TabList
        label="Customer messages"
        failed="Failed to load customer messages"
        empty={<Notice icon={Inbox} title="No customer messages found" />}
        columns={columns}
        tab={tab}
        result={result}
        rows={result.data?.submissions}
        total={result.data?.total}
        pageSize={messagesPageSize}
        align="middle"
      />
      {opened && <MessageDialog key={opened.id} message={opened} onClose={() => setOpened(undefined)} />}
    </>
  );
}
