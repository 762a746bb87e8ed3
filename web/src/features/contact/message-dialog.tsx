import type { SubmissionStatus } from "contract/contact/rules.ts";
import type { ContactSubmission } from "contract/contact/schema.ts";
import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from "react";
import { ApiError } from "../../api/api-error.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { ErrorBox } from "../../ui/error-box.tsx";
import { useAction } from "../../ui/use-action.ts";
import { ActionButton } from "../admin/action-button.tsx";
import { serverMessageOf, useAdminCall } from "../admin/admin-call.tsx";
import { useDenialReason } from "../admin/me.ts";
import { formatMoment } from "../admin/moments.ts";
import { useRefresh } from "../admin/queries.ts";

/** Further status changes (spec/contact 4.2). */
const otherSteps: readonly { status: SubmissionStatus; name: string }[] = [
  { status: "in_progress", name: "Set in progress" },
  { status: "closed", name: "Close message" },
  { status: "spam", name: "Mark as spam" },
];

/** A message with all its data. Opening a new one marks it as read. */
export function MessageDialog({ message: opened, onClose }: { message: ContactSubmission; onClose: () => void }) {
  const { message, move, moving, failure } = useMessage(opened);
  const denialReason = useDenialReason()("users.write");
  const { status } = message;
  return (
    <Dialog wide title="Customer message" onClose={onClose}>
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
          <Fact name="IP address">{message.ip_address ?? "Unknown"}</Fact>
          <Fact name="User agent">{message.user_agent ?? "Unknown"}</Fact>
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
          <Button onClick={onClose} className="ms-auto">
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

const queue = createStatusQueue();

/**
 * An opened message and its status changes. A new one becomes read at once, given the permission (spec/contact 4.2).
 * After a conflict it shows the other administrator's version.
 */
function useMessage(opened: ContactSubmission) {
  const call = useAdminCall();
  const refresh = useRefresh();
  const mayMove = useDenialReason()("users.write") === undefined;
  const [message, setMessage] = useState(opened);
  const { run, running, failure } = useAction((error) => serverMessageOf(error, "Failed to update the message"));

  const put = async (status: SubmissionStatus) => {
    try {
      const moved = await queue.move(message, async ({ id, version }) => {
        const input = { params: { id }, body: { status, base_version: version } };
        return (await call("PUT /api/admin/contact/submissions/{id}", input)).submission;
      });
      setMessage(moved);
    } catch (error) {
      if (error instanceof ApiError && error.code === "stale") setMessage(error.current as ContactSubmission);
      throw error;
    } finally {
      void refresh();
    }
  };

  const marked = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the opening counts
  useEffect(() => {
    if (marked.current || opened.status !== "new" || !mayMove) return;
    marked.current = true;
    // a failure does not concern someone who only reads
    put("read").catch((error) => console.error(error));
  }, []);

  return { message, move: (status: SubmissionStatus) => run(() => put(status)), moving: running, failure };
}

interface Versioned {
  id: number;
  version: number;
}

/**
 * Serializes status changes per message, each based on the version that the previous one produced, so that an
 * administrator never conflicts with their own changes.
 */
export function createStatusQueue() {
  /** The latest change of each message. */
  const latest = new Map<number, Promise<Versioned>>();

  return {
    /**
     * Calls `send` with the latest known version. Rejects as `send` does; a pending earlier change that turns out stale
     * also rejects this one.
     */
    move<Message extends Versioned>(shown: Message, send: (base: Versioned) => Promise<Message>): Promise<Message> {
      const previous = latest.get(shown.id) ?? Promise.resolve(shown);
      const base = previous.then((result) => (result.version > shown.version ? result : shown));
      const sent = base.then(send);
      const next = sent.catch((error) => (isStale(error) ? Promise.reject(error) : base));
      latest.set(shown.id, next);
      next.catch(() => {
        // the conflict has been shown: the next change is based on the version shown
        if (latest.get(shown.id) === next) latest.delete(shown.id);
      });
      return sent;
    },
  };
}

function isStale(error: unknown): boolean {
  return error instanceof ApiError && error.code === "stale";
}

export const statusNames: Record<SubmissionStatus, string> = {
  new: "New",
  read: "Read",
  in_progress: "In Progress",
  resolved: "Resolved",
  closed: "Closed",
  spam: "Spam",
};

const tones: Record<SubmissionStatus, ComponentProps<typeof Badge>["tone"]> = {
  new: "accent",
  read: "neutral",
  in_progress: "warning",
  resolved: "positive",
  closed: "neutral",
  spam: "danger",
};

/** The status of a message. */
export function StatusBadge({ status }: { status: SubmissionStatus }) {
  return <Badge tone={tones[status]}>{statusNames[status]}</Badge>;
}
