import { systemUser } from "contract/audit/rules.ts";
import type { AuditEntry } from "contract/audit/schema.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { formatMoment } from "../admin/moments.ts";

/** The details of an audit entry. */
export function EntryDialog({ entry, onClose }: { entry: AuditEntry; onClose: () => void }) {
  const { old_value: before, new_value: after } = entry;
  const facts = [
    ["Timestamp", formatMoment(entry.performed_at)],
    ["User", entry.username ?? systemUser],
    ["Action", entry.action],
    ["Resource", [entry.resource_type, entry.resource_key ?? entry.resource_id].filter(Boolean).join(" · ")],
    ["Category", entry.resource_category ?? "–"],
    ["Description", entry.description],
  ] as const;
  return (
    <Dialog wide title="Audit log details" onClose={onClose}>
      <div className="mt-4 grid gap-6">
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2">
          {facts.map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="text-muted">{name}</dt>
              <dd className="break-words">{value}</dd>
            </div>
          ))}
        </dl>
        {entry.details && <Value title="Details" value={entry.details} />}
        <div className="grid gap-4 lg:grid-cols-2">
          {before !== null && <Value title="Before" value={before} />}
          {after !== null && <Value title="After" value={after} />}
        </div>
        {before !== null && after !== null && <ChangedFields before={before} after={after} />}
        <Button onClick={onClose} className="justify-self-start">
          Close
        </Button>
      </div>
    </Dialog>
  );
}

function Value({ title, value }: { title: string; value: unknown }) {
  return (
    <section className="min-w-0">
      <h3 className="text-sm text-muted">{title}</h3>
      {/* long values scroll, by the keyboard too */}
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: without it the keyboard could not scroll
        tabIndex={0}
        className="mt-1.5 max-h-64 overflow-auto rounded-md bg-sunken p-3 text-sm break-words whitespace-pre-wrap"
      >
        {typeof value === "string" ? value : JSON.stringify(value, null, 2)}
      </pre>
    </section>
  );
}

function ChangedFields({ before, after }: { before: unknown; after: unknown }) {
  const changes = findChangedFields(before, after);
  return (
    <section>
      <h3 className="text-sm text-muted">Changed Fields</h3>
      {changes.length === 0 && <p className="mt-1.5">None</p>}
      <ul className="mt-1.5 grid gap-3">
        {changes.map(({ field, from, to }) => (
          <li key={field} className="rounded-md border border-border p-3">
            <p className="font-medium">{field}</p>
            <dl className="mt-1 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
              <dt className="text-muted">From</dt>
              <dd className="break-words whitespace-pre-wrap text-danger">{from}</dd>
              <dt className="text-muted">To</dt>
              <dd className="break-words whitespace-pre-wrap text-positive">{to}</dd>
            </dl>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A changed field as text; `(empty)` for no value. */
interface ChangedField {
  field: string;
  from: string;
  to: string;
}

/** The changed fields (spec/administration 6.3). A plain value is one field called `value`. */
export function findChangedFields(before: unknown, after: unknown): ChangedField[] {
  const [old, now] = [fieldsOf(before), fieldsOf(after)];
  const fields = [...new Set([...Object.keys(old), ...Object.keys(now)])];
  return fields
    .map((field) => ({ field, from: toText(old[field]), to: toText(now[field]) }))
    .filter(({ from, to }) => from !== to);
}

function fieldsOf(value: unknown): Record<string, unknown> {
  if (value === null || value === undefined) return {};
  return typeof value === "object" && !Array.isArray(value) ? (value as Record<string, unknown>) : { value };
}

function toText(value: unknown): string {
  if (value === null || value === undefined || value === "") return "(empty)";
  return typeof value === "string" ? value : JSON.stringify(value);
}
