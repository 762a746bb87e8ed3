import type { SubmissionStatus } from "contract/contact/rules.ts";
import type { ContactSubmission } from "contract/contact/schema.ts";
import type { ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { ErrorBox } from "../../ui/error-box.tsx";
import { ActionButton } from "../admin/action-button.tsx";
import { useDenialReason } from "../admin/me.ts";
import { formatMoment } from "../admin/moments.ts";
import { StatusBadge } from "./status-badge.tsx";
import { useMessage } from "./use-message.ts";

/** Further status changes (spec/contact 4.2). */
const otherSteps: readonly { status: SubmissionStatus; name: string }[] = [
  { status: "in_progress", name: "Set In Progress" },
  { status: "closed", name: "Close Message" },
  { status: "spam", name: "Mark as Spam" },
];

/** A message with all its data. Opening a new one marks it as read. */
export function MessageDialog({ message: opened, onClose }: { message: ContactSubmission; onClose: () => void }) {
  const { message, move, moving, failure } = useMessage(opened);
  const denialReason = useDenialReason()("users.write");
  const { status } = message;
  return (
    <Dialog wide title="Customer Message" onClose={onClose}>
      <div className="mt-4 grid gap-6">
        {failure && <ErrorBox>{failure}</ErrorBox>}
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2">
          <Fact name="Status">
            <StatusBadge status={status} />
          </Fact>
          <Fact name="From">
            {message.name}{" "}
            <a href={`mailto:${encodeURIComponent(message.email)}`} className="text-accent-text underline">
              {message.email}
            </a>
          </Fact>
          <Fact name="Submitted">{formatMoment(message.submitted_at)}</Fact>
          <Fact name="Subject">{message.subject}</Fact>
        </dl>
        <section>
          <h3 className="text-sm text-muted">Message</h3>
          <p className="mt-1.5 rounded-md bg-sunken p-4 break-words whitespace-pre-wrap">{message.message}</p>
        </section>
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2 text-sm">
          <Fact name="IP Address">{message.ip_address ?? "Unknown"}</Fact>
          <Fact name="User Agent">{message.user_agent ?? "Unknown"}</Fact>
          <Fact name="Read">{formatMoment(message.read_at)}</Fact>
          <Fact name="Resolved">{formatMoment(message.resolved_at)}</Fact>
        </dl>
        <div className="flex flex-wrap gap-3">
          {status !== "resolved" && status !== "closed" && (
            <ActionButton kind="primary" denialReason={denialReason} disabled={moving} onClick={() => move("resolved")}>
              Mark as Resolved
            </ActionButton>
          )}
          {otherSteps
            .filter((step) => step.status !== status)
            .map((step) => (
              <ActionButton
                key={step.status}
                denialReason={denialReason}
                disabled={moving}
                onClick={() => move(step.status)}
              >
                {step.name}
              </ActionButton>
            ))}
          <Button onClick={onClose} className="ml-auto">
            Close
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="break-words">{children}</dd>
    </>
  );
}
