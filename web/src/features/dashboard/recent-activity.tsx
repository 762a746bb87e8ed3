import { systemUser } from "contract/audit/rules.ts";
import type { AuditEntry } from "contract/audit/schema.ts";
import { Badge } from "../../ui/badge.tsx";
import { useDenialReason } from "../admin/me.ts";
import { formatMoment } from "../admin/moments.ts";
import { Card } from "./card.tsx";

/** The latest entries of the audit. */
export function RecentActivity({ entries }: { entries: readonly AuditEntry[] }) {
  const reason = useDenialReason()("audit.read");
  return (
    <Card title="Recent Activity">
      {entries.length === 0 ? (
        <p className="mt-3 text-muted">{reason ? `${reason}.` : "Nothing has happened yet."}</p>
      ) : (
        <ul className="mt-2 divide-y divide-border">
          {entries.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function Entry({ entry }: { entry: AuditEntry }) {
  const { action, resource_key: key, resource_type: type, resource_category: category, username } = entry;
  return (
    <li className="grid gap-1 py-3">
      <p className="flex min-w-0 items-center gap-2">
        <Badge>{action}</Badge>
        <span className="min-w-0 truncate font-medium" title={key ?? undefined}>
          {key ?? entry.description}
        </span>
      </p>
      <p className="text-sm text-muted">
        {[type, category].filter(Boolean).join(" · ")}
        <br />
        {username ?? systemUser}
        {" · "}
        <time dateTime={entry.performed_at}>{formatMoment(entry.performed_at)}</time>
      </p>
    </li>
  );
}
