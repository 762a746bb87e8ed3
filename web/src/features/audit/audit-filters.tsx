import { useQuery } from "@tanstack/react-query";
import { Select } from "../../ui/select.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { useAdminCall } from "../admin/admin-call.ts";
import { TabSearch } from "../admin/tabs/tab-search.tsx";
import type { AuditState } from "./audit-state.ts";
import { auditFiltersQuery } from "./queries.ts";

interface AuditFiltersProps {
  state: AuditState;
  show: (change: Partial<AuditState>, options?: { replace: boolean }) => void;
}

/** Filters of the audit trail. */
export function AuditFilters({ state, show }: AuditFiltersProps) {
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
