import { useMemo } from "react";
import type { Allowed, TabState } from "../admin/tabs/tab-address.ts";
import { useTabState } from "../admin/tabs/tab-address.ts";

export interface AuditState extends TabState {
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
export function useAuditState() {
  const defaults = useMemo(() => auditDefaults(new Date()), []);
  return useTabState(defaults, auditAllowed);
}
