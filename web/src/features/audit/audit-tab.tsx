import { keepPreviousData, queryOptions, useIsFetching, useQuery, useQueryClient } from "@tanstack/react-query";
import { systemUser } from "contract/audit/rules.ts";
import type { AuditEntry } from "contract/audit/schema.ts";
import { type Call, requestOf } from "contract/core/call.ts";
import Download from "lucide-static/icons/download.svg?react";
import RefreshCw from "lucide-static/icons/refresh-cw.svg?react";
import ScrollText from "lucide-static/icons/scroll-text.svg?react";
import { useMemo, useState } from "react";
import { saveResponse } from "../../page/save-file.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { ErrorBox } from "../../ui/error-box.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Select } from "../../ui/select.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { useAction } from "../../ui/use-action.ts";
import { NotReauthenticated } from "../accounts/reauthentication.tsx";
import { ActionButton } from "../admin/action-button.tsx";
import { useAdminCall, useConfirmed } from "../admin/admin-call.tsx";
import { useDenialReason } from "../admin/me.ts";
import { formatMoment } from "../admin/moments.ts";
import { adminFreshFor, adminKey, useAdminQuery } from "../admin/queries.ts";
import { type Allowed, TabList, TabSearch, type TabState, useTabState } from "../admin/tab-list.tsx";
import { TabPage } from "../admin/tab-page.tsx";
import { type Column, stickyRight } from "../admin/table.tsx";
import { EntryDialog } from "./entry-dialog.tsx";

/** Who changed what, and when (spec/administration 6.3). */
export function AuditTab() {
  return (
    <TabPage actions={<AuditActions />}>
      <AuditList />
    </TabPage>
  );
}

/** Actions of the whole list. */
function AuditActions() {
  const { state } = useAuditState();
  const queryClient = useQueryClient();
  const busy = useIsFetching({ queryKey: auditKey }) > 0;
  return (
    <>
      <Button disabled={busy} onClick={() => void queryClient.invalidateQueries({ queryKey: auditKey })}>
        <RefreshCw aria-hidden className="size-4" />
        Refresh
      </Button>
      <ExportButton state={state} />
    </>
  );
}

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

function AuditList() {
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

interface AuditFiltersProps {
  state: AuditState;
  show: (change: Partial<AuditState>, options?: { replace: boolean }) => void;
}

/** Filters of the audit trail. */
function AuditFilters({ state, show }: AuditFiltersProps) {
  const { data } = useQuery(auditFiltersQuery(useAdminCall()));
  // a date field already has a value while it is being typed
  const showDay = (change: Partial<AuditState>) => show(change, { replace: true });
  return (
    <div className="mb-4 flex flex-wrap items-end gap-3">
      <TabSearch
        label="Search the audit logs"
        applied={state.search}
        onSearch={(search) => show({ search })}
        className="basis-full"
      />
      <Choice
        label="User"
        all="All users"
        options={data?.users}
        chosen={state.user}
        onChoose={(user) => show({ user })}
      />
      <Choice
        label="Action"
        all="All actions"
        options={data?.actions}
        chosen={state.action}
        onChoose={(action) => show({ action })}
      />
      <Choice
        label="Resource"
        all="All resources"
        options={data?.resources}
        chosen={state.resource}
        onChoose={(resource) => show({ resource })}
      />
      <TextField
        label="Start date"
        type="date"
        max={state.end}
        value={state.start}
        onChange={({ target }) => showDay({ start: target.value })}
      />
      <TextField
        label="End date"
        type="date"
        min={state.start}
        value={state.end}
        onChange={({ target }) => showDay({ end: target.value })}
      />
    </div>
  );
}

interface ChoiceProps {
  label: string;
  /** The label of "no filter". */
  all: string;
  options: string[] | undefined;
  chosen: string;
  onChoose: (value: string) => void;
}

function Choice({ label, all, options = [], chosen, onChoose }: ChoiceProps) {
  return (
    <Select label={label} value={chosen} onChoose={onChoose} className="w-44">
      <option value="">{all}</option>
      {options.map((value) => (
        <option key={value}>{value}</option>
      ))}
      {/* the value in the address may no longer, or not yet, be an option */}
      {chosen !== "" && !options.includes(chosen) && <option>{chosen}</option>}
    </Select>
  );
}

/** Exports the filtered list, all its pages. */
function ExportButton({ state }: { state: AuditState }) {
  const denialReason = useDenialReason();
  const confirmed = useConfirmed();
  const { run, running, failure, setFailure } = useAction((error) =>
    error instanceof NotReauthenticated ? undefined : "Failed to export audit logs",
  );
  return (
    <>
      <ActionButton
        denialReason={denialReason("audit.export")}
        disabled={running}
        onClick={() => run(() => confirmed(() => exportEntries(state)))}
      >
        <Download aria-hidden className="size-4" />
        {running ? "Exporting…" : "Export CSV"}
      </ActionButton>
      {failure && (
        <Dialog title="Export CSV" onClose={() => setFailure(undefined)}>
          <div className="mt-4 grid justify-items-start gap-5">
            <ErrorBox>{failure}</ErrorBox>
            <Button onClick={() => setFailure(undefined)}>Close</Button>
          </div>
        </Dialog>
      )}
    </>
  );
}

/** Saves the filtered list as a CSV file, under the server's file name. Throws on failure. */
async function exportEntries(state: AuditState): Promise<void> {
  const query = { ...auditQueryOf(state), format: "csv" };
  const { url } = requestOf("GET /api/admin/dashboard/audit/export", { query });
  await saveResponse(url, "audit-logs.csv");
}

/** Entries in a page of the list (spec/administration 2.4). */
const auditPageSize = 50;

const auditKey = [adminKey, "audit"] as const;

/** A page of the audit trail. */
function auditQuery(call: Call, state: AuditState) {
  const query = { page: state.page, limit: auditPageSize, ...auditQueryOf(state) };
  return queryOptions({
    queryKey: [...auditKey, "list", query],
    staleTime: adminFreshFor,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => call("GET /api/admin/dashboard/audit", { query }, { signal }),
  });
}

/** The users, actions and resources in the trail. */
function auditFiltersQuery(call: Call) {
  return queryOptions({
    queryKey: [...auditKey, "filters"],
    staleTime: adminFreshFor,
    queryFn: ({ signal }) => call("GET /api/admin/dashboard/audit/filters", {}, { signal }),
  });
}

interface AuditState extends TabState {
  search: string;
  user: string;
  action: string;
  resource: string;
  /** Days of the administrator's own calendar, `2026-01-31`, both inclusive; empty = no limit. */
  start: string;
  end: string;
  sort: "performed_at" | "username" | "action" | "resource_type" | "description";
  order: "ASC" | "DESC";
}

/** Days that the list covers by default (spec/administration 6.3). */
const defaultDays = 30;

/** The default state: the latest entries of the last 30 days. */
export function auditDefaults(now: Date): AuditState {
  const start = new Date(now);
  start.setDate(now.getDate() - defaultDays);
  return {
    page: 1,
    search: "",
    user: "",
    action: "",
    resource: "",
    start: toDay(start),
    end: toDay(now),
    sort: "performed_at",
    order: "DESC",
  };
}

const auditAllowed: Allowed<AuditState> = {
  sort: ["performed_at", "username", "action", "resource_type", "description"],
  order: ["ASC", "DESC"],
};

/** The query of a state without its page, shared by list and export. */
export function auditQueryOf({ search, user, action, resource, start, end, sort, order }: AuditState) {
  return {
    search,
    user: user || undefined,
    action: action || undefined,
    resource_type: resource || undefined,
    start_date: toMoment(start, "00:00:00.000"),
    end_date: toMoment(end, "23:59:59.999"),
    sortBy: sort,
    sortOrder: order,
  };
}

function toDay(date: Date): string {
  const [year, month, day] = [date.getFullYear(), date.getMonth() + 1, date.getDate()];
  return [year, month, day].map((part) => String(part).padStart(2, "0")).join("-");
}

/** A local time of a day; `undefined` for an invalid day. */
function toMoment(day: string, time: string): string | undefined {
  const moment = new Date(`${day}T${time}`);
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString();
}

/** The state of the tab in its address. */
function useAuditState() {
  const defaults = useMemo(() => auditDefaults(new Date()), []);
  return useTabState(defaults, auditAllowed);
}
