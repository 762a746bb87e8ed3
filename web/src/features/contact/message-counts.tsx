import type { SubmissionStatus } from "contract/contact/rules.ts";
import type { ContactSubmission } from "contract/contact/schema.ts";
import { formatCount } from "contract/core/counts.ts";
import { statusNames } from "./status-badge.tsx";

const counted: readonly SubmissionStatus[] = ["new", "read", "in_progress", "resolved"];

/** Messages of the loaded page by status (spec/contact 4.1). */
export function MessageCounts({ messages }: { messages: readonly ContactSubmission[] }) {
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
