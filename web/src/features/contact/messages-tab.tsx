import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import {
  type SubmissionSort,
  type SubmissionStatus,
  submissionSorts,
  submissionStatuses,
} from "contract/contact/rules.ts";
import type { ContactSubmission } from "contract/contact/schema.ts";
import type { Call } from "contract/core/call.ts";
import { formatCount } from "contract/core/counts.ts";
import Inbox from "lucide-static/icons/inbox.svg?react";
import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Select } from "../../ui/select.tsx";
import { useAdminCall } from "../admin/admin-call.tsx";
import { formatMoment } from "../admin/moments.ts";
import { adminFreshFor, adminKey, useAdminQuery } from "../admin/queries.ts";
import { type Allowed, TabList, TabSearch, type TabState, useTabState } from "../admin/tab-list.tsx";
import { TabPage } from "../admin/tab-page.tsx";
import { type Column, stickyRight } from "../admin/table.tsx";
import { MessageDialog, StatusBadge, statusNames } from "./message-dialog.tsx";

/** Messages from the contact form with their status (spec/contact 4). */
export function MessagesTab() {
  return (
    <TabPage>
      <MessageList />
    </TabPage>
  );
}

const facts: Column<ContactSubmission>[] = [
  { head: "Status", sort: "status", cell: ({ status }) => <StatusBadge status={status} /> },
  { head: "Name", sort: "name", cell: ({ name }) => name, className: "max-w-48 break-words" },
  { head: "Email", sort: "email", cell: ({ email }) => email, className: "min-w-40 wrap-anywhere" },
  { head: "Subject", sort: "subject", cell: ({ subject }) => subject, className: "min-w-48 break-words" },
  {
    head: "Submitted",
    sort: "submitted_at",
    cell: ({ submitted_at }) => formatMoment(submitted_at),
    className: "xl:whitespace-nowrap",
  },
];

function MessageList() {
  const tab = useTabState(messagesDefaults, messagesAllowed);
  const { state, show } = tab;
  const result = useAdminQuery(messagesQuery(useAdminCall(), state));
  const [opened, setOpened] = useState<ContactSubmission>();

  const actions: Column<ContactSubmission> = {
    head: "Actions",
    className: stickyRight,
    cell: (message) => (
      <Button size="small" aria-label={`View the message of ${message.name}`} onClick={() => setOpened(message)}>
        View
      </Button>
    ),
  };
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
        columns={[...facts, actions]}
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

const counted: readonly SubmissionStatus[] = ["new", "read", "in_progress", "resolved"];

/** Messages of the loaded page by status (spec/contact 4.1). */
function MessageCounts({ messages }: { messages: readonly ContactSubmission[] }) {
  return (
    <dl aria-label="On this page" className="mb-5 grid grid-cols-2 gap-3 lg:grid-cols-4">
      {counted.map((status) => (
        <div key={status} className="rounded-lg border border-border bg-raised px-4 py-3">
          <dt className="text-sm text-muted">{statusNames[status]}</dt>
          <dd className="figures text-xl font-semibold">
            {formatCount(messages.filter((message) => message.status === status).length)}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Messages in a page of the list (spec/contact 4.1). */
const messagesPageSize = 20;

/** A page of the messages. */
function messagesQuery(call: Call, { page, search, status, sort, order }: MessagesState) {
  const query = {
    page,
    limit: messagesPageSize,
    search,
    status: status || undefined,
    sortBy: sort,
    sortOrder: order,
  };
  return queryOptions({
    queryKey: [adminKey, "messages", query],
    staleTime: adminFreshFor,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => call("GET /api/admin/contact/submissions", { query }, { signal }),
  });
}

interface MessagesState extends TabState {
  search: string;
  /** Empty = all but spam. */
  status: SubmissionStatus | "";
  sort: SubmissionSort;
  order: "ASC" | "DESC";
}

/** How the tab opens (spec/contact 4.1). */
const messagesDefaults: MessagesState = { page: 1, search: "", status: "", sort: "submitted_at", order: "DESC" };

const messagesAllowed: Allowed<MessagesState> = {
  status: ["", ...submissionStatuses],
  sort: submissionSorts,
  order: ["ASC", "DESC"],
};
