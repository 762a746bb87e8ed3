import { useQuery } from "@tanstack/react-query";
import { submissionStatuses } from "contract/contact/rules.ts";
import type { ContactSubmission } from "contract/contact/schema.ts";
import Inbox from "lucide-react/icons/inbox";
import { useMemo, useState } from "react";
import { serverWords, useAdminCall } from "../admin/admin-call.ts";
import { columnsOf, DataTable } from "../admin/data-table.tsx";
import { LoadFailed } from "../admin/load-failed.tsx";
import { formatMoment } from "../admin/moments.ts";
import { useTabState } from "../admin/tab-address.ts";
import { TabPager } from "../admin/tab-pager.tsx";
import { TabSearch } from "../admin/tab-search.tsx";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { Select } from "../ui/select.tsx";
import { MessageCounts } from "./message-counts.tsx";
import { MessageDialog } from "./message-dialog.tsx";
import { messagesPageSize, messagesQuery } from "./message-queries.ts";
import { type MessagesState, messagesAllowed, messagesDefaults } from "./messages-state.ts";
import { StatusBadge, statusNames } from "./status-badge.tsx";

const helper = columnsOf<ContactSubmission>();
const facts = [
  helper.accessor("status", { header: "Status", cell: ({ getValue }) => <StatusBadge status={getValue()} /> }),
  helper.accessor("name", { header: "Name", meta: { className: "max-w-48 break-words" } }),
  helper.accessor("email", { header: "Email", meta: { className: "max-w-64 break-all" } }),
  helper.accessor("subject", { header: "Subject", meta: { className: "min-w-48 break-words" } }),
  helper.accessor("submitted_at", {
    header: "Submitted",
    cell: ({ getValue }) => formatMoment(getValue()),
    meta: { className: "whitespace-nowrap" },
  }),
];

export function MessageList() {
  const { state, show, searchOf } = useTabState(messagesDefaults, messagesAllowed);
  const { data, error, isPlaceholderData, refetch } = useQuery(messagesQuery(useAdminCall(), state));
  const [opened, setOpened] = useState<ContactSubmission>();

  const columns = useMemo(
    () => [
      ...facts,
      helper.display({
        id: "actions",
        header: "Actions",
        enableSorting: false,
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
      <MessageCounts messages={data?.submissions ?? []} />
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
          onChange={({ target }) => show({ status: target.value as MessagesState["status"] })}
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
      {error && !data ? (
        <LoadFailed message={serverWords(error, "Failed to load customer messages")} onRetry={() => void refetch()} />
      ) : (
        <>
          <DataTable
            label="Customer messages"
            columns={columns}
            rows={data?.submissions}
            rowId={({ id }) => String(id)}
            sort={state.sort}
            order={state.order}
            onSort={(sort, order) => show({ sort: sort as MessagesState["sort"], order })}
            loading={isPlaceholderData}
            align="middle"
            empty={<Notice icon={Inbox} title="No customer messages found" />}
          />
          <TabPager page={state.page} total={data?.total ?? 0} pageSize={messagesPageSize} searchOf={searchOf} />
        </>
      )}
      {opened && <MessageDialog key={opened.id} message={opened} onClose={() => setOpened(undefined)} />}
    </>
  );
}
